package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.FinishSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A file is deleted or moved only when all its rows are acknowledged and a new task would not read the file again, also
 * after a crash at any point.
 */
class FinishTest {
    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    private boolean exists(String path) {
        return Files.exists(directory.resolve(path));
    }

    private TaskHarness moving() {
        return harness.with(FinishSettings.ON_FINISH, "move:finished");
    }

    @Test
    void aFileIsDeletedWhenItsLastOffsetIsCommitted() {
        tree.put("in/a.parquet", TestTree.foreign(3));
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        List<SourceRecord> sent = harness.scanTwice();
        harness.acknowledge(sent.subList(0, 2));
        harness.scan();
        assertThat(exists("in/a.parquet")).isTrue();
        harness.acknowledge(sent.subList(2, 3));
        assertThat(harness.scan()).isEmpty();

        assertThat(exists("in/a.parquet")).isFalse();
    }

    @Test
    void anAcknowledgementWithoutACommitIsNotEnough() {
        tree.put("a.parquet", TestTree.foreign(2));
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        List<SourceRecord> sent = harness.scanTwice();
        harness.answer(sent);
        harness.context.commit(sent.get(0));
        harness.scanTwice();
        assertThat(exists("a.parquet")).isTrue();
        harness.context.commit(sent.get(1));
        harness.scan();

        assertThat(exists("a.parquet")).isFalse();
    }

    @Test
    void aFileKeepsItsPathWhenItIsMovedAndIsNotReadThere() {
        tree.put("in/day=1/a.parquet", TestTree.foreign(2));
        moving().start();
        harness.acknowledge(harness.scanTwice());
        assertThat(harness.scanTwice()).isEmpty();

        assertThat(exists("in/day=1/a.parquet")).isFalse();
        assertThat(exists("finished/in/day=1/a.parquet")).isTrue();
        assertThat(harness.scanTwice()).isEmpty();
    }

    @Test
    void anExistingFileIsNotOverwritten() {
        tree.put("finished/a.parquet", TestTree.foreign(1));
        tree.put("finished/a.1.parquet", TestTree.foreign(1));
        tree.put("a.parquet", TestTree.foreign(9));
        moving().start();
        harness.acknowledge(harness.scanTwice());
        harness.scan();

        assertThat(exists("a.parquet")).isFalse();
        assertThat(directory.resolve("finished/a.2.parquet").toFile().length()).isEqualTo(TestTree.foreign(9).length);
        assertThat(directory.resolve("finished/a.parquet").toFile().length()).isEqualTo(TestTree.foreign(1).length);
    }

