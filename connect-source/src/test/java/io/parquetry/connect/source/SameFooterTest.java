package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.SelectionSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files with equal footers and other rows: a footer proves that a file is another one, never that it is the same. Where
 * the storage says "another" and the footer says "equal", the bytes decide.
 */
class SameFooterTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory.resolve("root"));
        harness = new TaskHarness(tree);
    }

    /** Files that DuckDB wrote with the same footer; a: open, closed, closed; b: closed, open, closed. */
    private static byte[] duckDb(String name) throws IOException {
        try (InputStream in = SameFooterTest.class.getResourceAsStream("/same-footer/" + name + ".parquet")) {
            return in.readAllBytes();
        }
    }

    /** The numbers from 1000 on, the first ones of each row group exchanged: all with the same footer. */
    private static byte[] numbers(int rows, int rowsInRowGroup, boolean exchanged) {
        return TestTree.foreign(
                IntStream.range(0, rows)
                        .map(row -> exchanged && row % rowsInRowGroup < 2 ? row + 1 - 2 * (row % rowsInRowGroup) : row)
                        .map(row -> 1_000 + row),
                rowsInRowGroup,
                TestTree.EQUAL_FOOTERS);
    }

    private void rename(String path, byte[] content) throws IOException {
        Path hidden = directory.resolve("new");
        Files.write(hidden, content);
        Files.createDirectories(tree.root.resolve(path).getParent());
        Files.move(hidden, tree.root.resolve(path), StandardCopyOption.REPLACE_EXISTING);
    }

    private FileTime time(String path) throws IOException {
        return Files.getLastModifiedTime(tree.root.resolve(path));
    }

    private void setTime(String path, FileTime time) throws IOException {
        Files.setLastModifiedTime(tree.root.resolve(path), time);
    }

    private void touch(String path) throws IOException {
        setTime(path, FileTime.fromMillis(time(path).toMillis() + 5));
    }

    private List<SourceRecord> sendAll() {
        List<SourceRecord> sent = harness.scanTwice();
        harness.acknowledge(sent);
        harness.scan();
        return sent;
    }

    private List<SourceRecord> afterRestart() {
        harness.stop();
        harness.start();
        return sendAll();
    }

    private static List<String> statuses(List<SourceRecord> records) {
        return records.stream()
                .map(record -> ((Struct) record.value()).getString("status"))
                .toList();
    }

    private boolean exists(String path) {
        return Files.exists(tree.root.resolve(path));
    }

    @ParameterizedTest
    @CsvSource({"delete,false", "delete,true", "move,false", "move,true"})
    void aNewFileWithTheFooterOfTheOneBeforeIsSent(String onFinish, boolean restarts) throws IOException {
        harness.with(FinishSettings.ON_FINISH, onFinish.equals("move") ? "move:finished" : onFinish);
        harness.start();
        rename("status.parquet", duckDb("a"));
        assertThat(statuses(sendAll())).containsExactly("open", "closed", "closed");
        assertThat(exists("status.parquet")).isFalse();
        rename("status.parquet", duckDb("b"));
        touch("status.parquet");

        assertThat(statuses(restarts ? afterRestart() : sendAll())).containsExactly("closed", "open", "closed");
        assertThat(exists("status.parquet")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"false,false", "false,true", "true,false", "true,true"})
    void aKeptFileThatIsReplacedHasChangedWhateverItsFooter(boolean restarts, boolean putsTimeBack) throws IOException {
        harness.with(FailureSettings.ON_CHANGED_FILE, "restart").start();
        rename("status.parquet", duckDb("a"));
        FileTime time = time("status.parquet");
        assertThat(sendAll()).hasSize(3);
        rename("status.parquet", duckDb("b"));
        if (putsTimeBack) {
            setTime("status.parquet", time);
        } else {
            touch("status.parquet");
        }

        assertThat(statuses(restarts ? afterRestart() : sendAll())).containsExactly("closed", "open", "closed");
        assertThat(afterRestart()).isEmpty();
    }

    @Test
    void byDefaultAReplacedFileFailsTheTask() throws IOException {
        harness.start();
        rename("status.parquet", duckDb("a"));
        sendAll();
        rename("status.parquet", duckDb("b"));
        touch("status.parquet");

        assertThatThrownBy(this::afterRestart)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("status.parquet has changed after 3 of its 3 rows were sent")
                .hasMessageContaining("on.changed.file");
    }

    @ParameterizedTest
    @CsvSource({"false,touch", "true,touch", "false,copy", "true,copy"})
    void aFileWithTheSameBytesIsNotSentAgain(boolean restarts, String how) throws IOException {
        harness.start();
        byte[] content = numbers(3_000, 500, false);
        rename("a.parquet", content);
        assertThat(sendAll()).hasSize(3_000);
        if (how.equals("touch")) {
            touch("a.parquet");
        } else {
            rename("a.parquet", content);
        }

        assertThat(restarts ? afterRestart() : sendAll()).isEmpty();
        harness.storage.opened.clear();
        assertThat(sendAll()).isEmpty();
        assertThat(harness.storage.opened).as("once it is proved").isEmpty();
    }

    /** Whichever of the reads fails: of a page, or of the footer before the last row. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void norIsOneThatWasReadThroughAFailureOfTheStorage(int failing) throws IOException {
        int[] reads = {0};
        harness.storage.reading = () -> harness.storage.failuresLeft = reads[0]++ == failing ? 1 : 0;
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "7").start();
        rename("a.parquet", numbers(15, 4, false));
        List<SourceRecord> sent = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            sent.addAll(harness.scan());
        }
        assertThat(reads[0]).isGreaterThan(failing + 1);
        assertThat(TaskHarness.numbers(sent)).hasSize(15).doesNotHaveDuplicates();
        harness.acknowledge(sent);
        touch("a.parquet");

        assertThat(afterRestart()).isEmpty();
    }

    @Test
    void aTouchedFileIsDeletedAfterARestart() throws IOException {
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        tree.put("a.parquet", numbers(100, 50, false));
        harness.scanTwice().forEach(harness.context::commit);
        touch("a.parquet");

        assertThat(afterRestart()).isEmpty();
        assertThat(exists("a.parquet")).isFalse();
    }

    @Test
    void columnsThatAreNotSentProveNothing() throws IOException {
        harness.with(SelectionSettings.COLUMNS, "n").start();
        tree.put("a.parquet", numbers(100, 50, false));
        assertThat(sendAll()).hasSize(100);
        touch("a.parquet");
        assertThat(afterRestart()).as("the same columns").isEmpty();

        harness.config.remove(SelectionSettings.COLUMNS);
        assertThatThrownBy(this::afterRestart).hasMessageContaining("a.parquet has changed");
    }

    @Test
    void aFileOfWhichAFilterTookRowsIsAnotherOnceItIsTouched() throws IOException {
        harness.with(SelectionSettings.FILTER, "n < 1010")
                .with(FailureSettings.ON_CHANGED_FILE, "restart")
                .start();
        tree.put("a.parquet", numbers(100, 50, false));
        assertThat(sendAll()).hasSize(10);
        touch("a.parquet");

        assertThat(afterRestart()).hasSize(10);
    }

    @Test
    void aFileThatWasSentInTwoRunsIsAnotherOnceItIsTouched() throws IOException {
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "60")
                .with(FailureSettings.ON_CHANGED_FILE, "restart")
                .start();
        tree.put("a.parquet", numbers(100, 50, false));
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        harness.acknowledge(harness.poll());
        assertThat(afterRestart()).hasSize(40);
        assertThat(harness.context.offset(Map.of("file", "a.parquet"))).doesNotContainKey("content");
        assertThat(afterRestart()).isEmpty();
        touch("a.parquet");

        assertThat(afterRestart()).hasSize(100);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aFileThatIsReplacedWhileItIsReadHasChanged(boolean restarts) throws IOException {
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "30").start();
        rename("a.parquet", numbers(100, 50, false));
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        List<SourceRecord> sent = new ArrayList<>(harness.poll());
        assertThat(sent).hasSize(30);
        harness.acknowledge(sent);
        FileTime time = time("a.parquet");
        rename("a.parquet", numbers(100, 50, true));
        setTime("a.parquet", time);
        if (restarts) {
            harness.stop();
            harness.start();
        }

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 4; i++) {
                        sent.addAll(harness.scan());
                    }
                })
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("a.parquet has changed after");
        assertThat(sent).hasSizeLessThanOrEqualTo(50);
    }

    @Test
    void aFileWhoseTimeIsPutBackAfterItWasSeenToChangeHasChanged() throws IOException {
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "30").start();
        tree.put("a.parquet", numbers(100, 50, false));
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        harness.acknowledge(harness.poll());
        FileTime time = time("a.parquet");
        tree.put("a.parquet", numbers(100, 50, true));
        touch("a.parquet");
        harness.acknowledge(harness.poll());
        setTime("a.parquet", time);

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 4; i++) {
                        harness.scan();
                    }
                })
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("a.parquet has changed after");
    }

    @Test
    void theLastRowIsNotSentOfAFileThatWasOverwrittenWithItsSizeAndTimePutBack() throws IOException {
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "30")
                .with(FailureSettings.ON_CHANGED_FILE, "restart")
                .start();
        tree.put("a.parquet", TestTree.foreign(IntStream.range(1_000, 1_050), 50, TestTree.EQUAL_FOOTERS));
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        assertThat(harness.poll()).hasSize(30);
        FileTime time = time("a.parquet");
        tree.put("a.parquet", TestTree.foreign(IntStream.range(2_000, 2_050), 50, TestTree.EQUAL_FOOTERS));
        setTime("a.parquet", time);

        assertThat(TaskHarness.numbers(harness.poll())).doesNotContain(1_049);
        assertThat(TaskHarness.numbers(harness.scanTwice()))
                .isEqualTo(IntStream.range(2_000, 2_050).boxed().toList());
    }

    @Test
    void aPositionOfAnEarlierVersionIsResumedAndItsFileIsDeleted() throws IOException {
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "30")
                .with(FinishSettings.ON_FINISH, "delete")
                .start();
        tree.put("a.parquet", numbers(100, 50, false));
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        harness.acknowledge(harness.poll());
        Map<String, Object> position = new HashMap<>(harness.context.offset(Map.of("file", "a.parquet")));
        position.remove("id");
        harness.context.commit(Map.of("file", "a.parquet"), position);

        assertThat(TaskHarness.numbers(afterRestart()))
                .isEqualTo(IntStream.range(1_030, 1_100).boxed().toList());
        assertThat(exists("a.parquet")).isFalse();
    }

    @Test
    void theFileThatTakesThePathOfASentOneIsNotDeletedUnsent() throws IOException {
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        rename("status.parquet", duckDb("a"));
        List<SourceRecord> sent = harness.scanTwice();
        harness.acknowledge(sent);
        harness.storage.renaming = () -> {
            harness.storage.renaming = () -> {};
            try {
                rename("status.parquet", duckDb("b"));
                touch("status.parquet");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        };

        harness.scan();
        assertThat(statuses(harness.scanTwice())).containsExactly("closed", "open", "closed");
    }
}
