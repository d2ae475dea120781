package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.OpenFileSettings;
import io.parquetry.connect.source.memory.MemoryNeed;
import io.parquetry.connect.source.memory.OpenFileMemory;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        OpenFileMemory.Reservation held =
                other.reserve(new MemoryNeed("other.parquet", LIMIT, LIMIT - 1)).orElseThrow();
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
            Optional<OpenFileMemory.Reservation> reserved =
                    other.reserve(new MemoryNeed("other.parquet", LIMIT, LIMIT - 1));
            if (reserved.isPresent()) {
                other.proceeded();
                assertThat(task.poll())
                        .as("a poll while another task holds all memory")
                        .isEmpty();
                reserved.get().close();
                grants++;
            }
        }

        assertThat(grants).isGreaterThan(2);
        assertThat(TaskHarness.ids(sent))
                .isEqualTo(LongStream.range(0, 40).boxed().toList());
    }

    @ParameterizedTest
    @CsvSource({"skip,false,batch", "quarantine:bad,false,batch", "skip,true,batch", "quarantine:bad,true,file"})
    void aPageThatDoesNotFitIsNoBadFile(String onBadFile, String salvage, String unit) {
        tree.put("a.parquet", TestTree.foreign(3));
        tree.put("large.parquet", large(3_000_000));
        tree.put("z.parquet", TestTree.foreign(3));
        task.with(FailureSettings.ON_BAD_FILE, onBadFile).with(FailureSettings.SALVAGE, salvage);
        if (unit.equals("file")) {
            task.context.asksForBoundaries = true;
            task.with("transaction.boundary", "connector");
        }
        task.start();

        assertThatThrownBy(() -> task.scanTwice())
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("large.parquet, row group 0, column text, page 0")
                .hasMessageContaining("needs 3000")
                .hasMessageContaining("open.files.memory.bytes larger than the 1048576")
                .hasMessageContaining("KAFKA_HEAP_OPTS");
        assertThat(tree.root.resolve("large.parquet")).exists();
        assertThat(tree.root.resolve("bad")).doesNotExist();
    }

    /** It fits alone, and is neither left out nor a reason to fail while others hold the memory. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLargePageIsReadWhenAnotherTaskHasClosedItsFiles(boolean salvage) {
        tree.put("large.parquet", large(200_000));
        task.with(FailureSettings.ON_BAD_FILE, "skip").with(FailureSettings.SALVAGE, Boolean.toString(salvage));
        OpenFileMemory.Account other = task.memory.open(LIMIT, "another task");
        OpenFileMemory.Reservation held =
                other.reserve(new MemoryNeed("other.parquet", LIMIT, LIMIT - 1)).orElseThrow();
        task.start();
        assertThat(task.scanTwice()).isEmpty();
        held.close();
        task.nowMs += TaskHarness.SCAN_MS;
        assertThat(task.scanTwice()).hasSize(1);
    }

    /** One text that its page makes small. */
    private static byte[] large(int characters) {
        MemoryOutputFile out = new MemoryOutputFile("large");
        MessageType schema = MessageType.parse("message m { required binary text (STRING); }");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(Map.of("text", "a".repeat(characters)));
            writer.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
