package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.log.LoggedLines;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.StorageSteps;
import io.parquetry.connect.sink.memory.MemoryBudget;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.MemoryInputFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/**
 * What becomes of bad records, of null values, of a storage that stays away, and of partitions that are lost; and what
 * the metrics say of it.
 */
class FailureTest {
    private static final TopicPartition ZERO = new TopicPartition("orders", 0);
    private static final Schema VALUE = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("price", Decimal.builder(2).optional().build())
            .build();

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage storage = new MemoryStorage(disk);
    private final Published published = new Published(disk);
    private final ManualClock clock = new ManualClock();
    private final NavigableMap<Long, SinkRecord> log = new TreeMap<>();
    private final Map<String, String> properties = new HashMap<>(Map.of(
            "name",
            "archive",
            "storage.url",
            "memory",
            "rotate.max.age.ms",
            "60000",
            "types.as",
            "decimal-precision:5"));
    private final Metrics metrics = new Metrics();
    private final PluginMetricsImpl pluginMetrics = new PluginMetricsImpl(metrics, Map.of("connector", "archive"));

    private FakeWorker worker() {
        return new FakeWorker(Map.of(ZERO, log), properties, storage, clock).showing(pluginMetrics);
    }

    private long metric(String name) {
        return ((Number) metrics.metric(pluginMetrics.metricName(name, "", new LinkedHashMap<>()))
                        .metricValue())
                .longValue();
    }

    private long rotations(String reason) {
        return ((Number) metrics.metric(pluginMetrics.metricName(
                                "rotations-total", "", new LinkedHashMap<>(Map.of("reason", reason))))
                        .metricValue())
                .longValue();
    }

    private void append(Schema schema, Object value) {
        long offset = log.isEmpty() ? 0 : log.lastKey() + 1;
        log.put(offset, new SinkRecord("orders", 0, null, null, schema, value, offset, 0L, TimestampType.CREATE_TIME));
    }

    private void appendGood(int count) {
        for (int i = 0; i < count; i++) {
            append(VALUE, new Struct(VALUE).put("id", log.isEmpty() ? 0L : log.lastKey() + 1));
        }
    }

