package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file that is overwritten in place while it is read: no row group after the change is sent, the last row is not sent,
 * and the error says how many rows may be mixed of old and new content.
 */
class OverwrittenFileTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree).with(DeliverySettings.BATCH_MAX_RECORDS, "15");
    }

    /** Overwrites the file in place with one of as many bytes and other content. */
    private void overwrite() throws IOException {
        byte[] other = TestTree.foreign(50, 10);
        for (int i = 0; i < other.length - 1; i++) {
            if (other[i] == 'w' && other[i + 1] >= '0' && other[i + 1] <= '9') {
                other[i] = 'x';
            }
        }
        tree.put("a.parquet", other);
        Path file = directory.resolve("a.parquet");
        Files.setLastModifiedTime(
                file, FileTime.fromMillis(Files.getLastModifiedTime(file).toMillis() + 5));
    }

    private List<SourceRecord> sendFifteenAndOverwrite() throws IOException {
        tree.put("a.parquet", TestTree.foreign(50, 10));
        harness.start();
        assertThat(harness.scan()).isEmpty();
        harness.nowMs += TaskHarness.SCAN_MS;
        List<SourceRecord> sent = new ArrayList<>(harness.poll());
        assertThat(sent).hasSize(15);
        overwrite();
        return sent;
    }

    @Test
    void nothingIsSentAfterTheRowGroupInWhichTheFileChanged() throws IOException {
        List<SourceRecord> sent = sendFifteenAndOverwrite();
        sent.addAll(harness.poll());

        assertThat(TaskHarness.numbers(sent))
                .isEqualTo(IntStream.range(0, 19).boxed().toList());
    }

    @Test
    void theErrorSaysHowManyRowsMayBeMixed() throws IOException {
        sendFifteenAndOverwrite();

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 4; i++) {
                        harness.scan();
                    }
                })
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("the file a.parquet has changed after 19 of its 50 rows were sent")
                .hasMessageContaining("10 of these (rows 9 to 18)")
                .hasMessageContaining("may be mixed of old and new content");
    }

    @Test
    void theLastRowIsNotSentOfAFileThatChanged() throws IOException {
        tree.put("a.parquet", TestTree.foreign(12));
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "5")
                .with(FailureSettings.ON_CHANGED_FILE, "restart")
                .start();
        assertThat(harness.scan()).isEmpty();
        harness.nowMs += TaskHarness.SCAN_MS;
        List<SourceRecord> sent = new ArrayList<>(harness.poll());
        Path file = directory.resolve("a.parquet");
        tree.put("a.parquet", TestTree.foreign(13));
        Files.setLastModifiedTime(
                file, FileTime.fromMillis(Files.getLastModifiedTime(file).toMillis() + 5));
        sent.addAll(harness.poll());
        sent.addAll(harness.poll());
        assertThat(TaskHarness.numbers(sent))
                .isEqualTo(IntStream.range(0, 11).boxed().toList());

        assertThat(TaskHarness.numbers(harness.scanTwice()))
                .isEqualTo(IntStream.range(0, 13).boxed().toList());
    }
}
