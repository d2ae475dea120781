package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.source.config.OpenFileSettings;
import io.parquetry.connect.source.memory.MemoryNeed;
import io.parquetry.connect.source.memory.OpenFileMemory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task waits for memory before it opens a file, and goes on where it was when it has made way for others. */
class ScarceMemoryTest {
    private static final long LIMIT = 1 << 20;

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness task;

    @BeforeEach
    void begin() {
        tree = new TestTree(directory);
        task = new TaskHarness(tree).with(OpenFileSettings.OPEN_FILES_MEMORY_BYTES, Long.toString(LIMIT));
    }

    @AfterEach
    void end() {
        task.stop();
    }

    @Test
    void aFileIsOpenedWhenAnotherTaskHasClosedItsFiles() {
        tree.put("a.parquet", TestTree.foreign(3));
        OpenFileMemory.Account other = task.memory.open(LIMIT, "another task");
        OpenFileMemory.Claim held =
                other.claim(new MemoryNeed("other.parquet", LIMIT, LIMIT - 1)).orElseThrow();
        task.start();

        assertThat(task.scanTwice()).isEmpty();
        task.nowMs += 100;
        assertThat(task.poll()).isEmpty();
        held.close();

        assertThat(TaskHarness.numbers(task.poll())).containsExactly(0, 1, 2);
    }

    @Test
    void mergedFilesThatDoNotFitTogetherFailTheTask() {
        for (int file = 0; file < 60; file++) {
            tree.orders("orders", 0, "path=" + file, file, file + 60, file + 120);
        }
        task.start();

        assertThatThrownBy(() -> task.scanTwice())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("its rows come between those of")
                .hasMessageContaining("all open files may hold 1 MiB (open.files.memory.bytes)");
    }

    @Test
    void aTaskThatMakesWayGoesOnAtTheNextRow() {
        for (int file = 0; file < 4; file++) {
            long first = file;
            tree.orders(
                    "orders",
                    0,
                    "path=" + file,
                    LongStream.range(0, 10).map(n -> 4 * n + first).toArray());
        }
        task.with("batch.max.records", "1").start();
        int grants = 0;
        OpenFileMemory.Account other = task.memory.open(LIMIT, "another task");
        List<SourceRecord> sent = new ArrayList<>(task.scan());
        task.nowMs += TaskHarness.SCAN_MS;
        for (int i = 0; i < 200; i++) {
            List<SourceRecord> batch = task.poll();
            sent.addAll(batch);
            task.nowMs += 4_000;
            Optional<OpenFileMemory.Claim> claim = other.claim(new MemoryNeed("other.parquet", LIMIT, LIMIT - 1));
            if (claim.isPresent()) {
                other.proceeded();
                assertThat(task.poll())
                        .as("a poll while another task holds all memory")
                        .isEmpty();
                claim.get().close();
                grants++;
            }
        }

        assertThat(grants).isGreaterThan(2);
        assertThat(TaskHarness.ids(sent))
                .isEqualTo(LongStream.range(0, 40).boxed().toList());
    }
}
