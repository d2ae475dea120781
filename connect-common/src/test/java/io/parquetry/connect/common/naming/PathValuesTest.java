package io.parquetry.connect.common.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values of a path are those that its writer had. */
class PathValuesTest {
    @Test
    void onlyDirectoriesWithAKeyHaveAValue() {
        assertThat(PathValues.of("/t/a=1/b=/c=__HIVE_DEFAULT_PARTITION__/=x/plain/a=2/d=e=f/g=file.parquet"))
                .containsExactly(
                        Map.entry("a", Optional.of("1")),
                        Map.entry("b", Optional.of("")),
                        Map.entry("c", Optional.empty()),
                        Map.entry("d", Optional.of("e=f")));
        assertThat(PathValues.of("a=1")).isEmpty();
        assertThat(PathValues.of("")).isEmpty();
        assertThat(PathValues.of("%5Fk%3D=%5F_HIVE_DEFAULT_PARTITION__/x"))
                .containsExactly(Map.entry("_k=", Optional.of("__HIVE_DEFAULT_PARTITION__")));
    }

    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "a%2fb%2Fc, a/b/c",
        "%C3%A9, \u00e9",
        "%C3x%A9, \u00c3x\u00a9",
        "%F0%9F%98%80!, \ud83d\ude00!",
        "100%, 100%",
        "%4, %4",
        "%zz%25, %zz%",
        "%2541, %41"
    })
    void escapesBecomeTheirCharacters(String text, String plain) {
        assertThat(PathValues.unescaped(text)).isEqualTo(plain);
    }
}
