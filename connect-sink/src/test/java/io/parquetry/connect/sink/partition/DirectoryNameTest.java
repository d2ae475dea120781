package io.parquetry.connect.sink.partition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is special in a name is escaped as Hive does, and no name is hidden. */
class DirectoryNameTest {
    private static String ofValue(String value) {
        StringBuilder name = new StringBuilder();
        DirectoryName.appendValue(name, value);
        return name.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "a/b, a%2Fb",
        "12:30, 12%3A30",
        "'a b', 'a b'",
        "100%, 100%25",
        "k=v, k%3Dv",
        "../../etc, ..%2F..%2Fetc",
        "a\\b, a%5Cb",
        "x{y}[z], x%7By}%5Bz%5D",
        "'\"q\"', '%22q%22'",
        "é, é",
        "a.b, a.b"
    })
    void specialCharactersAreEscapedAsHiveDoes(String text, String name) {
        assertThat(ofValue(text)).isEqualTo(name);
    }

    @Test
    void controlCharactersAreEscaped() {
        assertThat(ofValue("a\u0000b\nc\u007f")).isEqualTo("a%00b%0Ac%7F");
    }

    @Test
    void nullIsDistinguishedFromATextThatEqualsItsName() {
        assertThat(ofValue("")).isEqualTo("__HIVE_DEFAULT_PARTITION__");
        assertThat(ofValue("__HIVE_DEFAULT_PARTITION__")).isEqualTo("%5F_HIVE_DEFAULT_PARTITION__");
    }

    @ParameterizedTest
    @CsvSource({"_schemas, %5Fschemas", ".hidden, %2Ehidden", ".., %2E%2E", "., %2E", "plain_topic, plain_topic"})
    void aTopicsDirectoryIsNeverHidden(String topic, String name) {
        assertThat(DirectoryName.ofTopic(topic)).isEqualTo(name);
    }

    @Test
    void noDirectoryEndsWithADotThatAzureWouldDrop() {
        assertThat(DirectoryName.ofTopic("orders.")).isEqualTo("orders%2E");
        assertThat(DirectoryName.finish(new StringBuilder("name=Smith Jr."))).isEqualTo("name=Smith Jr%2E");
    }
}