    @ParameterizedTest
    @CsvSource({"fail,false", "fail,true", "ignore,false", "ignore,true", "restart,false", "restart,true"})
    void theNameOfADeletedFileIsFreeForANewFile(String onChangedFile, boolean restarts) {
        harness.with(FinishSettings.ON_FINISH, "delete")
                .with(FailureSettings.ON_CHANGED_FILE, onChangedFile)
                .start();
        for (int rows : new int[] {10, 20, 5}) {
            tree.put("latest.parquet", TestTree.foreign(rows));
            List<SourceRecord> sent = harness.scanTwice();
            assertThat(sent).hasSize(rows);
            harness.acknowledge(sent);
            harness.scan();
            assertThat(exists("latest.parquet")).isFalse();
            if (restarts) {
                harness.stop();
                harness.start();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"delete", "move"})
    void aFileThatIsDeliveredAgainWithTheSameContentIsSentAgain(String onFinish) throws IOException {
        harness.with(FinishSettings.ON_FINISH, onFinish.equals("move") ? "move:finished" : onFinish);
        harness.start();
        for (int i = 0; i < 3; i++) {
            tree.put("a.parquet", TestTree.foreign(2));
            Files.setLastModifiedTime(directory.resolve("a.parquet"), FileTime.fromMillis(1_700_000_000_000L));
            List<SourceRecord> sent = harness.scanTwice();
            assertThat(sent).as("time %s", i).hasSize(2);
            harness.acknowledge(sent);
            harness.scan();
            assertThat(exists("a.parquet")).isFalse();
        }
    }

    private Map<String, String> partition(String path) {
        return Map.of("file", path);
    }

    /** Sends a file whole, after which it is gone. */
    private List<SourceRecord> sendWhole(String path, int rows) {
        tree.put(path, TestTree.foreign(rows));
        List<SourceRecord> sent = harness.scanTwice();
        assertThat(sent).hasSize(rows);
        harness.acknowledge(sent);
        harness.scan();
        assertThat(exists(path)).isFalse();
        return sent;
    }

    @Test
    void thePositionOfAFileThatIsGoneIsDroppedBesideLaterRecords() {
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        sendWhole("a.parquet", 3);
        sendWhole("b.parquet", 1);
        assertThat(harness.context.partitions()).containsOnly(partition("a.parquet"), partition("b.parquet"));
        List<SourceRecord> sent = sendWhole("c.parquet", 2);
        assertThat(sent.get(0).sourcePartition()).isEqualTo(partition("a.parquet"));
        assertThat(sent.get(0).sourceOffset()).isNull();
        assertThat(sent.get(1).sourcePartition()).isEqualTo(partition("c.parquet"));
        sendWhole("d.parquet", 9);
        assertThat(harness.context.partitions()).containsOnly(partition("d.parquet"));
        for (int i = 0; i < 20; i++) {
            sendWhole("again/" + i + ".parquet", 3);
        }
        assertThat(harness.context.partitions()).containsOnly(partition("again/19.parquet"));
    }

    @Test
    void aPositionWhoseRecordATransformationDropsIsDroppedByAnother() {
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        sendWhole("a.parquet", 3);
        tree.put("b.parquet", TestTree.foreign(5));
        List<SourceRecord> sent = harness.scanTwice();
        harness.drop(sent.subList(0, 1));
        harness.acknowledge(sent.subList(1, 5));
        harness.scan();
        assertThat(exists("b.parquet")).isFalse();
        assertThat(harness.context.partitions()).contains(partition("a.parquet"));
        sendWhole("c.parquet", 4);
        assertThat(harness.context.partitions()).containsOnly(partition("c.parquet"));
    }

    @Test
    void aFileOfWhichOnlyTheCarrierOfAPositionIsLeftIsFinished() {
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        sendWhole("a.parquet", 3);
        tree.put("b.parquet", TestTree.foreign(2));
        List<SourceRecord> sent = harness.scanTwice();
        harness.acknowledge(sent.subList(0, 1));
        harness.drop(sent.subList(1, 2));
        harness.scan();
        assertThat(exists("b.parquet")).isFalse();
        assertThat(harness.context.partitions()).isEmpty();
    }

    @Test
    void thePositionOfANewFileUnderAFreedNameIsNotDropped() {
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        sendWhole("a.parquet", 2);
        sendWhole("b.parquet", 1);
        tree.put("a.parquet", TestTree.foreign(5));
        tree.put("c.parquet", TestTree.foreign(6));
        List<SourceRecord> sent = harness.scanTwice();
        assertThat(sent).hasSize(11);
        harness.acknowledge(sent.subList(0, 3));
        harness.stop();
        harness.start();
        List<SourceRecord> again = harness.scanTwice();
        assertThat(again).hasSize(8);
        assertThat(TaskHarness.numbers(again)).startsWith(3, 4);
    }

    /** Whatever the order is in which positions are dropped and files are sent. */
    @Test
    void thePositionOfANewFileIsNotDroppedBesideARecordOfALaterOne() {
        harness.with(FinishSettings.ON_FINISH, "delete")
                .with(DiscoverySettings.ORDER, "name")
                .start();
        List.of("m.parquet", "n.parquet", "b.parquet").forEach(gone -> sendWhole(gone, 1));
        List.of("a.parquet", "b.parquet", "c.parquet").forEach(file -> tree.put(file, TestTree.foreign(2)));
        harness.acknowledge(harness.scanTwice());
        harness.stop();
        assertThat(exists("b.parquet")).isTrue();
        harness.start();
        assertThat(harness.scanTwice()).isEmpty();
        assertThat(exists("b.parquet")).isFalse();
    }

    /** Size, time and number of the file are those of the sent one, as where the inode of a deleted file is reused. */
    @Test
    void aFileThatLooksLikeTheSentOneIsSentBeforeItIsDeleted() throws IOException {
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        for (int first : new int[] {1_000, 2_000}) {
            tree.put("a.parquet", TestTree.foreign(first, 3, 3, TestTree.EQUAL_FOOTERS));
            Files.setLastModifiedTime(directory.resolve("a.parquet"), FileTime.fromMillis(1_700_000_000_000L));
            List<SourceRecord> sent = new ArrayList<>(harness.scanTwice());
            sent.addAll(harness.scan());
            assertThat(TaskHarness.numbers(sent)).containsExactly(first, first + 1, first + 2);
            harness.acknowledge(sent);
            harness.stop();
            harness.start();
        }
        harness.scan();
        assertThat(exists("a.parquet")).isFalse();
    }

    @Test
    void aNewFileUnderAFreedNameGoesOnAfterARestart() {
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        tree.put("a.parquet", TestTree.foreign(2));
        harness.acknowledge(harness.scanTwice());
        harness.scan();
        tree.put("a.parquet", TestTree.foreign(5));
        List<SourceRecord> sent = harness.scanTwice();
        harness.acknowledge(sent.subList(0, 3));
        harness.stop();
        harness.start();

        assertThat(TaskHarness.numbers(harness.scanTwice())).containsExactly(3, 4);
    }

    @Test
    void aMoveThatACrashPreventedIsDoneByTheNextTask() {
        tree.put("a.parquet", TestTree.foreign(2));
        tree.orders("orders", 0, "d", 1, 2);
        tree.ledger("orders", 0, 7, 0, 3);
        moving().start();
        harness.scanTwice().forEach(harness.context::commit);
        harness.stop();
        assertThat(exists("a.parquet")).isTrue();
        harness.start();
        assertThat(harness.scan()).isEmpty();

        assertThat(exists("finished/a.parquet")).isTrue();
        assertThat(exists("finished/topics/orders/d/orders+0+0000000001+0000000002.parquet"))
                .isTrue();
        assertThat(harness.storage.opened.stream()
                        .filter(path -> !path.contains("_sent."))
                        .distinct())
                .hasSize(2);
    }

    @Test
    void rowsThatATransformationDropsDoNotKeepAFile() {
        tree.put("a.parquet", TestTree.foreign(4));
        tree.put("b.parquet", TestTree.foreign(2));
        moving().start();
        List<SourceRecord> sent = harness.scanTwice();
        harness.acknowledge(sent.subList(0, 2));
        harness.drop(sent.subList(2, 4));
        harness.drop(sent.subList(4, 6));
        harness.scan();

        assertThat(exists("finished/a.parquet")).isTrue();
        assertThat(exists("finished/b.parquet")).isTrue();
    }

    @Test
    void aFileIsDeletedWhenItIsFinishedWhateverItsStreamHasLeft() {
        String first = tree.orders("orders", 0, "d", 1, 2);
        tree.orders("orders", 0, "d", 3, 4);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.with(FinishSettings.ON_FINISH, "delete")
                .with(DeliverySettings.BATCH_MAX_RECORDS, "1")
                .start();
        List<SourceRecord> sent = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            harness.nowMs += TaskHarness.SCAN_MS;
            sent.addAll(harness.poll());
        }
        harness.acknowledge(sent);
        assertThat(exists(first)).isTrue();
        harness.nowMs += TaskHarness.SCAN_MS;
        harness.poll();

        assertThat(exists(first)).isFalse();
    }

