package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.CountingStorage.Range;
import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.SelectionSettings;
import io.parquetry.format.TestData;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Resuming at a row costs the footer, the indexes and the pages from that row on; earlier pages are not read, whether the
 * position is a row of a file or an offset of a stream.
 */
class ResumeCostTest {
    /** Bytes that may be read after a dictionary, whose end is unknown before its header is read. */
    private static final int DICTIONARY_AHEAD_BYTES = 256;

    /** The footer, the bytes read to find it, and the offset indexes. */
    private static final int FOOTER_BYTES = 1 << 14;

    private static final long FLIGHT = 2_999_000;

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "2");
    }

    @Test
    void aRowCostsThePagesFromThatRowOn() throws IOException {
        String path = tree.put("a.parquet", TestTree.foreign(60_000, 20_000));
        harness.context.commit(Map.of("file", path), Map.of("row", 30_500));

        requireNothingBefore(path, 30_500, 1);
    }

    @Test
    void anOffsetCostsThePagesFromThatOffsetOn() throws IOException {
        long[] offsets = LongStream.range(0, 900).map(n -> n * 3).toArray();
        String path = tree.orders("orders", 0, "d", offsets);
        tree.ledger("orders", 0, 7, 0, 5_000);
        harness.context.commit(Map.of("stream", "topics/orders+0"), Map.of("offset", 1_804));

        requireNothingBefore(path, 602, 0);
    }

    /** No page that ends before the row is read, and the row is sent first. */
    private void requireNothingBefore(String path, long row, int rowGroup) throws IOException {
        harness.with(DeliverySettings.BATCH_MAX_RECORDS, "1").start();
        harness.nowMs += TaskHarness.SCAN_MS;
        List<SourceRecord> first = new ArrayList<>(harness.poll());
        harness.nowMs += TaskHarness.SCAN_MS;
        first.addAll(harness.poll());
        assertThat(first).isNotEmpty();

        try (ParquetReader reader =
                ParquetReader.open(LocalInputFile.open(directory.resolve(path)), ReaderOptions.DEFAULT)) {
            long firstRow = LongStream.range(0, rowGroup)
                    .map(i -> reader.metadata().rowGroups().get((int) i).rows())
                    .sum();
            int pages = 0;
            for (LeafColumn leaf : reader.schema().leaves()) {
                List<PageLocation> locations =
                        reader.offsetIndex(rowGroup, leaf).orElseThrow().pages();
                for (int i = 0; i + 1 < locations.size(); i++) {
                    if (firstRow + locations.get(i + 1).firstRow() <= row) {
                        pages++;
                        PageLocation page = locations.get(i);
                        assertThat(harness.storage.ranges)
                                .as("page %d of %s, at %d", i, leaf.dottedPath(), page.offset())
                                .noneMatch(range -> range.overlaps(page.offset(), page.compressedBytes())
                                        && range.position() + range.length() > page.offset() + DICTIONARY_AHEAD_BYTES);
                    }
                }
            }
            assertThat(pages).isPositive();
        }
        assertThat(first.get(0).value().toString()).contains(rowGroup == 0 ? "1806" : "30500");
    }

    @Test
    void theLastRowsOfAMillionCostATwentiethOfTheFile() throws IOException {
        byte[] file = TestTree.foreign(1_000_000, 250_000, WriterOptions.DEFAULT);
        tree.put("a.parquet", file);

        assertThat(bytesFrom("a.parquet", 999_000)).isLessThan(file.length / 20);
    }

    /**
     * Here each column of the last row group is one page, which holds the row near its end. A page is compressed as a
     * whole, so these pages are the minimum that a reader must read; they are more than a twentieth of the file.
     */
    @Test
    void theLastRowsOfTheFlightsCostThePagesThatHoldThem() throws IOException {
        Path flights = flights();
        Files.copy(flights, directory.resolve("flights.parquet"));
        long least = 0;
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(flights), ReaderOptions.DEFAULT)) {
            int last = reader.metadata().rowGroups().size() - 1;
            for (LeafColumn leaf : reader.schema().leaves()) {
                assertThat(reader.offsetIndex(last, leaf).orElseThrow().pages()).hasSize(1);
                least += reader.metadata()
                        .rowGroups()
                        .get(last)
                        .columns()
                        .get(leaf.ordinal())
                        .bytes()
                        .compressed();
            }
        }
        System.out.printf(
                "the pages that hold row %,d: %,d of %,d bytes (%.2f %%)%n",
                FLIGHT, least, Files.size(flights), 100.0 * least / Files.size(flights));

        assertThat(least).isGreaterThan(Files.size(flights) / 20);
        assertThat(bytesFrom("flights.parquet", FLIGHT)).isBetween(least, least + FOOTER_BYTES);
    }

    @Test
    void theLastRowsOfSomeColumnsOfTheFlightsCostATwentiethOfTheFile() throws IOException {
        Files.copy(flights(), directory.resolve("flights.parquet"));
        harness.with(SelectionSettings.COLUMNS, "delay,origin");

        assertThat(bytesFrom("flights.parquet", FLIGHT)).isLessThan(Files.size(flights()) / 20);
    }

    @Test
    @Tag("thorough")
    void theLastRowsOfTheFlightsInPagesOfOurSizeCostATwentiethOfTheFile() throws IOException {
        Path ours = directory.resolve("flights.parquet");
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(flights()), ReaderOptions.DEFAULT);
                ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                        LocalOutputFile.create(ours), reader.schema(), PlainRecords.walker(), WriterOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> rows = reader.records(PlainRecords.builder());
            while (rows.next()) {
                writer.write(rows.record());
            }
            writer.finish();
        }

        assertThat(bytesFrom("flights.parquet", FLIGHT)).isLessThan(Files.size(ours) / 20);
    }

    private static Path flights() {
        return TestData.shared("data/flights-3m.parquet");
    }

    /** The ranges that a new task reads until it has sent its first record, which it does after its first scan. */
    private long bytesFrom(String path, long row) throws IOException {
        harness.context.commit(Map.of("file", path), positionAt(path, row));
        long begun = System.nanoTime();
        harness.start();
        harness.nowMs += TaskHarness.SCAN_MS;
        List<SourceRecord> first = harness.poll();
        long ms = (System.nanoTime() - begun) / 1_000_000;
        assertThat(first).isNotEmpty();
        assertThat(first.get(0).sourceOffset()).extracting("row").isEqualTo(row + 1);
        long bytes = harness.storage.ranges.stream().mapToLong(Range::length).sum();
        long size = Files.size(directory.resolve(path));
        System.out.printf(
                "%s from row %,d: first record %d ms after the start of the task, %,d of %,d bytes read (%.2f %%)%n",
                path, row, ms, bytes, size, 100.0 * bytes / size);
        return bytes;
    }

    /** The offset of a task that has sent the rows before. */
    private Map<String, Object> positionAt(String path, long row) {
        TaskHarness before = new TaskHarness(tree).with(DeliverySettings.BATCH_MAX_RECORDS, "1");
        before.start();
        before.scan();
        before.nowMs += TaskHarness.SCAN_MS;
        Map<String, Object> position = new HashMap<>(before.poll().get(0).sourceOffset());
        before.stop();
        position.put("row", row);
        return position;
    }
}
