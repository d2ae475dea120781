package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.StorageSteps;
import io.parquetry.format.metadata.FileMetadata;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/**
 * A sink task as a user and a Connect worker see it: when files are closed and their names, committed offsets, bad
 * records, redelivered records, a re-created topic, and a second owner.
 */
class ParquetSinkTaskTest {
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
    private final Map<String, String> properties = new HashMap<>(
            Map.of("name", "archive", "storage.url", "memory", "rotate.max.age.ms", "60000", "parquet.codec", "none"));

    /** The note of each new record. */
    private String note;

    private FakeWorker worker() {
        return new FakeWorker(Map.of(ZERO, log), properties, storage, clock);
    }

    private static SinkRecord record(long offset, Long timestamp, Schema schema, Object value) {
        return new SinkRecord("orders", 0, null, null, schema, value, offset, timestamp, TimestampType.CREATE_TIME);
    }

    private SinkRecord record(long offset, long timestamp) {
        return record(
                offset, timestamp, VALUE, new Struct(VALUE).put("id", offset).put("note", note));
    }

    /** Makes each record fill a row group, so that files are written to while records come. */
    private void fillRowGroups() {
        properties.put("parquet.row.group.bytes", "1024");
        note = "n".repeat(2_000);
    }

    private void append(SinkRecord record) {
        log.put(record.kafkaOffset(), record);
    }

    private void append(long from, long to) {
        LongStream.range(from, to).forEach(offset -> append(record(offset, 1_000 + offset)));
    }