    private void appendBad() {
        append(VALUE, new Struct(VALUE).put("id", log.lastKey() + 1).put("price", new BigDecimal("123456.78")));
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void aTaskStartsWhileTheOneThatItReplacesIsStillClosing() {
        worker().start();
        new FakeWorker(Map.of(ZERO, log), properties, storage, clock)
                .showing(new PluginMetricsImpl(metrics, Map.of("connector", "archive")))
                .start()
                .drain(10);
        assertThat(metric("files-committed-total")).isZero();
    }

    @Test
    void aBadRecordIsReportedWithItsPositionItsFieldAndItsValue() throws IOException {
        appendGood(2);
        appendBad();
        appendGood(1);
        FakeWorker worker = worker().tolerant().start();
        worker.drain(10);
        worker.stop();
        assertThat(worker.reported()).hasSize(1);
        assertThat(worker.reasons().get(0))
                .hasMessageContaining("topic orders, partition 0, offset 2")
                .hasMessageContaining("price")
                .hasMessageContaining("123456.78")
                .hasMessageContaining("5");
        assertThat(published.ids("orders", 0)).isEqualTo(List.of(0L, 1L, 3L));
        assertThat(metric("bad-records-total")).isEqualTo(1);
        assertThat(metric("skipped-records-total")).isZero();
    }

    @Test
    void aBadRecordIsSkippedAndCountedIfConfigured() throws IOException {
        properties.put("on.bad.record", "skip");
        appendGood(2);
        appendBad();
        appendGood(1);
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(List.of(0L, 1L, 3L));
        assertThat(metric("bad-records-total")).isEqualTo(1);
        assertThat(metric("skipped-records-total")).isEqualTo(1);
    }

    @Test
    void aBadRecordFailsTheTaskIfConfiguredWhateverIsTolerated() {
        properties.put("on.bad.record", "fail");
        appendGood(1);
        appendBad();
        FakeWorker worker = worker().tolerant().start();
        assertThatThrownBy(() -> worker.drain(10))
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(RetriableException.class)
                .hasMessageContaining("offset 1");
        assertThat(worker.reported()).isEmpty();
    }

    @Test
    void nullValuesAreSkippedAndCountedIfConfigured() throws IOException {
        properties.put("behavior.on.null.values", "ignore");
        appendGood(1);
        append(null, null);
        appendGood(1);
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(List.of(0L, 2L));
        assertThat(metric("skipped-records-total")).isEqualTo(1);
        assertThat(metric("bad-records-total")).isZero();
    }

    @Test
    void nullValuesAreBadRecordsIfConfiguredAlsoWhereTheFileCanHoldThem() {
        properties.put("behavior.on.null.values", "fail");
        properties.put("record.metadata", "kafka");
        append(null, null);
        FakeWorker worker = worker().tolerant().start();
        worker.drain(10);
        assertThat(worker.reasons().get(0)).hasMessageContaining("behavior.on.null.values=fail");
    }

    @Test
    void aSchemaThatCannotBeStoredClosesNoFile() {
        Schema scaleless = SchemaBuilder.struct()
                .field(
                        "price",
                        SchemaBuilder.bytes()
                                .name(Decimal.LOGICAL_NAME)
                                .optional()
                                .build())
                .build();
        for (int i = 0; i < 20; i++) {
            append(scaleless, new Struct(scaleless));
        }
        FakeWorker worker = worker().tolerant().start();
        List<String> steps = new ArrayList<>();
        storage.steps(steps::add);
        worker.drain(5);
        assertThat(worker.reported()).hasSize(20);
        assertThat(steps).noneMatch(step -> step.contains(".tmp") && !step.contains(".commit"));
    }

    @Test
    void aFileWhoseStatisticsCannotBeReadIsNotPublished() {
        properties.put("flush.size", "4");
        appendGood(4);
        FakeWorker worker = worker().start();
        storage.steps(step -> {
            if (step.startsWith("open ") && step.endsWith(".tmp")) {
                String path = step.substring("open ".length());
                disk.place(path, withoutStatistics(disk.files().get(path)));
            }
        });
        assertThatThrownBy(() -> worker.drain(10))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("was written and synced, but cannot be read")
                .hasMessageContaining("row group 0, column ");
        assertThat(published.paths()).isEmpty();
    }

    /** The same file with one bit changed, so that its footer is read and the statistics of a chunk are not. */
    private static byte[] withoutStatistics(byte[] good) throws IOException {
        for (int at = good.length - 9; at > 0; at--) {
            byte[] changed = good.clone();
            changed[at] ^= 1;
            try (ParquetReader reader =
                    ParquetReader.open(new MemoryInputFile("changed", changed), ReaderOptions.DEFAULT)) {
                assertThatThrownBy(reader.metadata()::hashCode).isInstanceOf(CorruptFileException.class);
                return changed;
            } catch (CorruptFileException | AssertionError other) {
                // This bit is not one of the statistics' structure.
            }
        }
        throw new AssertionError("each bit of the footer is read at once");
    }

    @Test
    void aClockThatIsSetForwardShortensNoTimeToRetry() throws IOException {
        properties.put("retry.timeout.ms", "30000");
        appendGood(10);
        FakeWorker worker =
                new FakeWorker(Map.of(ZERO, log), properties, storage, clock, new MemoryBudget(), () -> 0).start();
        worker.drain(10);
        clock.advance(60_000);
        int[] failures = {2};
        storage.steps(step -> {
            if (failures[0]-- > 0) {
                throw new IOException("no route to the storage");
            }
        });
        worker.poll(10);
        clock.advance(3_600_000);
        worker.poll(10);
        worker.drain(10);
        worker.stop();

        assertThat(failures[0]).isNegative();
        assertThat(published.ids("orders", 0)).hasSize(10);
    }

    @Test
    void aStorageThatKeepsFailingFailsTheTaskAndNothingIsLost() throws IOException {
        properties.put("retry.timeout.ms", "30000");
        appendGood(10);
        FakeWorker worker = worker().start();
        worker.drain(10);
        clock.advance(60_000);
        storage.steps(step -> {
            throw new IOException("no route to the storage");
        });
        List<Long> pauses = new ArrayList<>();
        assertThatThrownBy(() -> {
                    for (int turn = 0; turn < 100; turn++) {
                        worker.poll(10);
                        pauses.add(worker.timeoutMs());
                        clock.advance(worker.timeoutMs());
                    }
                })
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(RetriableException.class)
                .hasMessageContaining("retry.timeout.ms")
                .hasMessageContaining("no route to the storage");
        assertThat(pauses).hasSizeBetween(4, 6);
        assertThat(metric("storage-failing")).isEqualTo(1);
        assertThat(metric("retries-total")).isEqualTo(pauses.size());
        worker.stop();
        storage.steps(StorageSteps.UNDISTURBED);
        FakeWorker next = new FakeWorker(Map.of(ZERO, log), properties, storage, clock).start();
        next.drain(10);
        next.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 10));
        assertThat(published.leftovers()).isEmpty();
    }

    @Test
    void theLogSaysForHowLongTheStorageHasFailedAlsoWhenAnotherPartitionIsCommittedFirst() {
        properties.put("flush.size", "10");
        Struct value = new Struct(VALUE).put("id", 0L);
        SinkRecord other = new SinkRecord("orders", 1, null, null, VALUE, value, 0, 0L, TimestampType.CREATE_TIME);
        NavigableMap<Long, SinkRecord> others = new TreeMap<>(Map.of(0L, other));
        FakeWorker worker = new FakeWorker(
                        Map.of(ZERO, log, new TopicPartition("orders", 1), others), properties, storage, clock)
                .start();
        worker.drain(10);
        appendGood(10);
        int[] failures = {1};
        storage.steps(step -> {
            if (failures[0]-- > 0) {
                throw new IOException("no route to the storage");
            }
        });
        worker.poll(10);
        clock.advance(60_000);

        List<String> lines = LoggedLines.with("answers again", () -> worker.drain(10));

        assertThat(lines).singleElement().asString().contains("answers again, 60000 ms after its first failure");
    }

    @Test
    void theAgeOfWhatIsNotCommittedGrowsWhileTheStorageFails() throws IOException {
        appendGood(10);
        FakeWorker worker = worker().start();
        worker.drain(10);
        clock.advance(60_000);
        storage.steps(step -> {
            throw new IOException("no route to the storage");
        });
        for (int turn = 0; turn < 3; turn++) {
            worker.poll(10);
            clock.advance(10_000);
            assertThat(metric("uncommitted-age-ms")).isEqualTo(70_000 + turn * 10_000);
        }

        storage.steps(StorageSteps.UNDISTURBED);
        worker.poll(10);
        worker.poll(10);
        assertThat(metric("uncommitted-age-ms"))
                .as("records that are written again are as old")
                .isEqualTo(90_000);
        clock.advance(60_000);
        worker.drain(10);
        worker.commit();
        assertThat(metric("uncommitted-age-ms")).isZero();
        worker.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 10));
    }

    @Test
    void whatWasCommittedWithoutAReplyHasNoAge() throws IOException {
        appendGood(10);
        FakeWorker worker = worker().start();
        worker.drain(10);
        clock.advance(60_000);
        storage.steps(step -> {
            if (!published.ids("orders", 0).isEmpty()) {
                throw new IOException("the storage went away after the commit");
            }
        });
        worker.poll(10);
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 10));
        assertThat(metric("uncommitted-age-ms")).isEqualTo(60_000);

        storage.steps(StorageSteps.UNDISTURBED);
        clock.advance(10_000);
        worker.poll(10);
        assertThat(metric("uncommitted-age-ms")).isZero();
        worker.stop();
    }

    @Test
    void metricsFollowAFileFromTheFirstRecordToTheCommit() {
        appendGood(5);
        FakeWorker worker = worker().start();
        worker.drain(10);
        clock.advance(7_000);
        assertThat(metric("open-files")).isEqualTo(1);
        assertThat(metric("rows-written-total")).isEqualTo(5);
        assertThat(metric("retained-bytes")).isPositive().isEqualTo(metric("worker-retained-bytes"));
        assertThat(metric("budget-bytes")).isEqualTo(Runtime.getRuntime().maxMemory() / 4);
        assertThat(metric("uncommitted-records")).isEqualTo(5);
        assertThat(metric("uncommitted-age-ms")).isEqualTo(7_000);
        clock.advance(53_000);
        worker.poll(1);
        assertThat(metric("open-files")).isZero();
        assertThat(metric("retained-bytes")).isZero();
        assertThat(metric("files-committed-total")).isEqualTo(1);
        assertThat(metric("bytes-committed-total"))
                .isEqualTo(disk.files().get(published.paths().get(0)).length);
        assertThat(metric("commits-total")).isEqualTo(1);
        assertThat(metric("uncommitted-records")).isZero();
        assertThat(metric("uncommitted-age-ms")).isZero();
        assertThat(rotations("age")).isEqualTo(1);
        assertThat(rotations("bytes")).isZero();
    }

    @Test
    void aLostPartitionIsDiscardedAndItsNextOwnerReadsItAgain() throws IOException {
        appendGood(4);
        FakeWorker worker = worker().start();
        worker.drain(10);
        worker.lose(List.of(ZERO));
        assertThat(published.paths()).isEmpty();
        assertThat(published.leftovers()).isEmpty();
        assertThat(metric("lost-partitions-total")).isEqualTo(1);
        FakeWorker next = new FakeWorker(Map.of(ZERO, log), properties, storage, clock).start();
        next.drain(10);
        next.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 4));
    }

    @Test
    void onlyARevokedPartitionIsClosed() throws IOException {
        TopicPartition one = new TopicPartition("orders", 1);
        NavigableMap<Long, SinkRecord> other = new TreeMap<>();
        appendGood(4);
        for (long offset = 0; offset < 4; offset++) {
            other.put(
                    offset,
                    new SinkRecord("orders", 1, null, null, VALUE, new Struct(VALUE).put("id", offset), offset));
        }
        FakeWorker worker = new FakeWorker(Map.of(ZERO, log, one, other), properties, storage, clock).start();
        worker.drain(10);
        worker.close(List.of(one));
        assertThat(published.ids("orders", 1)).isEqualTo(range(0, 4));
        assertThat(published.ids("orders", 0)).isEmpty();
        appendGood(4);
        worker.drain(10);
        worker.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(range(0, 8));
        assertThat(published.paths()).as("the file that was open went on").hasSize(2);
    }

    @Test
    void aPeriodicCommitDoesNotMakeALostPartitionARevokedOne() throws IOException {
        TopicPartition one = new TopicPartition("orders", 1);
        appendGood(4);
        FakeWorker worker = new FakeWorker(Map.of(ZERO, log, one, new TreeMap<>()), properties, storage, clock).start();
        worker.drain(10);
        worker.commit();
        worker.lose(List.of(ZERO));
        assertThat(published.paths()).isEmpty();
    }

    @Test
    void aTopicWhoseFileNamesWouldBecomeTooLongIsRefused() {
        TopicPartition partition = new TopicPartition("t".repeat(200), 0);
        FakeWorker worker = new FakeWorker(Map.of(partition, new TreeMap<>()), properties, storage, clock);
        assertThatThrownBy(worker::start).isInstanceOf(ConnectException.class).hasMessageContaining("too long");
    }
}
