package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.FinishSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file is deleted only when each of its rows was confirmed, in whatever order, and the offset is committed. */
class UnconfirmedFilesTest {
    private static final int ROWS = 6;

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree).with(FinishSettings.ON_FINISH, "delete");
    }

    private boolean exists(String path) {
        return Files.exists(directory.resolve(path));
    }

    private List<SourceRecord> sent() {
        harness.start();
        List<SourceRecord> sent = harness.scanTwice();
        assertThat(sent).hasSize(ROWS);
        return sent;
    }

    private void commitAll(List<SourceRecord> records) {
        records.forEach(harness.context::commit);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 5})
    void aRowThatNobodyConfirmsKeepsItsFileWhateverIsCommitted(int unconfirmed) {
        tree.put("a.parquet", TestTree.foreign(ROWS));
        List<SourceRecord> sent = sent();
        List<SourceRecord> others = new ArrayList<>(sent);
        others.remove(unconfirmed);
        harness.answer(others);
        commitAll(sent);
        harness.scanTwice();
        assertThat(exists("a.parquet")).isTrue();

        harness.answer(List.of(sent.get(unconfirmed)));
        harness.scanTwice();
        assertThat(exists("a.parquet")).isFalse();
    }

    @Test
    void rowsMayBeConfirmedBackwards() {
        tree.put("a.parquet", TestTree.foreign(ROWS));
        List<SourceRecord> sent = sent();
        for (int i = ROWS - 1; i >= 0; i--) {
            assertThat(exists("a.parquet")).isTrue();
            harness.answer(List.of(sent.get(i)));
            harness.context.commit(sent.get(ROWS - 1));
            harness.scan();
        }
        assertThat(exists("a.parquet")).isFalse();
    }

    @Test
    void theLastRowThatIsDroppedLeavesTheCommitOfTheOneBeforeToDecide() {
        tree.put("a.parquet", TestTree.foreign(ROWS));
        List<SourceRecord> sent = sent();
        harness.answer(sent.subList(0, ROWS - 1));
        harness.drop(sent.subList(ROWS - 1, ROWS));
        harness.scanTwice();
        assertThat(exists("a.parquet")).as("before the commit").isTrue();

        commitAll(sent.subList(0, ROWS - 1));
        harness.scanTwice();
        assertThat(exists("a.parquet")).isFalse();
    }

    @Test
    void confirmationsOfOneFileOfAStreamAreNotThoseOfAnother() {
        String red = tree.orders("orders", 0, "red", 0, 2, 4);
        String blue = tree.orders("orders", 0, "blue", 1, 3, 5);
        tree.ledger("orders", 0, 7, 0, 7);
        List<SourceRecord> sent = sent();
        List<SourceRecord> ofRed = List.of(sent.get(0), sent.get(2), sent.get(4));
        harness.answer(ofRed);
        commitAll(sent);
        harness.scanTwice();

        assertThat(exists(red)).isFalse();
        assertThat(exists(blue)).isTrue();
    }

    @Test
    void confirmationsThatCameBeforeARestartWithoutACommitDeleteNothing() {
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "2");
        tree.put("a.parquet", TestTree.foreign(ROWS));
        List<SourceRecord> sent = sent();
        harness.answer(sent);
        harness.stop();
        harness.start();
        List<SourceRecord> again = harness.scanTwice();
        assertThat(again).hasSize(ROWS);
        harness.answer(again.subList(0, ROWS - 1));
        commitAll(again);
        harness.scanTwice();

        assertThat(exists("a.parquet")).isTrue();
    }
}
