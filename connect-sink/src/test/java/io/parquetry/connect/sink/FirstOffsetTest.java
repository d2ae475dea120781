package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.log.LoggedLines;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.sink.FakeWorker.Reset;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.LedgerRepairs;
import io.parquetry.connect.sink.commit.TableProgress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Where the consumer really begins: what lies between that and the position is said, what is still there is read, and
 * the first offset is in the ledger before a record can be lost.
 */
class FirstOffsetTest {
    private static final TopicPartition ZERO = new TopicPartition("first.offsets", 0);
    private static final Schema VALUE =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage storage = new MemoryStorage(disk);
    private final Published published = new Published(disk);
    private final ManualClock clock = new ManualClock();
    private final NavigableMap<Long, SinkRecord> log = new TreeMap<>();
    private final Map<String, String> properties =
            new HashMap<>(Map.of("name", "first offsets", "storage.url", "memory", "rotate.max.age.ms", "60000"));
    private final Metrics consumers = new Metrics(
            new MetricConfig(), List.of(new JmxReporter()), Time.SYSTEM, new KafkaMetricsContext("kafka.consumer"));

    @AfterEach
    void close() {
        consumers.close();
    }

    private FakeWorker worker(Reset reset) {
        return new FakeWorker(Map.of(ZERO, log), properties, storage, clock).resettingTo(reset);
    }

    private void append(long from, long to) {
        append(ZERO, log, from, to);
    }

    private static void append(TopicPartition partition, NavigableMap<Long, SinkRecord> records, long from, long to) {
        LongStream.range(from, to).forEach(offset -> {
            Struct value = new Struct(VALUE).put("id", offset);
            records.put(
                    offset,
                    new SinkRecord(
                            partition.topic(),
                            partition.partition(),
                            null,
                            null,
                            VALUE,
                            value,
                            offset,
                            offset,
                            TimestampType.CREATE_TIME));
        });
    }

    /**
     * The worker's consumer shows its lead.
     *
     * @param markers of transactions that the consumer has passed behind its last record
     */
    private FakeWorker showing(FakeWorker worker, long[] markers) {
        consumers.addMetric(
                consumers.metricName(
                        "records-lead",
                        "consumer-fetch-manager-metrics",
                        "",
                        Map.of(
                                "client-id",
                                "connector-consumer-first offsets-0",
                                "topic",
                                ZERO.topic(),
                                "partition",
                                "0")),
                (Measurable) (config, nowMs) -> worker.positions().get(ZERO) + markers[0] - log.firstKey());
        return worker;
    }

    private List<Long> ids() throws IOException {
        return published.ids(ZERO.topic(), 0);
    }

    private static List<Long> concat(List<Long> first, LongStream then) {
        List<Long> all = new ArrayList<>(first);
        then.forEach(all::add);
        return all;
    }

    /** Archives offsets 0 to 2; then the topic has those from 9 on. */
    private void archiveThreeAndLoseSix() {
        append(0, 3);
        FakeWorker worker = worker(Reset.EARLIEST).start();
        worker.drain(10);
        worker.stop();
        log.clear();
        append(9, 13);
    }

