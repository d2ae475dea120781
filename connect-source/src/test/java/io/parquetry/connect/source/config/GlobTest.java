package io.parquetry.connect.source.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A pattern matches paths, and says which directories need not be listed. */
class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "*.parquet, a.parquet, true",
        "*.parquet, d/a.parquet, false",
        "**/*.parquet, a.parquet, true",
        "**/*.parquet, d/e/a.parquet, true",
        "**/*.parquet, d/a.parq, false",
        "in/**/*.parquet, in/a.parquet, true",
        "in/**/*.parquet, inside/a.parquet, false",
        "in/**/day=?/*, in/x/day=1/part-0, true",
        "in/**/day=?/*, in/x/day=11/part-0, false",
        "in/**, in/a/b, true",
        "**/day/**/x, a/day/b/day/x, true",
        "**/a/*.parquet, x/a/f.parquet, true",
        "a.b+(c), a.b+(c), true",
        "a.b, axb, false",
        "**, a/b/c, true"
    })
    void aPatternMatchesPaths(String glob, String path, boolean matches) {
        assertThat(Glob.of(glob).matches(path)).isEqualTo(matches);
    }

    @Test
    void aDirectoryIsListedIfAPathBelowItCouldMatch() {
        Glob glob = Glob.of("topics/orders/da*/x.parquet");

        assertThat(glob.mayMatchBelow("topics")).isTrue();
        assertThat(glob.mayMatchBelow("topics/orders")).isTrue();
        assertThat(glob.mayMatchBelow("topics/orders/day")).isTrue();
        assertThat(glob.mayMatchBelow("topics/sales")).isFalse();
        assertThat(glob.mayMatchBelow("topics/orders2")).isFalse();
        assertThat(Glob.of("**/x").mayMatchBelow("any/thing")).isTrue();
    }

    @Test
    void aDirectoryCanBeExcludedIfEveryPathBelowItMatches() {
        assertThat(Glob.of("old/**").matchesAllBelow("old")).isTrue();
        assertThat(Glob.of("**/old/**").matchesAllBelow("a/old")).isTrue();
        assertThat(Glob.of("old/*").matchesAllBelow("old")).isFalse();
        assertThat(Glob.of("old/**").matchesAllBelow("older")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "/a", "a/", "a//b", "./a", "a/../b", "a\u0000b", "a\n*", "in\\*", "a\ud800"})
    void aPatternThatMatchesNoPathIsRefused(String glob) {
        assertThatThrownBy(() -> Glob.of(glob))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("relative");
    }
}
