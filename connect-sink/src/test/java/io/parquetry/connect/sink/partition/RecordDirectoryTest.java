package io.parquetry.connect.sink.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.OptionalLong;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** A record's directory is its topic's, whatever the records before it had; transforms may give each another topic. */
class RecordDirectoryTest {
    private static final String UNWRITABLE = "unwritable";

    private final Partitioner partitioner = PathTemplate.parse(
                    "partition=${partition}",
                    new TimeSettings(
                            new TimestampSource.OfRecord(),
                            TimeBounds.ANY,
                            ZoneOffset.UTC,
                            Locale.ENGLISH,
                            OptionalLong.empty()))
            .partitioner(Clock.systemUTC());
    private final RecordDirectory directories =
            new RecordDirectory("topics", partitioner, RecordDirectoryTest::requireWritable);

    private static void requireWritable(String directory) {
        if (directory.contains(UNWRITABLE)) {
            throw new IllegalArgumentException("too long");
        }
    }

    private static SinkRecord record(String topic, int partition) {
        return new SinkRecord(topic, partition, null, null, null, 1, 0);
    }

    @Test
    void topicsThatTakeTurnsKeepTheirDirectories() {
        for (int i = 0; i < 3; i++) {
            assertThat(directories.of(record("orders", 0))).isEqualTo("topics/orders/partition=0");
            assertThat(directories.of(record("orders", 1))).isEqualTo("topics/orders/partition=1");
            assertThat(directories.of(record("returns", 1))).isEqualTo("topics/returns/partition=1");
        }
    }

    @Test
    void aTopicWithoutADirectoryIsRefusedEachTime() {
        directories.of(record("orders", 0));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> directories.of(record(UNWRITABLE, 0)))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("too long");
        }
        assertThat(directories.of(record("orders", 0))).isEqualTo("topics/orders/partition=0");
    }
}
