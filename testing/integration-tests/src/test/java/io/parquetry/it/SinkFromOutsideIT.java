package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.rest.ConfigValidation;
import io.parquetry.local.rest.ConnectClient;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The sink as an operator sees it without its files: faults of a configuration, each at its key, in the worker's REST
 * API; and metrics in JMX that agree with the records and with the storage.
 */
@ExtendWith(SharedStack.class)
class SinkFromOutsideIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String CONNECTOR = "measured-sink";
    private static final long BUDGET_BYTES = 32 << 20;

    private static KafkaStack stack;
    private static Topics topics;

    private final Readings readings = new Readings("measured", 1);

    @BeforeAll
    static void start(KafkaStack shared) {
        stack = shared;
        topics = new Topics(stack.bootstrapServers());
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    private static Path root() {
        return stack.dataDirectory().resolve("measured");
    }

    private Map<String, String> config() {
        Map<String, String> config = new HashMap<>(Readings.sinkConverters());
        config.put("name", CONNECTOR);
        config.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
        config.put("tasks.max", "1");
        config.put("topics", readings.topic());
        config.put("storage.url", root().toUri().toString());
        config.put("flush.size", "300");
        config.put("behavior.on.null.values", "fail");
        config.put("on.bad.record", "skip");
        config.put("buffer.memory.bytes", String.valueOf(BUDGET_BYTES));
        return config;
    }

    @Test
    void aGoodConfigurationHasNoFault() {
        assertThat(stack.worker().rest().validate(config())).isEqualTo(new ConfigValidation(0, Map.of()));
    }

    /** The settings are separated by blanks; the fault must be at the key only and contain the words. */
    @ParameterizedTest
    @CsvSource({
        "a word that is none, schema.compatibility=mrge, schema.compatibility, merge",
        "a name that is no key, flush.sise=10, flush.sise, flush.size",
        "a number out of range, max.open.paths=0, max.open.paths, 1",
        "a NameNode where nothing answers, storage.url=hdfs://localhost:1/archive, storage.url, localhost",
        "a directory without write permission, storage.url=file:/proc/archive, storage.url, /proc/archive",
        "files that never end, flush.size=0 file.size.bytes=0 rotate.max.age.ms=0, rotate.max.age.ms, flush.size",
        "a key that has gone, retry.backoff.max.ms=100, retry.backoff.max.ms, remove",
        "a schedule of no place, rotate.schedule.interval.ms=3600000, timezone, Europe/Berlin",
        "a principal without keytab, connect.hdfs.principal=a@B, connect.hdfs.keytab," + " connect.hdfs.principal",
        "a pattern that is not used, partitioner.class=daily path.format=yyyy, path.format, daily"
    })
    void eachFaultIsAtItsKey(String what, String settings, String key, String words) {
        Map<String, String> config = config();
        for (String setting : settings.split(" ")) {
            config.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        ConfigValidation found = stack.worker().rest().validate(config);
        assertThat(found.errors()).as(what).containsOnlyKeys(key);
        assertThat(String.join("; ", found.errors().get(key))).as(what).contains(words);
    }

    @Test
    void theMetricsInJmxAgreeWithTheRecordsAndTheFiles() throws Exception {
        assumeTrue(System.getProperty("stack").equals("local"), "the worker's JVM is a child of this process");
        ParquetTree tree = new ParquetTree(root());
        ConnectClient rest = stack.worker().rest();
        topics.create(readings.topic(), 1);
        topics.produce(readings.range(0, 1_000));
        topics.produce(List.of(new ProducerRecord<>(readings.topic(), 0, "tombstone".getBytes(UTF_8), null)));
        rest.create(CONNECTOR, config());
        try (WorkerBeans beans = WorkerBeans.ofOnlyWorker(stack)) {
            rest.awaitRunning(CONNECTOR, PATIENCE);
            AwaitCount.atLeast(3, () -> tree.published(readings.topic()).size(), PATIENCE, "files");
            AwaitCount.atLeast(1, () -> (long) beans.value(CONNECTOR, "bad-records-total"), PATIENCE, "bad records");

            assertThat(beans.value(CONNECTOR, "rows-written-total")).isEqualTo(1_000);
            assertThat(beans.value(CONNECTOR, "files-committed-total")).isEqualTo(3);
            assertThat(beans.value(CONNECTOR, "bytes-committed-total")).isEqualTo(bytes(tree));
            assertThat(beans.value(CONNECTOR, "rotations-total", Map.of("reason", "records")))
                    .isEqualTo(3);
            assertThat(beans.value(CONNECTOR, "rotations-total", Map.of("reason", "age")))
                    .isZero();
            assertThat(beans.value(CONNECTOR, "commits-total")).isBetween(1.0, 3.0);
            assertThat(beans.value(CONNECTOR, "commit-latency-max-ms"))
                    .isGreaterThanOrEqualTo(beans.value(CONNECTOR, "commit-latency-avg-ms"));
            assertThat(beans.value(CONNECTOR, "open-files")).isEqualTo(1);
            assertThat(beans.value(CONNECTOR, "uncommitted-records"))
                    .as("100 readings and a tombstone")
                    .isEqualTo(101);
            assertThat(beans.value(CONNECTOR, "uncommitted-age-ms")).isPositive();
            assertThat(beans.value(CONNECTOR, "retained-bytes"))
                    .isPositive()
                    .isEqualTo(beans.value(CONNECTOR, "worker-retained-bytes"));
            assertThat(beans.value(CONNECTOR, "budget-bytes")).isEqualTo(BUDGET_BYTES);
            assertThat(beans.value(CONNECTOR, "bad-records-total")).isEqualTo(1);
            assertThat(beans.value(CONNECTOR, "skipped-records-total")).isEqualTo(1);
            for (String quiet : List.of(
                    "spilled-rows-total",
                    "paused",
                    "storage-failing",
                    "retries-total",
                    "lost-partitions-total",
                    "missing-records-total")) {
                assertThat(beans.value(CONNECTOR, quiet)).as(quiet).isZero();
            }

            rest.stop(CONNECTOR);
            rest.awaitState(CONNECTOR, "STOPPED", PATIENCE);
            AwaitCount.atLeast(4, () -> tree.published(readings.topic()).size(), PATIENCE, "files");
            topics.produce(readings.range(1_001, 1_101));
            deleteRecordsBelow(1_021);
            rest.resume(CONNECTOR);
            rest.awaitRunning(CONNECTOR, PATIENCE);
            AwaitCount.atLeast(
                    80, () -> (long) valueOr0(beans, "rows-written-total"), PATIENCE, "readings that were left");
            assertThat(beans.value(CONNECTOR, "missing-records-total"))
                    .as("records that retention deleted before they were archived")
                    .isEqualTo(20);
            assertThat(beans.value(CONNECTOR, "uncommitted-records")).isEqualTo(100);
        }
        rest.delete(CONNECTOR);
    }

    private double valueOr0(WorkerBeans beans, String metric) {
        try {
            return beans.value(CONNECTOR, metric);
        } catch (AssertionError notYet) {
            return 0;
        }
    }

    private void deleteRecordsBelow(long offset) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
            admin.deleteRecords(Map.of(new TopicPartition(readings.topic(), 0), RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        }
    }

    private double bytes(ParquetTree tree) throws IOException {
        double bytes = 0;
        for (Path file : tree.published(readings.topic())) {
            bytes += Files.size(file);
        }
        return bytes;
    }
}
