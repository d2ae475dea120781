package io.parquetry.connect.sink.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** A record's directory is its topic's, whatever the records before it had; transforms may give each another topic. */
class RecordDirectoryTest {
    private static final String UNWRITABLE = "unwritable";

    private static final TimeSettings TIME = TimeSettings.OF_RECORDS_IN_UTC;

    private final Directories directories =
            directories(Optional.of("topics"), PathTemplate.parse("partition=${partition}", TIME));

    private static Directories directories(Optional<String> topics, PathTemplate template) {
        RecordDirectory directory = new RecordDirectory(topics, RecordDirectoryTest::requireWritable);
        Partitioner partitioner = template.partitioner(Clock.systemUTC());
        return record -> directory.of(record, partitioner.directory(record));
    }

    /** The directories of records by a template. */
    private interface Directories {
        String of(SinkRecord record);
    }

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
    void aTemplateThatBeginsWithASlashIsTheWholePath() {
        PathTemplate lake = PathTemplate.parse("/lake/orders/p=${partition}", TIME);
        assertThat(lake.hasTopicDirectory()).isFalse();
        Directories whole = directories(Optional.empty(), lake);
        for (int i = 0; i < 3; i++) {
            assertThat(whole.of(record("orders", 0))).isEqualTo("lake/orders/p=0");
            assertThat(whole.of(record("returns", 0))).isEqualTo("lake/orders/p=0");
        }
        PathTemplate byTopic = PathTemplate.parse("/${topic}/_parquetry/p=${partition}", TIME);
        assertThat(directories(Optional.empty(), byTopic).of(record("_parquetry", 0)))
                .isEqualTo("%5Fparquetry/%5Fparquetry/p=0");
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