    private List<Long> ids() throws IOException {
        return published.ids("orders", 0);
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private LedgerEntry ledger() {
        List<String> entries = published.entries("archive", "orders", 0);
        return LedgerEntry.parse(disk.files().get(entries.get(entries.size() - 1)));
    }

    @Test
    void aFileIsClosedWithItsLastRecordByNumber() {
        properties.put("flush.size", "3");
        append(0, 7);
        FakeWorker worker = worker().start();
        worker.drain(5);
        assertThat(published.paths())
                .containsExactly(
                        "topics/orders/partition=0/orders+0+0000000000+0000000002.parquet",
                        "topics/orders/partition=0/orders+0+0000000003+0000000005.parquet");
        assertThat(worker.commit()).containsEntry(ZERO, 6L);
    }

    @Test
    void aFileIsClosedWhenItHasItsBytesIncludingTheFooter() throws IOException {
        properties.put("file.size.bytes", "20000");
        properties.put("parquet.page.rows", "50");
        LongStream.range(0, 2_000)
                .forEach(offset -> append(record(
                        offset,
                        offset,
                        VALUE,
                        new Struct(VALUE).put("id", offset).put("note", "note number " + offset * 7919))));
        worker().start().drain(100);
        assertThat(published.paths()).hasSizeGreaterThan(2);
        for (String path : published.paths()) {
            assertThat(disk.files().get(path).length).as(path).isBetween(18_000, 22_000);
        }
    }

    @Test
    void aFileIsClosedByTheWallClockWithoutTraffic() throws IOException {
        append(0, 4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        clock.advance(59_999);
        worker.poll(10);
        assertThat(published.paths()).isEmpty();
        assertThat(worker.timeoutMs()).isEqualTo(1);
        clock.advance(1);
        worker.poll(10);
        assertThat(ids()).isEqualTo(range(0, 4));
        assertThat(worker.timeoutMs()).isEqualTo(-1);
    }

    @Test
    void aFileThatIsDueIsCommittedBeforeOffsetsAre() throws IOException {
        append(0, 4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        clock.advance(60_000);
        assertThat(worker.commit()).containsEntry(ZERO, 4L);
        assertThat(ids()).isEqualTo(range(0, 4));
    }

    @Test
    void onlyOffsetsOfTheLedgerAreCommittedToKafka() {
        append(0, 4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        assertThat(worker.commit()).containsOnly(Map.entry(ZERO, 0L));
        worker.stop();
        assertThat(ledger().nextOffset()).hasValue(4);
        FakeWorker next = worker().start();
        assertThat(next.commit()).containsEntry(ZERO, 4L);
    }

    @Test
    void closingCommitsWhatWasWritten() throws IOException {
        append(0, 4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.close(List.of(ZERO));
        assertThat(ids()).isEqualTo(range(0, 4));
        assertThat(published.leftovers()).isEmpty();
    }

    @Test
    void theNextOwnerReadsOnFromTheLedgerWhateverTheGroupSays() throws IOException {
        append(0, 10);
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.close(List.of(ZERO));
        append(10, 12);
        FakeWorker next = worker();
        next.start();
        next.drain(10);
        next.stop();
        assertThat(ids()).isEqualTo(range(0, 12));
    }

    @Test
    void pathsRotateOnTheirOwnAndTheLedgerHasThePublishedOffsets() throws IOException {
        properties.put("flush.size", "3");
        properties.put("partitioner.class", "time");
        List<Long> hours = List.of(0L, 1L, 0L, 1L, 0L, 1L, 1L);
        for (int offset = 0; offset < hours.size(); offset++) {
            append(record(offset, hours.get(offset) * HOUR_MS));
        }
        append(record(7, 0));
        FakeWorker worker = worker().start();
        worker.drain(5);
        // The files of both hours are closed; offset 6 is in another file of the second hour, 7 of the first.
        assertThat(published.names())
                .containsExactlyInAnyOrder(
                        "orders+0+0000000000+0000000004.parquet", "orders+0+0000000001+0000000005.parquet");
        append(record(8, 0));
        append(record(9, 0));
        worker.drain(5);
        assertThat(ledger().nextOffset()).hasValue(6);
        assertThat(range(6, 12).stream().filter(ledger()::covers)).containsExactly(7L, 8L, 9L);
        assertThat(worker.commit()).containsEntry(ZERO, 6L);

        // The task dies; the next one has another flush.size, and still skips exactly what is visible.
        properties.put("flush.size", "100");
        append(record(10, 0));
        FakeWorker next = worker().start();
        next.drain(5);
        next.stop();
        assertThat(ids()).isEqualTo(range(0, 11));
        assertThat(published.leftovers()).isEmpty();
        assertThat(ledger().published().isEmpty()).isTrue();
    }

    @Test
    void theOldestFileIsClosedWhenTooManyLaterOffsetsAreVisible() throws IOException {
        properties.put("flush.size", "200000");
        properties.put("rotate.max.age.ms", "0");
        properties.put("partitioner.class", "time");
        // Every 16th offset takes two bytes: 1 MiB is full after 8.4 million.
        FakeWorker worker = worker();
        worker.start();
        worker.task().put(List.of(record(0, 0)));
        Struct value = new Struct(VALUE).put("id", 1L);
        long offset = 1;
        while (published.names().stream().noneMatch(name -> name.startsWith("orders+0+0000000000+"))) {
            assertThat(offset).isLessThan(20_000_000);
            List<SinkRecord> batch = LongStream.rangeClosed(offset / 16 + 1, offset / 16 + 200_000)
                    .mapToObj(each -> record(each * 16 + 1, HOUR_MS, VALUE, value))
                    .toList();
            worker.task().put(batch);
            offset = batch.get(batch.size() - 1).kafkaOffset() + 1;
        }
        assertThat(ledger().nextOffset()).hasValue(offset);
        assertThat(ledger().published().isEmpty()).isTrue();
    }

    @Test
    void recordsOfAnotherSchemaGoToAnotherFileOfTheSamePathWhenNoneIsCompatible() throws IOException {
        properties.put("schema.compatibility", "none");
        Schema wider = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("more", Schema.OPTIONAL_INT32_SCHEMA)
                .build();
        append(0, 2);
        append(record(2, 0L, wider, new Struct(wider).put("id", 2L).put("more", 7)));
        append(record(3, 0L, wider, new Struct(wider).put("id", 3L)));
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.stop();
        assertThat(published.names())
                .containsExactly("orders+0+0000000000+0000000001.parquet", "orders+0+0000000002+0000000003.parquet");
        assertThat(ids()).isEqualTo(range(0, 4));
        assertThat(published.rows(published.paths().get(1))).contains(Map.of("id", 2L, "more", 7));
    }

    @Test
    void theFooterHasTheOriginOfTheRecords() throws IOException {
        append(5, 9);
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.stop();
        FileMetadata footer = published.footer(published.paths().get(0));
        assertThat(footer.keyValue("parquetry.connector")).contains("archive");
        assertThat(footer.keyValue("parquetry.topic")).contains("orders");
        assertThat(footer.keyValue("parquetry.partition")).contains("0");
        assertThat(footer.keyValue("parquetry.offset.first")).contains("5");
        assertThat(footer.keyValue("parquetry.offset.last")).contains("8");
        assertThat(footer.keyValue("parquetry.records")).contains("4");
        assertThat(footer.keyValue("parquetry.timestamp.first")).contains("1005");
        assertThat(footer.keyValue("parquetry.timestamp.last")).contains("1008");
        assertThat(footer.keyValue("parquetry.connect.schema")).isPresent();
    }

    @Test
    void aRedeliveredBatchIsWrittenOnce() throws IOException {
        properties.put("flush.size", "4");
        append(0, 10);
        FakeWorker worker = worker().start();
        int[] writes = {0};
        storage.steps(step -> {
            // The second file fails, when the first is visible and others are under way.
            if (step.startsWith("sync") && step.contains(".tmp") && writes[0]++ == 1) {
                throw new IOException("no answer");
            }
        });
        worker.poll(10);
        assertThat(worker.timeoutMs()).isBetween(800L, 1_200L);
        worker.drain(10);
        worker.stop();
        assertThat(writes[0]).isGreaterThan(1);
        assertThat(ids()).isEqualTo(range(0, 10));
        assertThat(published.leftovers()).isEmpty();
    }

    @Test
    void aPartitionKeepsItsRecordsWhenTheStorageFailsForAnother() throws IOException {
        fillRowGroups();
        TopicPartition one = new TopicPartition("orders", 1);
        NavigableMap<Long, SinkRecord> other = new TreeMap<>();
        LongStream.range(0, 6)
                .forEach(offset -> other.put(
                        offset,
                        new SinkRecord(
                                "orders",
                                1,
                                null,
                                null,
                                VALUE,
                                new Struct(VALUE).put("id", offset).put("note", note),
                                offset)));
        append(0, 6);
        FakeWorker worker = new FakeWorker(Map.of(ZERO, log, one, other), properties, storage, clock).start();
        String failing = new LedgerDirectory("archive", "orders", 1).path();
        boolean[] failed = {false};
        storage.steps(step -> {
            if (step.startsWith("create " + failing) && !failed[0]) {
                failed[0] = true;
                throw new IOException("no answer");
            }
        });
        worker.drain(3);
        assertThat(worker.seeks()).isEmpty();
        worker.stop();
        assertThat(failed[0]).isTrue();
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 6));
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, 6));
        // One file each: the well one was not begun anew.
        assertThat(published.paths()).hasSize(2);
    }

    @Test
    void aRewoundPartitionWithoutRecordsInTheBatchMissesNoneAfterARebalance() throws IOException {
        fillRowGroups();
        TopicPartition one = new TopicPartition("orders", 1);
        NavigableMap<Long, SinkRecord> other = new TreeMap<>();
        append(0, 3);
        FakeWorker worker = new FakeWorker(Map.of(ZERO, log, one, other), properties, storage, clock).start();
        worker.drain(5);
        other.put(
                0L,
                new SinkRecord(
                        "orders",
                        1,
                        null,
                        null,
                        VALUE,
                        new Struct(VALUE).put("id", 0L).put("note", note),
                        0));
        clock.advance(60_000);
        // The batch is of partition 1 only. In the first turn it fails, and so does the file of partition 0, which is
        // due; in the second partition 0 goes back and partition 1 fails again.
        String directoryOfOne = new LedgerDirectory("archive", "orders", 1).path();
        Set<String> failures = new HashSet<>(Set.of(
                "create " + directoryOfOne,
                "sync " + new LedgerDirectory("archive", "orders", 0).path(),
                "list " + directoryOfOne));
        storage.steps(step -> {
            if (failures.removeIf(step::startsWith)) {
                throw new IOException("no answer");
            }
        });
        worker.poll(5);
        worker.poll(5);
        assertThat(failures).isEmpty();
        worker.close(List.of(one)); // now nothing comes again: the next batch is what partition 0 reads anew
        worker.drain(5);
        worker.stop();
        assertThat(ids()).isEqualTo(range(0, 3));
    }

    /** A record as a transformation that routes records to other topics returns it. */
    private void appendRouted(long from, long to) {
        append(from, to);
        LongStream.range(from, to).forEach(offset -> {
            SinkRecord record = log.get(offset);
            append(record.newRecord("routed", 0, null, null, VALUE, record.value(), record.timestamp()));
        });
    }

    private void failOnceAtCreate() {
        boolean[] failed = {false};
        storage.steps(step -> {
            if (step.startsWith("create") && !failed[0]) {
                failed[0] = true;
                throw new IOException("no answer");
            }
        });
    }

    @Test
    void orphanedRoutedRecordsAreReadAgainFromTheRightOffset() throws IOException {
        fillRowGroups();
        appendRouted(0, 3);
        FakeWorker worker = worker().start();
        worker.drain(5);
        clock.advance(60_000);
        worker.poll(5);
        appendRouted(3, 6);
        failOnceAtCreate();
        worker.poll(5);
        // The partition goes and comes back; the worker does not find its records in the batch to take them out.
        worker.close(List.of(ZERO));
        worker.open(List.of(ZERO));
        worker.drain(5);
        worker.stop();
        assertThat(ids()).isEqualTo(range(0, 6));
    }

    @Test
    void orphanedRoutedRecordsAreIgnoredWhenThePartitionIsGone() throws IOException {
        fillRowGroups();
        appendRouted(0, 3);
        FakeWorker worker = worker().start();
        failOnceAtCreate();
        worker.poll(5);
        worker.close(List.of(ZERO));
        worker.poll(5);
        FakeWorker next = worker().start();
        next.drain(5);
        next.stop();
        assertThat(ids()).isEqualTo(range(0, 3));
    }

    /** Both partitions are closed, and one has the name that the other's records were given: those are removed. */
    @Test
    void recordsThatAreNotOrphanedAreWrittenWhenTheyAreReadAgain() throws IOException {
        fillRowGroups();
        TopicPartition routed = new TopicPartition("routed", 0);
        FakeWorker worker =
                new FakeWorker(Map.of(ZERO, log, routed, new TreeMap<>()), properties, storage, clock).start();
        appendRouted(0, 3);
        failOnceAtCreate();
        worker.poll(2);
        worker.close(List.of(ZERO, routed));
        worker.open(List.of(ZERO, routed));
        worker.drain(2);
        worker.stop();
        assertThat(ids()).isEqualTo(range(0, 3));
    }

    @Test
    void aRecordOfAPartitionThatTheTaskDoesNotHaveIsAnError() {
        FakeWorker worker = worker().start();
        worker.close(List.of(ZERO));
        assertThatThrownBy(() -> worker.task().put(List.of(record(0, 0))))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("orders-0");
    }

    @Test
    void aStorageThatFailsWhenThePartitionIsOpenedIsRetried() throws IOException {
        append(0, 6);
        int[] failures = {3};
        storage.steps(step -> {
            if (failures[0]-- > 0) {
                throw new IOException("no answer");
            }
        });
        FakeWorker worker = worker().start();
        worker.drain(3);
        worker.stop();
        assertThat(ids()).isEqualTo(range(0, 6));
    }

    @Test
    void aRecreatedTopicFailsTheTaskWithTheRemedy() throws IOException {
        append(0, 6);
        FakeWorker worker = worker().start();
        worker.drain(10);
        clock.advance(60_000);
        worker.poll(10);
        assertThatThrownBy(() -> worker.task().put(List.of(record(0, 0))))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic orders, partition 0")
                .hasMessageContaining("offset 0")
                .hasMessageContaining("6 was expected")
                .hasMessageContaining("deleted and created again")
                .hasMessageContaining("PATCH /connectors/archive/offsets")
                .hasMessageContaining("\"kafka_topic\": \"orders\", \"kafka_partition\": 0")
                .hasMessageContaining("\"kafka_offset\": 0");
        assertThat(ids()).isEqualTo(range(0, 6));
    }

    @Test
    void aRecreatedTopicFailsTheNextTaskToo() {
        append(0, 6);
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.stop();
        FakeWorker next = worker().start();
        assertThatThrownBy(() -> next.task().put(List.of(record(2, 0))))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("already committed");
    }

    @Test
    void aTopicThatIsTruncatedWithOpenFilesFailsTheTaskToo() {
        append(0, 6);
        FakeWorker worker = worker().start();
        worker.drain(10);
        assertThatThrownBy(() -> worker.task().put(List.of(record(3, 0))))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("already in open files");
    }

    @Test
    void aRecreatedTopicIsNotTakenForARedeliveredBatch() {
        append(0, 6);
        FakeWorker worker = worker().start();
        worker.drain(10);
        clock.advance(60_000);
        worker.poll(10);
        append(6, 8);
        worker.drain(10);
        boolean[] failed = {false};
        storage.steps(step -> {
            if (!failed[0]) {
                failed[0] = true;
                throw new IOException("no answer");
            }
        });
        clock.advance(60_000);
        worker.poll(10);
        assertThat(failed[0]).isTrue();
        worker.close(List.of(ZERO));
        worker.open(List.of(ZERO));
        assertThatThrownBy(() -> worker.task().put(List.of(record(0, 0))))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("offset 0")
                .hasMessageContaining("came where");
    }

    @Test
    void gapsInTheOffsetsAreAccepted() throws IOException {
        for (long offset : new long[] {10, 11, 15, 40}) {
            append(record(offset, offset));
        }
        FakeWorker worker = worker().start();
        worker.drain(50);
        worker.stop();
        assertThat(published.names()).containsExactly("orders+0+0000000010+0000000040.parquet");
        assertThat(ids()).containsExactly(10L, 11L, 15L, 40L);
        assertThat(ledger().nextOffset()).hasValue(41);
    }

    @Test
    void ofTwoOwnersOfAPartitionOneCommitsAndTheOtherIsFenced() throws IOException {
        properties.put("flush.size", "5");
        append(0, 10);
        FakeWorker slow = worker().start();
        slow.poll(3);
        FakeWorker fast = worker().start();
        fast.drain(10);
        slow.drain(10);
        slow.stop();
        fast.stop();
        assertThat(ids()).isEqualTo(range(0, 10));
        assertThat(published.leftovers()).isEmpty();
    }

    @Test
    void aBadRecordWithoutReporterFailsTheTaskAndLeavesTheFileValid() throws IOException {
        append(0, 2);
        append(record(2, 0L, VALUE, new Struct(VALUE))); // the required id is null
        FakeWorker worker = worker().start();
        assertThatThrownBy(() -> worker.drain(10))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("topic orders, partition 0, offset 2")
                .hasMessageContaining("field id");
        worker.stop();
        assertThat(ids()).containsExactly(0L, 1L);
        assertThat(ledger().nextOffset()).hasValue(2);
    }

    @Test
    void aBadRecordGoesToTheReporterAndTheFileStaysOpen() throws IOException {
        append(0, 2);
        append(record(2, 0L, VALUE, new Struct(VALUE)));
        append(3, 5);
        FakeWorker worker = worker().tolerant().start();
        worker.drain(10);
        worker.stop();
        assertThat(worker.reported()).extracting(SinkRecord::kafkaOffset).containsExactly(2L);
        assertThat(worker.reasons().get(0)).hasMessageContaining("offset 2").hasMessageContaining("field id");
        assertThat(published.names()).containsExactly("orders+0+0000000000+0000000004.parquet");
        assertThat(ids()).containsExactly(0L, 1L, 3L, 4L);
    }

    @Test
    void aDecimalThatIsTooWideIsABadRecordWithItsFieldPath() throws IOException {
        Schema amount =
                Decimal.builder(2).parameter("connect.decimal.precision", "5").build();
        Schema line = SchemaBuilder.struct().field("amount", amount).build();
        Schema order = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("lines", SchemaBuilder.array(line).build())
                .build();
        for (long offset = 0; offset < 3; offset++) {
            String text = offset == 1 ? "1234567.00" : "12.50";
            Struct item = new Struct(line).put("amount", new java.math.BigDecimal(text));
            append(record(offset, 0L, order, new Struct(order).put("id", offset).put("lines", List.of(item))));
        }
        FakeWorker worker = worker().tolerant().start();
        worker.drain(10);
        worker.stop();
        assertThat(worker.reasons()).hasSize(1);
        assertThat(worker.reasons().get(0))
                .hasMessageContaining("offset 1")
                .hasMessageContaining("lines[0].amount")
                .hasMessageContaining("1234567.00");
        assertThat(ids()).containsExactly(0L, 2L);
    }

    @Test
    void aFileDoesNotBeginWithABadRecord() throws IOException {
        append(record(0, 0L, VALUE, new Struct(VALUE)));
        append(1, 3);
        FakeWorker worker = worker().tolerant().start();
        worker.drain(10);
        worker.stop();
        assertThat(published.names()).containsExactly("orders+0+0000000001+0000000002.parquet");
        assertThat(published.leftovers()).isEmpty();
    }

    @Test
    void aPartitionOfBadRecordsAdvancesToo() {
        append(record(0, 0L, VALUE, new Struct(VALUE)));
        append(record(1, 0L, VALUE, new Struct(VALUE)));
        FakeWorker worker = worker().tolerant().start();
        worker.drain(10);
        assertThat(worker.commit()).containsEntry(ZERO, 2L);
        assertThat(published.paths()).isEmpty();
    }

    @Test
    void anOffsetIsNotCommittedBeforeItsReportIsDone() {
        append(record(0, 0L, VALUE, new Struct(VALUE)));
        append(1, 3);
        FakeWorker worker = worker().tolerant().start();
        worker.completeReportsWith(CompletableFuture.failedFuture(new IllegalStateException("the queue is full")));
        worker.drain(10);
        clock.advance(60_000);
        assertThatThrownBy(() -> worker.poll(1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("offset 0")
                .hasMessageContaining("the queue is full");
        assertThat(published.paths()).isEmpty();
        assertThat(ledger().nextOffset()).hasValue(0);
    }

    @Test
    void aRecordWithoutTimeIsABadRecord() {
        properties.put("partitioner.class", "time");
        append(record(0, null, VALUE, new Struct(VALUE).put("id", 0L)));
        FakeWorker worker = worker().tolerant().start();
        worker.drain(10);
        assertThat(worker.reasons().get(0))
                .hasMessageContaining("offset 0")
                .hasMessageContaining("timestamp.extractor");
    }

    @Test
    void aTombstoneIsARowWithoutValueWithRecordMetadata() throws IOException {
        properties.put("record.metadata", "kafka");
        append(0, 2);
        append(record(2, 0L, null, null));
        append(3, 4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.stop();
        List<Map<?, ?>> rows = published.rows(published.paths().get(0));
        assertThat(rows).hasSize(4);
        assertThat(rows.stream().map(row -> row.containsKey("value"))).containsExactly(true, true, false, true);
        assertThat(((Map<?, ?>) rows.get(2).get("_kafka")).get("offset")).isEqualTo(2L);
    }

    @Test
    void aTombstoneIsABadRecordWithoutRecordMetadata() {
        append(record(0, 0L, null, null));
        FakeWorker worker = worker().start();
        assertThatThrownBy(() -> worker.drain(10))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("offset 0")
                .hasMessageContaining("tombstone")
                .hasMessageContaining("record.metadata=kafka");
    }

    @Test
    void aTopicNameOfATransformationIsADirectoryAndTheFileKeepsTheOriginal() throws IOException {
        append(0, 1);
        SinkRecord original = log.get(0L);
        append(original.newRecord("../else/where", 7, null, null, VALUE, original.value(), 5L));
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.stop();
        assertThat(published.paths())
                .containsExactly("topics/%2E.%2Felse%2Fwhere/partition=0/orders+0+0000000000+0000000000.parquet");
    }

    @Test
    void aTopicWhoseNameIsTooLongIsRefusedBeforeTheFirstRecord() {
        TopicPartition partition = new TopicPartition("t".repeat(249), 0);
        FakeWorker worker = new FakeWorker(Map.of(partition, new TreeMap<>()), properties, storage, clock);
        assertThatThrownBy(worker::start).isInstanceOf(ConnectException.class).hasMessageContaining("too long");
    }

    @Test
    void recordsOfAFileThatCannotBeClosedAreNotTakenForWritten() throws IOException {
        append(0, 4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        storage.steps(step -> {
            if (step.startsWith("sync ")) {
                storage.steps(StorageSteps.UNDISTURBED);
                throw new IllegalStateException("a codec gave up");
            }
        });
        clock.advance(60_000);
        assertThatThrownBy(() -> worker.poll(1)).hasMessageContaining("a codec gave up");
        worker.stop();
        assertThat(ledger().nextOffset()).hasValue(0);
        FakeWorker next = worker().start();
        next.drain(10);
        next.stop();
        assertThat(ids()).isEqualTo(range(0, 4));
        assertThat(published.leftovers()).isEmpty();
    }

    @Test
    void aFileWhoseNameIsTakenIsKeptUntilTheNameIsFree() throws IOException {
        String taken = "topics/orders/partition=0/orders+0+0000000000+0000000003.parquet";
        disk.place(taken, new byte[] {1});
        append(0, 4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        clock.advance(60_000);
        assertThatThrownBy(() -> worker.poll(1))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("another file has this name");
        worker.stop();
        storage.delete(taken);
        FakeWorker next = worker().start();
        next.drain(10);
        next.stop();
        assertThat(ids()).isEqualTo(range(0, 4));
        assertThat(published.leftovers()).isEmpty();
    }
}