    @Test
    void aFileWithoutRowsIsDeletedAndAFileWithoutBytesStays() {
        tree.put("a.parquet", TestTree.foreign(0));
        tree.put("empty.parquet", new byte[0]);
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        harness.scanTwice();
        harness.scanTwice();
        assertThat(exists("a.parquet")).isFalse();
        assertThat(exists("empty.parquet")).isTrue();
        assertThat(harness.storage.opened).allMatch(path -> path.endsWith("a.parquet"));
        tree.put("empty.parquet", TestTree.foreign(2));

        assertThat(harness.scanTwice()).hasSize(2);
    }

    @Test
    void aFileThatReplacedTheSentFileStays() {
        tree.put("a.parquet", TestTree.foreign(2));
        harness.with(FinishSettings.ON_FINISH, "delete")
                .with(FailureSettings.ON_CHANGED_FILE, "restart")
                .start();
        harness.acknowledge(harness.scanTwice());
        tree.put("a.parquet", TestTree.foreign(4));

        List<SourceRecord> other = harness.scanTwice();

        assertThat(TaskHarness.numbers(other)).containsExactly(0, 1, 2, 3);
        assertThat(exists("a.parquet")).isTrue();
        harness.acknowledge(other);
        harness.scan();
        assertThat(exists("a.parquet")).isFalse();
    }

    @Test
    void aFileThatTheLedgerStillNamesStaysUntilTheNextEntry() {
        String file = tree.orders("orders", 0, "d", 1, 2);
        tree.ledger("orders", 0, 7, 0, 3, file);
        harness.with(FinishSettings.ON_FINISH, "delete").start();
        harness.acknowledge(harness.scanTwice());
        harness.scanTwice();
        assertThat(exists(file)).isTrue();
        harness.stop();
        harness.start();
        harness.scanTwice();
        assertThat(exists(file)).isTrue();
        tree.ledger("orders", 0, 8, 0, 3);
        harness.scanTwice();

        assertThat(exists(file)).isFalse();
    }

    @Test
    void aFileThatTheLedgerStillNamesStaysInWhateverOrderFilesAreSent() {
        String file = tree.orders("orders", 0, "d", 1, 2);
        tree.ledger("orders", 0, 7, 0, 3, file);
        harness.with(FinishSettings.ON_FINISH, "delete")
                .with(DiscoverySettings.ORDER, "name")
                .start();
        harness.acknowledge(harness.scanTwice());
        harness.scanTwice();
        assertThat(exists(file)).isTrue();
        tree.ledger("orders", 0, 8, 0, 3);
        harness.scanTwice();

        assertThat(exists(file)).isFalse();
    }
}
