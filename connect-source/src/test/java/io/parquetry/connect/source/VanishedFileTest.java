package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file that vanishes for a while keeps its position, also where the worker has not committed the position yet, as with
 * {@code transaction.boundary=interval}: no row is sent twice.
 */
class VanishedFileTest {
    private static final long HOUR_MS = 3_600_000;

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    private void move(String from, String to) {
        try {
            Files.move(directory.resolve(from), directory.resolve(to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends the rows before those of an incomplete file, and then has the file vanish before it is opened again. */
    private List<SourceRecord> sendTwoAndLoseTheFile() {
        tree.put("topics/orders/blue/orders+0+0000000003+0000000004.parquet", new byte[20]);
        String red = tree.orders("orders", 0, "red", 1, 2, 5, 6);
        harness.start();
        List<SourceRecord> sent = new ArrayList<>(harness.scanTwice());
        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 2L);
        harness.storage.opening = () -> move(red, "_away");
        tree.delete("topics/orders/blue/orders+0+0000000003+0000000004.parquet");
        assertThat(harness.scan()).isEmpty();
        harness.storage.opening = () -> {};
        assertThat(Files.exists(directory.resolve("_away"))).isTrue();
        return sent;
    }

    private void comeBack() {
        move("_away", "topics/orders/red/orders+0+0000000001+0000000006.parquet");
    }

    @Test
    void aFileThatComesBackIsContinuedAtItsUncommittedPosition() {
        List<SourceRecord> sent = sendTwoAndLoseTheFile();
        comeBack();
        for (int i = 0; i < 4; i++) {
            sent.addAll(harness.scan());
        }

        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 2L, 5L, 6L);
    }

    @Test
    void anUncommittedPositionIsNotForgottenWithTime() {
        List<SourceRecord> sent = sendTwoAndLoseTheFile();
        for (int i = 0; i < 3; i++) {
            harness.nowMs += HOUR_MS;
            assertThat(harness.scan()).isEmpty();
        }
        comeBack();
        for (int i = 0; i < 4; i++) {
            sent.addAll(harness.scan());
        }

        assertThat(TaskHarness.ids(sent)).containsExactly(1L, 2L, 5L, 6L);
    }
}
