package io.parquetry.connect.source.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pattern matches, and which directories need not be looked into because of it. */
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
    void it_matches_paths(String glob, String path, boolean matches) {
        assertThat(Glob.of(glob).matches(path)).isEqualTo(matches);
    }

    @Test
    void a_directory_matters_when_a_path_below_it_could_match() {
        Glob glob = Glob.of("topics/orders/da*/x.parquet");

        assertThat(glob.mayMatchBelow("topics")).isTrue();
        assertThat(glob.mayMatchBelow("topics/orders")).isTrue();
        assertThat(glob.mayMatchBelow("topics/orders/day")).isTrue();
        assertThat(glob.mayMatchBelow("topics/sales")).isFalse();
        assertThat(glob.mayMatchBelow("topics/orders2")).isFalse();
        assertThat(Glob.of("**/x").mayMatchBelow("any/thing")).isTrue();
    }

    @Test
    void a_directory_of_which_all_is_matched_can_be_left_out() {
        assertThat(Glob.of("old/**").matchesAllBelow("old")).isTrue();
        assertThat(Glob.of("**/old/**").matchesAllBelow("a/old")).isTrue();
        assertThat(Glob.of("old/*").matchesAllBelow("old")).isFalse();
        assertThat(Glob.of("old/**").matchesAllBelow("older")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "/a", "a/", "a//b"})
    void what_matches_no_path_is_refused(String glob) {
        assertThatThrownBy(() -> Glob.of(glob))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("relative");
    }
}
