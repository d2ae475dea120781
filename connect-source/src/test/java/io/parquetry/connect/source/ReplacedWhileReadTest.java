package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.DeliverySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A file that is taken away and brought back while it is open: the storage says that it is another file. If no row was
 * sent, it is begun anew; if it begins with the bytes that were read, it is continued; otherwise it has changed.
 */
class ReplacedWhileReadTest {
    private static final int SCANS = 4;

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory.resolve("root"));
        harness = new TaskHarness(tree);
    }

    /** Puts another file, of a number of its own and with the time of the one before, at a path. */
    private void bring(String path, byte[] content) throws IOException {
        Path file = tree.root.resolve(path);
        FileTime time = Files.getLastModifiedTime(file);
        Path hidden = directory.resolve("hidden");
        Files.write(hidden, content);
        Files.setLastModifiedTime(hidden, time);
        Files.move(hidden, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private void bringBack(String path) throws IOException {
        bring(path, Files.readAllBytes(tree.root.resolve(path)));
    }

    private List<SourceRecord> send(int records) {
        tree.ledger("orders", 0, 7, 0, 14);
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "1").start();
        List<SourceRecord> sent = new ArrayList<>();
        while (sent.size() < records) {
            List<SourceRecord> batch = harness.poll();
            harness.nowMs += batch.isEmpty() ? TaskHarness.SCAN_MS : 0;
            sent.addAll(batch);
        }
        return sent;
    }

    private List<SourceRecord> withRest(List<SourceRecord> sent) {
        for (int i = 0; i < SCANS; i++) {
            sent.addAll(harness.scan());
        }
        return sent;
    }

    private String orders(String directory, long... offsets) {
        return tree.orders("orders", 0, directory, offsets);
    }

    @Test
    void aFileThatIsBroughtBackIsContinued() throws IOException {
        tree.put("a.parquet", TestTree.foreign(100, 10));
        List<SourceRecord> sent = send(35);
        bringBack("a.parquet");

        assertThat(TaskHarness.numbers(withRest(sent)))
                .isEqualTo(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void aFileOfAStreamThatIsBroughtBackIsContinued() throws IOException {
        String red = orders("red", 1, 3, 5, 7);
        orders("blue", 0, 2, 4, 6, 8);
        List<SourceRecord> sent = send(3);
        bringBack(red);

        assertThat(TaskHarness.ids(withRest(sent)))
                .isEqualTo(LongStream.rangeClosed(0, 8).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aFileMayBeBroughtBackAgainAndAgain(int records) throws IOException {
        String red = orders("red", 1, 3, 5, 7, 9, 11, 13);
        orders("blue", 0, 2, 4, 6, 8, 10, 12);
        List<SourceRecord> sent = send(records);
        for (int i = 0; i < 20; i++) {
            bringBack(red);
            harness.nowMs += TaskHarness.SCAN_MS;
            sent.addAll(harness.poll());
        }

        assertThat(TaskHarness.ids(withRest(sent)))
                .isEqualTo(LongStream.rangeClosed(0, 13).boxed().toList());
    }

    /** The file is open, since its first row may be the next of its stream. */
    @Test
    void aFileOfWhichNoRowWasSentIsBegunAnew() throws IOException {
        orders("red", 0, 1, 2, 3, 4, 6);
        String blue = orders("blue", 5, 7);
        List<SourceRecord> sent = send(2);
        bring(
                blue,
                TestTree.bytes(
                        RecordMetadata.KAFKA,
                        List.of(TestTree.order("orders", 0, 5), TestTree.order("orders", 0, 7)),
                        1));

        assertThat(TaskHarness.ids(withRest(sent))).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }

    /** The points of the stream say which rows of the file were sent by the task before. */
    @Test
    void aFileOfAStreamThatWasBegunByAnotherTaskIsContinued() throws IOException {
        String red = orders("red", 1, 3, 5, 7, 9, 11, 13);
        orders("blue", 0, 2, 4, 6, 8, 10, 12);
        List<SourceRecord> sent = send(6);
        harness.acknowledge(sent);
        harness.stop();
        harness.start();
        for (int i = 0; i < 3; i++) {
            harness.nowMs += TaskHarness.SCAN_MS;
            sent.addAll(harness.poll());
            bringBack(red);
        }

        assertThat(TaskHarness.ids(withRest(sent)))
                .isEqualTo(LongStream.rangeClosed(0, 13).boxed().toList());
    }

    @Test
    void otherRowsAmongThoseThatWereReadAreAChange() throws IOException {
        tree.put("a.parquet", TestTree.exchanged(100, 100));
        List<SourceRecord> sent = send(30);
        bring("a.parquet", TestTree.exchanged(100, 0));

        assertThatThrownBy(() -> withRest(sent))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("a.parquet has changed after 39 of its 100 rows were sent");
    }

    @Test
    void otherRowsAmongThoseThatAreStillToBeReadAreSent() throws IOException {
        tree.put("a.parquet", TestTree.exchanged(100, 100));
        List<SourceRecord> sent = send(30);
        bring("a.parquet", TestTree.exchanged(100, 81));

        List<Integer> all = TaskHarness.numbers(withRest(sent));
        assertThat(all).hasSize(100).doesNotHaveDuplicates();
        assertThat(all.subList(80, 84)).containsExactly(1_080, 1_082, 1_081, 1_083);
    }

    @Test
    void anotherFooterIsAChange() throws IOException {
        String red = orders("red", 1, 3, 5, 7);
        orders("blue", 0, 2, 4, 6, 8);
        List<SourceRecord> sent = send(3);
        bring(
                red,
                TestTree.bytes(
                        RecordMetadata.KAFKA,
                        LongStream.of(1, 3, 5, 7)
                                .mapToObj(id -> TestTree.order("orders", 0, id))
                                .toList(),
                        2));

        assertThatThrownBy(() -> withRest(sent))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining(red + " has changed after 3 of its 4 rows were sent");
    }

    /** Where reading began in the middle, the rows before are those of a file that nobody has hashed. */
    @Test
    void aFileThatWasBegunByAnotherTaskHasChanged() throws IOException {
        tree.put("a.parquet", TestTree.foreign(100, 10));
        harness.acknowledge(send(15));
        harness.stop();
        harness.start();
        harness.nowMs += TaskHarness.SCAN_MS;
        List<SourceRecord> sent = new ArrayList<>(harness.poll());
        assertThat(sent).hasSize(1);
        bringBack("a.parquet");

        assertThatThrownBy(() -> withRest(sent))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("a.parquet has changed after");
    }

    @Test
    void aFileThatWasSentAnewAndIsBroughtBackBeforeItsFirstRowHasNotChangedAgain() throws IOException {
        orders("red", 0, 1, 2, 3, 4, 6);
        String blue = orders("blue", 5, 7);
        List<SourceRecord> sent = send(2);
        bringBack(blue);
        harness.nowMs += TaskHarness.SCAN_MS;
        sent.addAll(harness.poll());
        bringBack(blue);

        assertThat(TaskHarness.ids(withRest(sent))).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }
}
