package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Records that the sink has written come back through the source byte for byte: keys, values, headers in order with
 * repetitions, timestamps and partitions. A missing partition of the topic is reported before a record is sent if
 * brokers can be asked, and loses no record otherwise.
 */
@Tag("sampled")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(SharedStack.class)
class RoundTripIT {
    private static final int PARTITIONS = 3;
    private static final int RECORDS = 120;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /** With timestamps of producers and with timestamps of the broker. */
    private static final List<String> TOPICS = List.of("created", "appended");

    private static KafkaStack stack;
    private static Topics topics;
    private static Path data;

    @BeforeAll
    static void start(KafkaStack shared) {
        stack = shared;
        data = SharedStack.directory(stack, RoundTripIT.class);
        topics = new Topics(stack.bootstrapServers());
        topics.create("created", PARTITIONS);
        topics.create("appended", PARTITIONS, Map.of("message.timestamp.type", "LogAppendTime"));
        for (String topic : TOPICS) {
            topics.create(topic + "-back", PARTITIONS);
            topics.produce(TypedRecords.of(topic, PARTITIONS, RECORDS));
        }
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    private static Map<String, String> source(Map<String, String> more) {
        Map<String, String> config = new HashMap<>(AllTypes.converters());
        config.put("connector.class", "io.parquetry.connect.source.ParquetSourceConnector");
        config.put("tasks.max", "1");
        config.put("storage.url", data.toUri().toString());
        config.put("scan.interval.ms", "200");
        config.put("mode", "restore");
        config.putAll(more);
        return config;
    }

    @Test
    @Order(1)
    void everyRecordComesBackByteForByte() {
        Map<String, String> sink = new HashMap<>(AllTypes.converters());
        sink.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
        sink.put("tasks.max", "1");
        sink.put("topics", String.join(",", TOPICS));
        sink.put("storage.url", data.toUri().toString());
        sink.put("record.metadata", "kafka");
        sink.put("flush.size", Integer.toString(RECORDS / PARTITIONS / 2));
        stack.worker().rest().create("archive", sink);
        stack.worker()
                .rest()
                .create(
                        "restore",
                        source(Map.of(
                                "transforms", "rename",
                                "transforms.rename.type", "org.apache.kafka.connect.transforms.RegexRouter",
                                "transforms.rename.regex", ".*",
                                "transforms.rename.replacement", "$0-back",
                                "admin.bootstrap.servers", stack.bootstrapServers())));

        for (String topic : TOPICS) {
            AwaitCount.atLeast(RECORDS, () -> count(topic + "-back"), PATIENCE, "records that came back of " + topic);
            TypedRecords.assertSame(topics, topic, topic + "-back", PARTITIONS);
        }
    }

    private static long count(String topic) {
        stack.worker().rest().awaitRunning("restore", PATIENCE);
        return topics.countCommitted(topic);
    }

    @Test
    @Order(2)
    void aTopicThatLacksAPartitionIsFoundBeforeTheConnectorIsCreated() {
        topics.create("small", 1);
        Map<String, String> config = source(Map.of(
                "path.include", "topics/created/**/*.parquet",
                "topic.mapping", "created:small",
                "admin.bootstrap.servers", stack.bootstrapServers()));

        assertThatThrownBy(() -> stack.worker().rest().create("asking", config))
                .hasMessageContaining("the topic small has 1 partitions, but records of created were in partition")
                .hasMessageContaining("or set partition.mapping to by-key");
        assertThat(topics.committedEnds("small")).containsEntry(0, 0L);
    }

    /** The logs of the nodes; the status of the task does not tell why its producer was interrupted. */
    private static String logs() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(stack.dataDirectory().getParent())) {
            for (Path log : files.filter(file -> file.endsWith("node.log")).toList()) {
                all.append(Files.readString(log));
            }
        }
        return all.toString();
    }

    @Test
    @Order(3)
    @Tag("thorough")
    void withoutBrokersToAskAMissingPartitionFailsTheTaskAndLosesNoRecord() throws IOException {
        Map<String, String> config = source(Map.of(
                "path.include", "topics/created/**/*.parquet",
                "topic.mapping", "created:small"));
        stack.worker().rest().create("unasking", config);
        assertThat(stack.worker().rest().awaitFailure("unasking", PATIENCE))
                .contains("Unrecoverable exception trying to send", "InterruptException");
        assertThat(logs())
                .contains("of topic small, which the brokers do not show")
                .contains("for all files the topic needs 3 partitions");

        config.put("partition.mapping", "by-key");
        stack.worker().rest().put("unasking", config);

        Set<Long> wanted = new HashSet<>(IntStream.range(0, RECORDS)
                .mapToObj(n -> TypedRecords.EPOCH_MS + n)
                .toList());
        AwaitCount.atLeast(
                RECORDS,
                () -> topics.readCommitted("small").get(0).stream()
                        .map(ConsumerRecord::timestamp)
                        .filter(wanted::contains)
                        .distinct()
                        .count(),
                PATIENCE,
                "different records that came back");
    }

    /** The connectors of the first test still run. */
    @Test
    @Order(4)
    void theExportersRulesFindEachMetricOfDashboardsAndAlerts() {
        assumeTrue(System.getProperty("stack").equals("local"), "the worker's JVM is a child of this process");
        stack.worker()
                .rest()
                .create(
                        "failing",
                        Map.of(
                                "connector.class", "io.parquetry.connect.sink.ParquetSinkConnector",
                                "tasks.max", "1",
                                "topics", "created",
                                "storage.url", data.resolve("none").toUri().toString(),
                                "key.converter", "org.apache.kafka.connect.converters.ByteArrayConverter",
                                "value.converter", "org.apache.kafka.connect.converters.LongConverter"));
        stack.worker().rest().awaitFailure("failing", PATIENCE);

        ExportedMetrics exported = ExportedMetrics.ofOnlyWorker(stack);

        assertThat(exported.value("parquetry_sink_rows_written_total", "archive"))
                .isEqualTo(RECORDS * TOPICS.size());
        assertThat(exported.value("parquetry_source_rows_sent_total", "restore"))
                .isEqualTo(RECORDS * TOPICS.size());
        for (MonitoringFiles.Expression expression : MonitoringFiles.expressions()) {
            assertThat(exported.names()).as(expression.toString()).containsAll(expression.metrics());
            assertThat(expression.selectors())
                    .as(expression.toString())
                    .allSatisfy(selector -> assertThat(exported.samples()).anyMatch(selector::selects));
        }
        assertThat(MonitoringFiles.expressions().stream().flatMap(expression -> expression.metrics().stream()))
                .as("what is exported is shown")
                .containsAll(exported.names());
    }
}
