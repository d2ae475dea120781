package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The file of each path is closed on its own, for each reason that can be configured, and every record is in exactly
 * one visible file.
 */
class RotationTest {
    private static final TopicPartition ZERO = new TopicPartition("orders", 0);
    private static final Schema VALUE = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    private static final long HOUR_MS = 3_600_000;

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage storage = new MemoryStorage(disk);
    private final Published published = new Published(disk);
    private final ManualClock clock = new ManualClock();
    private final NavigableMap<Long, SinkRecord> log = new TreeMap<>();
    private final Map<String, String> properties =
            new HashMap<>(Map.of("name", "archive", "storage.url", "memory", "rotate.max.age.ms", "0"));

    private FakeWorker worker() {
        return new FakeWorker(Map.of(ZERO, log), properties, storage, clock);
    }

    /** A started worker whose task has all records of the log, so many at a time. */
    private FakeWorker drained(int records) {
        FakeWorker worker = worker().start();
        worker.drain(records);
        return worker;
    }

    private void append(long timestampMs) {
        append(timestampMs, "");
    }

    private void append(long timestampMs, String note) {
        long offset = log.size();
        log.put(
                offset,
                new SinkRecord(
                        "orders",
                        0,
                        null,
                        null,
                        VALUE,
                        new Struct(VALUE).put("id", offset).put("note", note),
                        offset,
                        timestampMs,
                        TimestampType.CREATE_TIME));
    }

    private List<Long> allIds() {
        return LongStream.range(0, log.size()).boxed().toList();
    }

    private void assertAllThereAfterClosing(FakeWorker worker) throws IOException {
        worker.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(allIds());
        assertThat(published.leftovers()).isEmpty();
    }

    @Test
    void anIdleFileIsClosedWithoutTraffic() throws IOException {
        properties.put("rotate.idle.ms", "10000");
        append(0);
        FakeWorker worker = drained(10);
        clock.advance(9_000);
        append(0);
        worker.drain(10);
        clock.advance(9_999);
        worker.poll(10);
        assertThat(published.paths()).isEmpty();
        assertThat(worker.timeoutMs()).isEqualTo(1);
        clock.advance(1);
        worker.poll(10);
        assertThat(published.ids("orders", 0)).isEqualTo(allIds());
        assertThat(worker.commit()).containsEntry(ZERO, 2L);
    }

    @Test
    void onlyTheIdleFileIsClosed() throws IOException {
        properties.put("rotate.idle.ms", "10000");
        properties.put("partitioner.class", "hourly");
        append(0);
        append(HOUR_MS);
        FakeWorker worker = drained(10);
        clock.advance(5_000);
        append(HOUR_MS);
        worker.drain(10);
        clock.advance(5_000);
        worker.poll(10);
        assertThat(published.names()).containsExactly("orders+0+0000000000+0000000000.parquet");
        assertAllThereAfterClosing(worker);
    }

    @Test
    void aScheduleClosesFilesByTheClockOfTheZone() throws IOException {
        properties.put("rotate.schedule.interval.ms", "3600000");
        properties.put("timezone", "Asia/Kathmandu");
        append(0);
        FakeWorker worker = drained(10); // 12:00 in UTC is 17:45 there
        assertThat(worker.timeoutMs()).isEqualTo(15 * 60_000);
        clock.advance(15 * 60_000 - 1);
        worker.poll(1);
        assertThat(published.paths()).isEmpty();
        clock.advance(1);
        worker.poll(1);
        assertThat(published.ids("orders", 0)).isEqualTo(allIds());
    }

    /** As when a machine woke up with a wrong date, which is corrected. */
    @ParameterizedTest
    @CsvSource({"rotate.max.age.ms", "rotate.idle.ms", "rotate.schedule.interval.ms"})
    void aClockThatIsPutBackKeepsNoFileOpen(String limit) throws IOException {
        properties.put(limit, "60000");
        properties.put("timezone", "UTC");
        append(0);
        FakeWorker worker = drained(10);
        clock.advance(-10 * 24 * HOUR_MS);
        worker.poll(1);
        assertThat(worker.timeoutMs()).isEqualTo(60_000);
        assertThat(published.paths()).isEmpty();
        clock.advance(60_000);
        worker.poll(1);
        assertThat(published.ids("orders", 0)).isEqualTo(allIds());
    }

    @Test
    void aFileSpansNoMoreRecordTimeThanItMay() throws IOException {
        properties.put("rotate.interval.ms", "1000");
        List.of(5_000L, 5_999L, 6_000L, 6_500L, 7_000L).forEach(this::append);
        FakeWorker worker = drained(10);
        assertThat(published.names())
                .containsExactly("orders+0+0000000000+0000000001.parquet", "orders+0+0000000002+0000000003.parquet");
        assertAllThereAfterClosing(worker);
    }

    @Test
    void lateRecordsCloseNoFile() throws IOException {
        properties.put("rotate.interval.ms", "3600000");
        properties.put("partitioner.class", "hourly");
        // A stream of the tenth hour, and every other record is late by up to nine hours.
        for (int i = 0; i < 200; i++) {
            append(10 * HOUR_MS + i);
            append((i % 9) * HOUR_MS + 1_000 - i);
        }
        FakeWorker worker = drained(50);
        assertThat(published.paths()).isEmpty();
        assertAllThereAfterClosing(worker);
        assertThat(published.paths()).as("one file for each hour").hasSize(10);
    }