    @Test
    void whatAConsumerPassesOverThatBeginsAtTheEndIsReadAndSaid() throws IOException {
        archiveThreeAndLoseSix();
        FakeWorker worker = showing(worker(Reset.LATEST), new long[] {0}).start();
        worker.poll(10);
        append(13, 15);
        List<String> lines = LoggedLines.with("offsets ", () -> {
            worker.poll(10);
            worker.drain(10);
        });
        worker.stop();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).contains("offsets 3 to 8 (6) were deleted");
        assertThat(lines.get(1)).contains("offsets 9 to 12 (4) were skipped").contains("are read now");
        assertThat(ids()).isEqualTo(concat(List.of(0L, 1L, 2L), LongStream.range(9, 15)));
    }

    /** The log is taken to begin one offset too early, where the consumer cannot begin. */
    @Test
    void itIsReadAlsoWhenTheConsumerIsFurtherThanItsLastRecord() throws IOException {
        archiveThreeAndLoseSix();
        FakeWorker worker = showing(worker(Reset.LATEST), new long[] {1}).start();
        for (long offset = 13; offset < 18; offset++) {
            worker.poll(10);
            append(offset, offset + 1);
        }
        worker.drain(10);
        worker.stop();
        assertThat(ids()).isEqualTo(concat(List.of(0L, 1L, 2L), LongStream.range(9, 18)));
    }

    @Test
    void whatCannotBeReadIsSaidAndNothingElseIsLost() throws IOException {
        archiveThreeAndLoseSix();
        FakeWorker worker = showing(worker(Reset.LATEST), new long[] {5}).start();
        List<String> lines = LoggedLines.with("were skipped", () -> {
            for (long offset = 13; offset < 20; offset++) {
                worker.poll(10);
                append(offset, offset + 1);
            }
            worker.drain(10);
        });
        worker.stop();
        assertThat(lines.get(lines.size() - 1)).contains("consumer.override.auto.offset.reset=earliest");
        assertThat(ids()).isEqualTo(concat(List.of(0L, 1L, 2L), LongStream.range(13, 20)));
    }

    @Test
    void aConsumerThatBeginsWhereTheLogDoesReadsOn() throws IOException {
        archiveThreeAndLoseSix();
        FakeWorker worker = showing(worker(Reset.EARLIEST), new long[] {0}).start();
        assertThat(LoggedLines.with("were skipped", () -> worker.drain(10))).isEmpty();
        worker.stop();
        assertThat(ids()).isEqualTo(concat(List.of(0L, 1L, 2L), LongStream.range(9, 13)));
    }

    /** Compaction has removed what is between the beginning of the log and the first record. */
    @Test
    void recordsThatAreNotThereAreSoughtOnce() throws IOException {
        archiveThreeAndLoseSix();
        FakeWorker worker = showing(worker(Reset.EARLIEST), new long[] {3}).start();
        worker.drain(10);
        worker.drain(10);
        worker.stop();
        assertThat(ids()).isEqualTo(concat(List.of(0L, 1L, 2L), LongStream.range(9, 13)));
    }

    @Test
    void aStorageThatFailsInTheSameCallLosesNothing() throws IOException {
        archiveThreeAndLoseSix();
        properties.put("flush.size", "2");
        FakeWorker worker = showing(worker(Reset.LATEST), new long[] {0}).start();
        worker.poll(10);
        append(13, 15);
        int[] failures = {0};
        storage.steps(step -> {
            if (failures[0] == 0 && step.startsWith("done creating")) {
                failures[0]++;
                throw new IOException("the reply was lost");
            }
        });
        worker.poll(10);
        assertThat(failures[0]).isEqualTo(1);
        worker.drain(10);
        append(15, 18);
        worker.drain(10);
        worker.stop();
        assertThat(ids()).isEqualTo(concat(List.of(0L, 1L, 2L), LongStream.range(9, 18)));
    }

    @Test
    void recordsThatWereReadAreNotLostByACrashBeforeTheFirstCommit() throws IOException {
        append(0, 5);
        FakeWorker killed = worker(Reset.LATEST).start();
        append(5, 9);
        killed.poll(10);
        append(9, 12);
        FakeWorker next = worker(Reset.LATEST).start();
        append(12, 13);
        next.drain(10);
        next.stop();
        assertThat(ids()).isEqualTo(LongStream.range(5, 13).boxed().toList());
    }

    /** Nothing came of the other partition before the death, and what comes while no task runs is read. */
    @Test
    void aPartitionThatWasIdleBeforeADeathBeginsWhereItWasIdle() throws IOException {
        TopicPartition one = new TopicPartition(ZERO.topic(), 1);
        NavigableMap<Long, SinkRecord> idle = new TreeMap<>();
        Map<TopicPartition, NavigableMap<Long, SinkRecord>> both = Map.of(ZERO, log, one, idle);
        append(0, 5);
        append(one, idle, 0, 5);
        FakeWorker killed = new FakeWorker(both, properties, storage, clock)
                .resettingTo(Reset.LATEST)
                .start();
        append(5, 9);
        killed.poll(10);
        killed.commit();
        append(9, 12);
        append(one, idle, 5, 8);

        FakeWorker next = new FakeWorker(both, properties, storage, clock)
                .resettingTo(Reset.LATEST)
                .start();
        next.drain(10);
        next.stop();

        assertThat(ids()).isEqualTo(LongStream.range(5, 12).boxed().toList());
        assertThat(published.ids(one.topic(), 1)).containsExactly(5L, 6L, 7L);
    }

    @Test
    void whatWasReadBehindItDoesNotDecideOnItsSchemas() throws IOException {
        properties.put("schema.compatibility", "backward");
        properties.put("schema.incompatible", "error-record");
        archiveThreeAndLoseSix();
        FakeWorker worker =
                showing(worker(Reset.LATEST), new long[] {0}).tolerant().start();
        worker.poll(10);
        Schema newer = SchemaBuilder.struct()
                .version(2)
                .field("other", Schema.OPTIONAL_INT64_SCHEMA)
                .build();
        log.put(
                13L,
                new SinkRecord(
                        ZERO.topic(), 0, null, null, newer, new Struct(newer), 13, 13L, TimestampType.CREATE_TIME));
        worker.drain(10);
        worker.stop();

        assertThat(worker.reasons()).isEmpty();
        assertThat(worker.committed()).containsEntry(ZERO, 14L);
    }

    @Test
    void aPositionThatWasMovedIsSaidWhenATaskBeginsThere() throws IOException {
        archiveThreeAndLoseSix();
        for (long offset : new long[] {1, 11}) {
            new LedgerRepairs(new Ledger(
                            storage,
                            new LedgerDirectory("first offsets", ZERO.topic(), 0),
                            Duration.ofMinutes(10),
                            new EntryAges(clock::millis),
                            missing -> {},
                            TableProgress.NO_TABLE))
                    .moveTo(OptionalLong.of(offset));
        }
        FakeWorker[] worker = new FakeWorker[1];
        assertThat(LoggedLines.with(
                        "it was moved", () -> worker[0] = worker(Reset.EARLIEST).start()))
                .singleElement()
                .asString()
                .contains("from offset 3 to offset 11");
        worker[0].drain(10);
        worker[0].stop();
        assertThat(LoggedLines.with("it was moved", () -> worker(Reset.EARLIEST).start()))
                .isEmpty();
    }
}
