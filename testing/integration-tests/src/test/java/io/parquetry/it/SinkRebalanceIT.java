package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.rest.ConnectClient;
import io.parquetry.local.rest.ConnectorOffset;
import io.parquetry.local.topics.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Open files when a task gets more partitions, with each protocol of consumer groups; and a topic that was created
 * again.
 */
@ExtendWith(SharedStack.class)
class SinkRebalanceIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String STRATEGY = "consumer.override.partition.assignment.strategy";

    private static KafkaStack stack;
    private static Topics topics;

    @BeforeAll
    static void start(KafkaStack shared) {
        stack = shared;
        topics = new Topics(stack.bootstrapServers());
    }

    @AfterAll
    static void close() {
        topics.close();
    }

    private static Map<String, String> config(ParquetTree tree) {
        Map<String, String> config = new HashMap<>(Readings.sinkConverters());
        config.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
        config.put("tasks.max", "1");
        config.put("storage.url", tree.root().toUri().toString());
        config.put("record.metadata", "kafka");
        config.put("consumer.override.metadata.max.age.ms", "1000");
        return config;
    }

    /** The eager protocol revokes all partitions, so that their files are closed; it shows that the test can tell. */
    @ParameterizedTest
    @CsvSource({
        "eager, " + STRATEGY + ", org.apache.kafka.clients.consumer.RangeAssignor, false",
        "cooperative, " + STRATEGY + ", org.apache.kafka.clients.consumer.CooperativeStickyAssignor, true",
        "broker-side, consumer.override.group.protocol, consumer, true"
    })
    void filesOfPartitionsThatAreKeptStayOpen(String protocol, String key, String value, boolean kept) {
        assumeTrue(System.getProperty("stack").equals("local"), "the worker's JVM is a child of this process");
        String connector = protocol + "-sink";
        ParquetTree tree = new ParquetTree(stack.dataDirectory().resolve(protocol));
        Readings first = new Readings(protocol + "-first", 2);
        Readings second = new Readings(protocol + "-second", 2);
        topics.create(first.topic(), first.partitions());
        topics.produce(first.range(0, 200));
        Map<String, String> config = config(tree);
        config.put("topics.regex", protocol + "-.*");
        config.put(key, value);
        ConnectClient rest = stack.worker().rest();
        rest.create(connector, config);
        rest.awaitRunning(connector, PATIENCE);
        try (WorkerBeans beans = WorkerBeans.ofOnlyWorker(stack)) {
            AwaitCount.atLeast(
                    200, () -> (long) beans.value(connector, "rows-written-total"), PATIENCE, "first readings");

            topics.create(second.topic(), second.partitions());
            topics.produce(second.range(0, 200));
            topics.produce(first.range(200, 400));
            AwaitCount.atLeast(
                    600, () -> (long) beans.value(connector, "rows-written-total"), PATIENCE, "all readings");

            double closed = beans.value(connector, "rotations-total", Map.of("reason", "close"));
            assertThat((double) tree.published(first.topic()).size()).isEqualTo(closed);
            assertThat(beans.value(connector, "lost-partitions-total")).isZero();
            if (kept) {
                assertThat(closed).isZero();
                assertThat(beans.value(connector, "open-files")).isEqualTo(4);
            } else {
                assertThat(closed).as("files of both partitions").isGreaterThanOrEqualTo(2);
            }
        }
        rest.delete(connector);
        AwaitCount.atLeast(
                600,
                () -> tree.rowsByOwnReader(first.topic()).size()
                        + tree.rowsByOwnReader(second.topic()).size(),
                PATIENCE,
                "rows");
        assertThat(Lists.firstDifference(tree.rowsByOwnReader(first.topic()), first.expectedRows(400)))
                .isEmpty();
        assertThat(Lists.firstDifference(tree.rowsByOwnReader(second.topic()), second.expectedRows(200)))
                .isEmpty();
    }

    /** Archives 500 records, and creates their topic again while the connector is stopped, with records from 0 on. */
    private static void archiveAndCreateAgain(
            String connector, Readings readings, ParquetTree tree, Map<String, String> more, int records) {
        topics.create(readings.topic(), 1);
        topics.produce(readings.range(0, 500));
        Map<String, String> config = config(tree);
        config.put("topics", readings.topic());
        config.put("rotate.max.age.ms", "500");
        config.putAll(more);
        ConnectClient rest = stack.worker().rest();
        rest.create(connector, config);
        AwaitCount.atLeast(500, () -> tree.durable(connector, readings.topic()), PATIENCE, "durable offsets");
        rest.stop(connector);
        rest.awaitState(connector, "STOPPED", PATIENCE);

        topics.delete(readings.topic());
        topics.create(readings.topic(), 1);
        topics.produce(readings.range(0, records));
        rest.resume(connector);
    }

    @Test
    void aTopicThatWasCreatedAgainStopsTheTaskWithTheRemedyAndTheRemedyHelps() {
        String connector = "recreated-sink";
        Readings readings = new Readings("recreated", 1);
        ParquetTree tree = new ParquetTree(stack.dataDirectory().resolve("recreated"));
        ConnectClient rest = stack.worker().rest();
        archiveAndCreateAgain(connector, readings, tree, Map.of(), 100);
        assertThat(rest.awaitFailure(connector, PATIENCE))
                .contains("topic recreated, partition 0: a record with offset 0 came where 500 was expected")
                .contains("deleted and created again, or truncated")
                .contains("PUT /connectors/recreated-sink/stop", "PATCH /connectors/recreated-sink/offsets")
                .contains("\"kafka_topic\": \"recreated\", \"kafka_partition\": 0", "\"kafka_offset\": 0");
        assertThat(tree.rowsByOwnReader(readings.topic())).hasSize(500);

        rest.stop(connector);
        AwaitCount.atLeast(
                1, () -> rest.status(connector).tasks().isEmpty() ? 1 : 0, PATIENCE, "end of the failed task");
        rest.alterOffsets(
                connector,
                List.of(new ConnectorOffset(
                        Map.of("kafka_topic", readings.topic(), "kafka_partition", 0), Map.of("kafka_offset", 0))));
        rest.resume(connector);
        AwaitCount.atLeast(
                600, () -> tree.rowsByOwnReader(readings.topic()).size(), PATIENCE, "rows of both topics of the name");
        rest.delete(connector);
        assertThat(tree.published(readings.topic()))
                .as("old files, and new files of another generation")
                .anyMatch(file -> file.toString().endsWith("+g1.parquet"));
    }

    /** No record comes from below the position, so that only the brokers tell that the topic is another one. */
    @Test
    void aTopicThatWasCreatedAgainWithMoreRecordsBeginsAgainWhereTheConfigurationSaysSo() {
        String connector = "regrown-sink";
        Readings readings = new Readings("regrown", 1);
        ParquetTree tree = new ParquetTree(stack.dataDirectory().resolve("regrown"));
        ConnectClient rest = stack.worker().rest();
        Map<String, String> beginningAgain =
                Map.of("admin.bootstrap.servers", stack.bootstrapServers(), "on.topic.recreated", "begin-again");
        archiveAndCreateAgain(connector, readings, tree, beginningAgain, 700);
        AwaitCount.atLeast(1_200, () -> tree.rowsByOwnReader(readings.topic()).size(), PATIENCE, "rows of both topics");
        rest.delete(connector);
        assertThat(tree.rowsByOwnReader(readings.topic())).hasSize(1_200);
    }
}
