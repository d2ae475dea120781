package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.SelectionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that are moved, linked, swapped and merged while they are read: each row is sent once, and no file is deleted
 * that was not sent.
 */
class MovedFilesTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory.resolve("root"));
        harness = new TaskHarness(tree);
    }

    private Path path(String path) {
        return tree.root.resolve(path);
    }

    private void move(String from, String to) {
        try {
            Files.createDirectories(path(to).getParent());
            Files.move(path(from), path(to), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean exists(String path) {
        return Files.exists(path(path));
    }

    private List<SourceRecord> sendAll() {
        List<SourceRecord> sent = new ArrayList<>(harness.scanTwice());
        harness.acknowledge(sent);
        harness.scanTwice().forEach(sent::add);
        return sent;
    }

    private void restart() {
        harness.stop();
        harness.start();
    }

    /** The first records of all; one in each batch. */
    private List<SourceRecord> send(int records) {
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "1").start();
        List<SourceRecord> sent = new ArrayList<>();
        while (sent.size() < records) {
            List<SourceRecord> batch = harness.poll();
            harness.nowMs += batch.isEmpty() ? TaskHarness.SCAN_MS : 0;
            sent.addAll(batch);
        }
        return sent;
    }

    private static List<Long> offsets(int from, int to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void twoFilesOfOneFooterThatSwapTheirNamesHaveChanged(boolean restarts) throws IOException {
        harness.with(FailureSettings.ON_CHANGED_FILE, "restart").start();
        tree.put("a.parquet", TestTree.exchanged(20, 2));
        tree.put("b.parquet", TestTree.exchanged(20, 8));
        FileTime time = Files.getLastModifiedTime(path("a.parquet"));
        Files.setLastModifiedTime(path("b.parquet"), time);
        assertThat(sendAll()).hasSize(40);
        move("a.parquet", "_c");
        move("b.parquet", "a.parquet");
        move("_c", "b.parquet");
        if (restarts) {
            restart();
        }

        List<Integer> again = TaskHarness.numbers(sendAll());
        assertThat(again).hasSize(40);
        assertThat(again.subList(8, 10)).as("of a, which was b").containsExactly(1_009, 1_008);
    }

    @Test
    void twoNamesOfOneFileAreTwoFiles() throws IOException {
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        tree.put("a.parquet", TestTree.exchanged(20, 2));
        Files.createLink(path("b.parquet"), path("a.parquet"));

        assertThat(sendAll()).hasSize(40);
        assertThat(exists("a.parquet") || exists("b.parquet")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "move"})
    void aSentFileThatIsRenamedBeforeItsOffsetIsCommittedIsSentUnderItsNewName(String onFinish) {
        harness.with(FinishSettings.ON_FINISH, onFinish.equals("move") ? "move:finished" : onFinish);
        harness.start();
        tree.put("a.parquet", TestTree.exchanged(20, 2));
        List<SourceRecord> sent = harness.scanTwice();
        assertThat(sent).hasSize(20);
        move("a.parquet", "b.parquet");
        tree.put("a.parquet", TestTree.exchanged(20, 8));
        harness.acknowledge(sent);

        assertThat(sendAll()).as("the new file a, and b").hasSize(40);
        assertThat(exists("a.parquet") || exists("b.parquet")).isFalse();
    }

    @Test
    void aFileIsNotDeletedThatReplacedTheSentOneWithItsTimeWhileTheTaskWasDown() throws IOException {
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        tree.put("a.parquet", TestTree.exchanged(20, 2));
        FileTime time = Files.getLastModifiedTime(path("a.parquet"));
        harness.scanTwice().forEach(harness.context::commit);
        harness.stop();
        tree.put("_new", TestTree.exchanged(20, 8));
        Files.setLastModifiedTime(path("_new"), time);
        move("_new", "a.parquet");
        harness.start();

        assertThat(TaskHarness.numbers(sendAll()))
                .hasSize(20)
                .startsWith(1_000, 1_001, 1_002)
                .contains(1_009, 1_008);
        assertThat(exists("a.parquet")).isFalse();
    }

    @Test
    void columnsThatWereChosenAnewMakeNoOtherFileOfAnUnchangedOne() {
        harness.with(SelectionSettings.COLUMNS, "n").start();
        tree.put("a.parquet", TestTree.exchanged(20, 2));
        assertThat(sendAll()).hasSize(20);
        harness.config.remove(SelectionSettings.COLUMNS);
        restart();

        assertThat(sendAll()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 7})
    void aFileOfAStreamThatMovesToAnotherDirectoryGoesOnThere(int records) {
        String red = tree.orders("orders", 0, "red", 0, 2, 4, 6, 8);
        tree.orders("orders", 0, "blue", 1, 3, 5, 7);
        tree.ledger("orders", 0, 7, 0, 9);
        List<SourceRecord> sent = send(records);
        move(red, red.replace("red", "green"));
        for (int i = 0; i < 4; i++) {
            sent.addAll(harness.scan());
        }

        assertThat(TaskHarness.ids(sent)).isEqualTo(offsets(0, 8));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 6})
    void aCompactionOfAFileThatIsOpenLosesAndRepeatsNothing(int records) {
        String first = tree.orders("orders", 0, "d", 0, 1, 2, 3);
        String second = tree.orders("orders", 0, "d", 4, 5, 6, 7);
        tree.ledger("orders", 0, 7, 0, 8);
        List<SourceRecord> sent = send(records);
        tree.delete(first);
        tree.orders("orders", 0, "d", 0, 1, 2, 3, 4, 5, 6, 7);
        for (int i = 0; i < 2; i++) {
            sent.addAll(harness.scan());
        }
        tree.delete(second);
        for (int i = 0; i < 4; i++) {
            sent.addAll(harness.scan());
        }

        assertThat(TaskHarness.ids(sent)).isEqualTo(offsets(0, 7));
    }

    @Test
    void aDirectoryThatBecomesALinkOutOfTheRootAfterItWasListedIsNotRead() throws IOException {
        tree.put("in/a.parquet", TestTree.exchanged(20, 2));
        Path outside = directory.resolve("outside");
        Files.createDirectories(outside);
        Files.write(outside.resolve("a.parquet"), TestTree.exchanged(20, 8));
        Files.setLastModifiedTime(outside.resolve("a.parquet"), Files.getLastModifiedTime(path("in/a.parquet")));
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        harness.scan();
        move("in", "_in");
        Files.createSymbolicLink(path("in"), outside);

        assertThat(sendAll()).isEmpty();
        assertThat(outside.resolve("a.parquet")).exists();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void aDirectoryThatBecomesAFileHoldsUpNoOthersAndGoesOnWhenItIsBack(int records) throws IOException {
        tree.orders("orders", 0, "in", 0, 1, 2, 3);
        harness.with(FinishSettings.ON_FINISH, "delete");
        List<SourceRecord> sent = send(records);
        move("topics/orders/in", "_in");
        Files.write(path("topics/orders/in"), new byte[] {1});
        tree.orders("others", 0, "d", 7);
        for (int i = 0; i < 4; i++) {
            sent.addAll(harness.scan());
        }
        assertThat(TaskHarness.ids(sent)).contains(7L);

        Files.delete(path("topics/orders/in"));
        move("_in", "topics/orders/in");
        for (int i = 0; i < 4; i++) {
            sent.addAll(harness.scan());
        }

        assertThat(TaskHarness.ids(sent)).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 7L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDirectoryThatIsFilledFromItsEndLosesNoFile(boolean restarts) {
        harness.start();
        tree.ledger("orders", 0, 7, 0, 12);
        List<SourceRecord> sent = new ArrayList<>();
        for (int first = 9; first >= 0; first -= 3) {
            tree.orders("orders", 0, "d", first, first + 1, first + 2);
            List<SourceRecord> batch = harness.scan();
            harness.acknowledge(batch);
            sent.addAll(batch);
            if (restarts) {
                restart();
            }
        }
        for (int i = 0; i < 4; i++) {
            sent.addAll(harness.scan());
        }

        assertThat(TaskHarness.ids(sent)).containsExactly(9L, 10L, 11L, 6L, 7L, 8L, 3L, 4L, 5L, 0L, 1L, 2L);
    }
}