    @Test
    void theFileThatWasWrittenLeastRecentlyIsClosedWhenThereAreTooMany() throws IOException {
        properties.put("max.open.paths", "2");
        properties.put("partitioner.class", "hourly");
        append(0);
        append(HOUR_MS);
        append(0);
        append(2 * HOUR_MS);
        FakeWorker worker = drained(10);
        assertThat(published.names()).containsExactly("orders+0+0000000001+0000000001.parquet");
        assertAllThereAfterClosing(worker);
    }

    @Test
    void theSmallestOffsetOfAnOpenFileIsTheNextOneAlsoIfAnotherFileWasOpenedBefore() throws IOException {
        properties.put("flush.size", "4");
        properties.put("partitioner.class", "hourly");
        // In one batch: the second file of the odd offsets is opened for 9, then that of the even ones for 8.
        for (int i = 0; i <= 10; i++) {
            append(i % 2 * HOUR_MS);
        }
        FakeWorker killed = drained(20);
        assertThat(killed.commit()).containsEntry(ZERO, 8L);
        FakeWorker next = drained(20);
        assertAllThereAfterClosing(next);
    }

    @Test
    void aBatchThatFailsTheTaskLeavesNoGap() throws IOException {
        properties.put("on.bad.record", "fail");
        properties.put("partitioner.class", "hourly");
        for (int i = 0; i < 20; i++) {
            append(i % 4 * HOUR_MS);
        }
        SinkRecord good = log.get(9L);
        log.put(9L, good.newRecord("orders", 0, null, null, VALUE, new Struct(VALUE), good.timestamp()));
        FakeWorker failed = worker().start();
        assertThatThrownBy(() -> failed.drain(20)).hasMessageContaining("offset 9");
        failed.stop();
        assertThat(published.ids("orders", 0))
                .as("what was written before is kept")
                .isNotEmpty();
        log.put(9L, good);
        FakeWorker next = drained(20);
        assertAllThereAfterClosing(next);
    }

    @Test
    void recordsInAnyOrderOfPathsAreEachInOneFileUnderThePathLimit() throws IOException {
        properties.put("max.open.paths", "5");
        properties.put("partitioner.class", "hourly");
        Random random = new Random(5);
        for (int i = 0; i < 300; i++) {
            append(random.nextInt(40) * HOUR_MS);
        }
        FakeWorker worker = drained(37);
        assertAllThereAfterClosing(worker);
    }

    @Test
    void eachPartitionHasAFileWhateverTheLimit() throws IOException {
        properties.put("max.open.paths", "1");
        TopicPartition one = new TopicPartition("orders", 1);
        NavigableMap<Long, SinkRecord> other = new TreeMap<>();
        for (long offset = 0; offset < 3; offset++) {
            append(0);
            other.put(
                    offset,
                    new SinkRecord("orders", 1, null, null, VALUE, new Struct(VALUE).put("id", offset), offset));
        }
        FakeWorker worker = new FakeWorker(Map.of(ZERO, log, one, other), properties, storage, clock).start();
        worker.drain(1);
        assertThat(published.paths()).isEmpty();
        worker.stop();
        assertThat(published.paths()).hasSize(2);
    }

    @Test
    void recordsThatAreDiscardedOnCloseAreReadAgain() throws IOException {
        properties.put("on.close", "discard");
        append(0);
        append(0);
        FakeWorker worker = drained(10);
        worker.stop();
        assertThat(published.paths()).isEmpty();
        assertThat(published.leftovers()).isEmpty();
        properties.put("on.close", "commit");
        append(0);
        FakeWorker next = drained(10);
        assertAllThereAfterClosing(next);
    }

    /** Files of more than one page are within five percent of the configured size. */
    private void assertSizes(IntFunction<String> note) {
        properties.put("file.size.bytes", "60000");
        properties.put("parquet.page.rows", "400");
        for (int i = 0; i < 20_000; i++) {
            append(i, note.apply(i));
        }
        drained(500);
        assertThat(published.paths()).isNotEmpty();
        for (String path : published.paths()) {
            assertThat(disk.files().get(path).length / 60_000.0).as(path).isBetween(0.95, 1.05);
        }
    }

    @Test
    void filesOfRandomTextHaveTheirSize() {
        Random random = new Random(1);
        assertSizes(i -> Long.toHexString(random.nextLong()));
    }

    @Test
    void filesOfTextThatCompressesWellHaveTheirSize() {
        Random random = new Random(2);
        assertSizes(i -> "status=" + (i % 3) + " user=" + random.nextInt(5_000) + " the rest is always the same text");
    }

    @Test
    void filesOfFewWordsHaveTheirSize() {
        Random random = new Random(3);
        assertSizes(i -> "word" + random.nextInt(900));
    }

    @Test
    void filesWhoseDataChangesHaveTheirSize() {
        Random random = new Random(4);
        assertSizes(i -> i / 1_000 % 2 == 0 ? "constant" : Long.toHexString(random.nextLong()));
    }
}
