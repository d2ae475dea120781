package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.log.LoggedLines;
import io.parquetry.connect.source.config.AllowedTopics;
import io.parquetry.connect.source.config.RestoreSettings;
import io.parquetry.connect.source.config.RowSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A foreign file neither holds a stream whose files it imitates, nor chooses topics where the user has set one. */
class ForeignFileInStreamTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    private void writeOrders() {
        new SinkArchive(directory)
                .with("flush.size", "50")
                .write(
                        new TopicPartition("orders", 0),
                        LongStream.range(0, 100).mapToObj(offset -> TestTree.order("orders", 0, offset)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders+0+0000000000+0000999999.parquet",
                "orders+0+0000000099+0000000100.parquet",
                "orders+0+0000000100+0000000200.parquet",
                "orders+0+0000000000+0000999999+g7.parquet"
            })
    void itIsSentBesideTheStream(String name) {
        writeOrders();
        tree.put("topics/orders/partition=0/" + name, TestTree.foreign(5));
        harness.start();

        List<SourceRecord> sent = harness.scanTwice();

        assertThat(sent.stream().filter(record -> record.topic().equals("orders")))
                .hasSize(100);
        // A file that begins at the ledger's position is in nobody's way, and waits for the position to pass it.
        assertThat(sent.stream().filter(record -> record.topic().equals("strange")))
                .hasSize(name.contains("+0000000100+") || name.contains("+g7") ? 0 : 5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders+0+0000000100+0000000200.parquet",
                "orders+0+0000000200+0000000300.parquet",
                "orders+0+0000000000+0000999999+g7.parquet"
            })
    void whatLiesBehindTheLedgerIsNamedOnce(String name) {
        writeOrders();
        tree.put("topics/orders/partition=0/" + name, TestTree.foreign(5));
        harness.start();

        List<String> lines = LoggedLines.with("is skipped and stays where it is", () -> {
            for (int i = 0; i < 4; i++) {
                harness.scan();
            }
        });

        assertThat(lines).singleElement().asString().contains(name).contains("give it another name");
    }

    @Test
    void restoringFailsWithItsName() {
        writeOrders();
        harness.config.remove(RowSettings.TOPIC);
        harness.with("mode", "restore");
        tree.put("topics/orders/partition=0/orders+0+0000000000+0000999999.parquet", TestTree.foreign(5));
        harness.start();

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 4; i++) {
                        harness.scan();
                    }
                })
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("orders+0+0000000000+0000999999.parquet cannot be restored");
    }

    private List<SourceRecord> sendDroppedFile() {
        tree.put("drop/a.parquet", TestTree.bytes(RecordMetadata.KAFKA, List.of(TestTree.order("payments", 3, 7))));
        harness.start();
        return harness.scanTwice();
    }

    @Test
    void itsRowsGoToTheTopicThatTheUserHasSet() {
        harness.config.remove(AllowedTopics.KEY);

        SourceRecord sent = sendDroppedFile().get(0);

        assertThat(sent.topic()).isEqualTo("strange");
        assertThat(sent.kafkaPartition()).isNull();
        assertThat(sent.key()).isEqualTo("k7");
    }

    @Test
    void itsRowsNameTheirTopicWhereTheUserAllowsThatOrMapsItOrHasSetNone() {
        harness.with(AllowedTopics.KEY, "payments|strange");
        assertThat(sendDroppedFile()).extracting(SourceRecord::topic).containsExactly("payments");

        harness.config.remove(AllowedTopics.KEY);
        harness.with(RestoreSettings.TOPIC_MAPPING, "payments:copy");
        assertThat(sendDroppedFile()).extracting(SourceRecord::topic).containsExactly("copy");

        harness.config.remove(RowSettings.TOPIC);
        harness.config.remove(RestoreSettings.TOPIC_MAPPING);
        assertThat(sendDroppedFile()).extracting(SourceRecord::topic).containsExactly("payments");
    }
}
