package io.parquetry.connect.sink.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.storage.StoragePath;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Any text becomes one directory name, as Hive escapes it, and no text leaves its directory. */
class DirectoryNameTest {
    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "a/b, a%2Fb",
        "12:30, 12%3A30",
        "'a b', 'a b'",
        "100%, 100%25",
        "k=v, k%3Dv",
        "., %2E",
        ".., %2E.",
        "../../etc, %2E.%2F..%2Fetc",
        "x{y}[z], x%7By}%5Bz%5D",
        "'\"q\"', '%22q%22'",
        "é, é",
        "a.b, a.b"
    })
    void whatIsSpecialIsEscapedAsHiveDoes(String text, String name) {
        assertThat(DirectoryName.escaped(text)).isEqualTo(name);
    }

    @Property(tries = 500)
    void everyTextIsOneNameThatReadsBack(@ForAll @StringLength(min = 1, max = 40) String text) {
        Assume.that(StandardCharsets.UTF_8.newEncoder().canEncode(text));
        String name = DirectoryName.escaped(text);
        assertThat(StoragePath.requireFile(name)).doesNotContain("/");
        assertThat(URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8))
                .isEqualTo(text);
    }

    @Test
    void aTopicsDirectoryIsNeverHidden() {
        assertThat(DirectoryName.ofTopic("_schemas")).isEqualTo("%5Fschemas");
        assertThat(DirectoryName.ofTopic(".hidden")).isEqualTo("%2Ehidden");
        assertThat(DirectoryName.ofTopic("plain_topic")).isEqualTo("plain_topic");
    }

    @Test
    void aNameThatWouldBeTooLongIsTheRecordsFault() {
        assertThatThrownBy(() -> DirectoryName.escaped("n".repeat(300)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("300 bytes");
        assertThatThrownBy(() -> DirectoryName.escaped("")).isInstanceOf(DataException.class);
    }
}
