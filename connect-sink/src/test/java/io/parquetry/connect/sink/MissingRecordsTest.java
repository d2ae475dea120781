package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.apache.kafka.common.metrics.stats.Value;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Records are missing only if the log begins behind the offset that is expected; other gaps are left by transactions and
 * compaction. Where the log begins is known from the consumer's metrics in JMX.
 */
class MissingRecordsTest {
    private static final String TOPIC = "missing.records";
    private static final TopicPartition ZERO = new TopicPartition(TOPIC, 0);
    private static final Schema VALUE =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    private static final Map<String, String> PROPERTIES =
            Map.of("name", "archive: all", "storage.url", "memory", "rotate.max.age.ms", "60000");

    private final MemoryDisk disk = new MemoryDisk();
    private final ManualClock clock = new ManualClock();
    private final NavigableMap<Long, SinkRecord> log = new TreeMap<>();
    private final Metrics shown = new Metrics();
    private final Metrics consumers = new Metrics(
            new MetricConfig(), List.of(new JmxReporter()), Time.SYSTEM, new KafkaMetricsContext("kafka.consumer"));

    @AfterEach
    void close() {
        consumers.close();
        shown.close();
    }

    /** A lead as a consumer shows it. */
    private void showLead(String client, String topic, double lead) {
        Sensor sensor = consumers.sensor(client + topic);
        sensor.add(
                consumers.metricName(
                        "records-lead",
                        "consumer-fetch-manager-metrics",
                        "",
                        Map.of("client-id", client, "topic", topic, "partition", "0")),
                new Value());
        sensor.record(lead);
    }

    private void append(long from, long to) {
        LongStream.range(from, to).forEach(offset -> {
            Struct value = new Struct(VALUE).put("id", offset);
            log.put(
                    offset,
                    new SinkRecord(TOPIC, 0, null, null, VALUE, value, offset, offset, TimestampType.CREATE_TIME));
        });
    }

    private long missingBefore9() {
        return missingBefore9(Long.MAX_VALUE, 13);
    }

    /** The lowest offset that the ledger may have after the gap: the log is known to begin there. */
    private long known = 3;

    /**
     * Archives offsets 0 to 2, then what is kept of the offsets 9 to 12 after a restart; returns how many are said to be
     * missing.
     *
     * @param from of the offsets from it on, those below {@code to} are dropped by a transformation
     */
    private long missingBefore9(long from, long to) {
        append(0, 3);
        FakeWorker worker = new FakeWorker(Map.of(ZERO, log), PROPERTIES, new MemoryStorage(disk), clock).start();
        worker.drain(10);
        worker.stop();
        append(9, 13);
        PluginMetricsImpl plugin = new PluginMetricsImpl(shown, Map.of("connector", "archive"));
        FakeWorker next = new FakeWorker(Map.of(ZERO, log), PROPERTIES, new MemoryStorage(disk), clock)
                .showing(plugin)
                .transforming(record -> record.kafkaOffset() < from || record.kafkaOffset() >= to)
                .start();
        next.drain(10);
        assertThat(next.commit()).containsEntry(ZERO, from < to ? Math.max(to, 3) : known);
        next.drain(10);
        return ((Number) shown.metric(plugin.metricName("missing-records-total", "", new LinkedHashMap<>()))
                        .metricValue())
                .longValue();
    }

    @Test
    void recordsBelowTheLogsStartAreCounted() {
        showLead("connector-consumer-archive: all-0", TOPIC, 13 - 9);
        assertThat(missingBefore9()).isEqualTo(6);
    }

    @Test
    void onlyThoseBelowTheLogsStartAreCounted() {
        showLead("connector-consumer-archive: all-0", TOPIC, 13 - 5);
        known = 5;
        assertThat(missingBefore9()).isEqualTo(2);
    }

    @Test
    void theyAreCountedAlsoWhenTheFirstRecordsAfterThemAreFiltered() {
        showLead("connector-consumer-archive: all-0", TOPIC, 13 - 9);
        assertThat(missingBefore9(9, 13)).isEqualTo(6);
    }

    @Test
    void filteredRecordsAreNotMissing() {
        showLead("connector-consumer-archive: all-0", TOPIC, 13);
        assertThat(missingBefore9(9, 13)).isZero();
    }

    @Test
    void aGapInTheLogIsNotCounted() {
        showLead("connector-consumer-archive: all-0", TOPIC, 13);
        assertThat(missingBefore9()).isZero();
    }

    @Test
    void theTopicMayHaveUnderscoresForDots() {
        showLead("connector-consumer-archive: all-0", TOPIC.replace('.', '_'), 13 - 9);
        assertThat(missingBefore9()).isEqualTo(6);
    }

    @Test
    void nothingIsCountedWithoutTheConsumersLead() {
        showLead("connector-consumer-archive: all-too-0", TOPIC, 13 - 9);
        showLead("connector-consumer-other-0", TOPIC, 13 - 9);
        showLead("connector-consumer-archive: all-0", TOPIC, Double.NaN);
        assertThat(missingBefore9()).isZero();
    }
}
