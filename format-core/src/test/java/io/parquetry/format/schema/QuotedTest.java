package io.parquetry.format.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A quote within quotes is written twice; the first single one closes. */
class QuotedTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a.b", "`", "``", "a`b", "\"", "'`'"})
    void whatIsQuotedComesBack(String content) {
        for (char quote : "\"`'".toCharArray()) {
            String text = "x" + Quoted.of(content, quote) + ".y";

            assertThat(Quoted.end(text, 1)).isEqualTo(text.length() - 2);
            assertThat(Quoted.content(text, 1, text.length() - 2)).isEqualTo(content);
        }
    }

    @ParameterizedTest
    @CsvSource({"`, -1", "`a, -1", "```, -1", "`a``, -1", "``, 2", "`a`, 3", "`a``b`, 6", "`a`b`, 3"})
    void aQuoteThatIsDoubledDoesNotClose(String text, int end) {
        assertThat(Quoted.end(text, 0)).isEqualTo(end);
    }
}
