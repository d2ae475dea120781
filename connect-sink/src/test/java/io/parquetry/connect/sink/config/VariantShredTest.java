package io.parquetry.connect.sink.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which parts of a variant get columns: none, those that a sample shows, or those at paths. */
class VariantShredTest {
    private static VariantShred shred(String words) {
        return SinkSettings.of(Map.of("name", "a", "storage.url", "/data", "variant.shred", words))
                .schema()
                .variantShred();
    }

    private static String column(String words) {
        var sample = shred(words).sample();
        sample.observe(Map.of("a.b", "x", "c", Map.of("d", 1L, "e", 2.5)));
        return sample.column("value").toString();
    }

    @Test
    void withoutTheKeyVariantsAreStoredWhole() {
        assertThat(SinkSettings.of(Map.of("name", "a", "storage.url", "/data"))
                        .schema()
                        .variantShred())
                .isEqualTo(VariantShred.WHOLE);
        assertThat(column("none")).doesNotContain("typed_value");
    }

    @Test
    void partsAreChosenByASampleOrByTheirPaths() {
        assertThat(column("auto")).contains("a.b", "d", "e");
        assertThat(column("c.d")).contains("name=d").doesNotContain("a.b", "name=e");
        assertThat(column("\"a.b\",none.x")).contains("name=a.b").doesNotContain("name=d");
    }

    @Test
    void atMost200PartsHaveColumns() {
        // Beside the 199 ends of the paths, the object a is a part.
        String all = paths(199);
        assertThat(column(all)).contains("name=a,", "name=f0,", "name=f198,");

        assertThatThrownBy(() -> shred(paths(200)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("variant.shred")
                .hasMessageContaining("the 200 paths have 201 parts")
                .hasMessageContaining("there may be 200");
    }

    @Test
    void aPathHasAtMost8Names() {
        var sample = shred("a.b.c.d.e.f.g.h").sample();
        Object value = 1L;
        for (String name : List.of("h", "g", "f", "e", "d", "c", "b", "a")) {
            value = Map.of(name, value);
        }
        sample.observe(value);
        assertThat(sample.column("value").toString()).contains("name=h", "INT64");

        assertThatThrownBy(() -> shred("id,a.b.c.d.e.f.g.h.i"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("variant.shred")
                .hasMessageContaining("the path a.b.c.d.e.f.g.h.i has 9 names; there may be 8. Name an object");
    }

    private static String paths(int count) {
        return IntStream.range(0, count).mapToObj(i -> "a.f" + i).collect(Collectors.joining(","));
    }

    @ParameterizedTest
    @CsvSource({
        "'', none, auto or paths",
        "'auto,a', the word auto must be the only entry",
        "'a,none', the word none must be the only entry",
        "'a.b,a.b', the path a.b is there twice",
        "'a..b', empty name",
    })
    void otherWordsAreRefusedAtTheKey(String words, String reason) {
        assertThatThrownBy(() -> shred(words))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("variant.shred")
                .hasMessageContaining(reason);
    }
}
