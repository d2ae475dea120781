package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.rest.ConnectClient;
import io.parquetry.local.topics.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The sink's position as an operator sees it: the offset of the consumer group is the ledger's, also without new
 * records, and with records that never come to the task; and gaps of transactions are no missing records.
 */
@ExtendWith(SharedStack.class)
class SinkPositionIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

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

    private static Map<String, String> config(Readings readings, ParquetTree tree) {
        Map<String, String> config = new HashMap<>(Readings.sinkConverters());
        config.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
        config.put("tasks.max", "1");
        config.put("topics", readings.topic());
        config.put("storage.url", tree.root().toUri().toString());
        config.put("record.metadata", "kafka");
        return config;
    }

    /** The offsets of the consumer group, summed over the partitions. */
    private static long groupOffsets(String connector) {
        return stack.worker().rest().offsets(connector).stream()
                .mapToLong(offset -> ((Number) offset.offset().get("kafka_offset")).longValue())
                .sum();
    }

    private static void stop(String connector) {
        stack.worker().rest().stop(connector);
        stack.worker().rest().awaitState(connector, "STOPPED", PATIENCE);
    }

    @Test
    void theGroupHasTheLedgersOffsetAfterAStopAndAfterAStartWithoutRecords() throws Exception {
        Readings readings = new Readings("quiet", 2);
        ParquetTree tree = new ParquetTree(stack.dataDirectory().resolve("quiet"));
        ConnectClient rest = stack.worker().rest();
        topics.create(readings.topic(), 2);
        topics.produce(readings.range(0, 500));
        rest.create("quiet-sink", config(readings, tree));
        rest.awaitRunning("quiet-sink", PATIENCE);
        AwaitCount.atLeast(2, () -> tree.ledgerEntries("quiet-sink").size(), PATIENCE, "ledgers");
        AwaitCount.atLeast(
                500,
                () -> {
                    stop("quiet-sink");
                    long durable = tree.durable("quiet-sink", readings.topic());
                    if (durable < 500) {
                        rest.resume("quiet-sink");
                        rest.awaitRunning("quiet-sink", PATIENCE);
                    }
                    return durable;
                },
                PATIENCE,
                "offsets that are durable when the connector has stopped");
        AwaitCount.atLeast(500, () -> groupOffsets("quiet-sink"), Duration.ofSeconds(10), "group offsets after a stop");

        forgetGroupOffsets("quiet-sink", readings);
        assertThat(groupOffsets("quiet-sink")).isZero();
        rest.resume("quiet-sink");
        rest.awaitRunning("quiet-sink", PATIENCE);
        AwaitCount.atLeast(500, () -> groupOffsets("quiet-sink"), PATIENCE, "group offsets after a start");
        assertThat(groupOffsets("quiet-sink")).isEqualTo(500);
        rest.delete("quiet-sink");
    }

    private static void forgetGroupOffsets(String connector, Readings readings) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
            admin.deleteConsumerGroupOffsets(
                            "connect-" + connector,
                            Set.of(new TopicPartition(readings.topic(), 0), new TopicPartition(readings.topic(), 1)))
                    .all()
                    .get();
        }
    }

    @Test
    void recordsThatAreFilteredAdvanceTheGroupAndAreNotWrittenLater() {
        Readings readings = new Readings("filtered", 1);
        ParquetTree tree = new ParquetTree(stack.dataDirectory().resolve("filtered"));
        ConnectClient rest = stack.worker().rest();
        topics.create(readings.topic(), 1);
        topics.produce(readings.range(0, 300));
        Map<String, String> config = config(readings, tree);
        config.put("flush.size", "10");
        Map<String, String> filtering = new HashMap<>(config);
        filtering.put("transforms", "drop");
        filtering.put("transforms.drop.type", "org.apache.kafka.connect.transforms.Filter");
        rest.create("filtered-sink", filtering);
        AwaitCount.atLeast(300, () -> groupOffsets("filtered-sink"), PATIENCE, "group offsets");
        stop("filtered-sink");
        topics.produce(readings.range(300, 310));
        rest.put("filtered-sink", config);
        rest.resume("filtered-sink");
        AwaitCount.atLeast(310, () -> tree.durable("filtered-sink", readings.topic()), PATIENCE, "durable offsets");
        rest.delete("filtered-sink");
        assertThat(tree.rowsByOwnReader(readings.topic()))
                .isEqualTo(readings.expectedRows(310).subList(300, 310));
    }

    @Test
    void gapsOfTransactionsAreNoMissingRecords() {
        assumeTrue(System.getProperty("stack").equals("local"), "the worker's JVM is a child of this process");
        Readings readings = new Readings("transactions", 1);
        ParquetTree tree = new ParquetTree(stack.dataDirectory().resolve("transactions"));
        ConnectClient rest = stack.worker().rest();
        topics.create(readings.topic(), 1);
        Map<String, String> config = config(readings, tree);
        config.put("flush.size", "10");
        config.put("consumer.override.isolation.level", "read_committed");
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", stack.bootstrapServers(), "transactional.id", "transactions"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            readings.range(0, 10).forEach(producer::send);
            producer.commitTransaction();
            rest.create("transactions-sink", config);
            AwaitCount.atLeast(10, () -> tree.durable("transactions-sink", readings.topic()), PATIENCE, "offsets");
            stop("transactions-sink");
            producer.beginTransaction();
            readings.range(10, 60).forEach(producer::send);
            producer.flush();
            producer.abortTransaction();
            producer.beginTransaction();
            readings.range(60, 70).forEach(producer::send);
            producer.commitTransaction();
        }
        rest.resume("transactions-sink");
        rest.awaitRunning("transactions-sink", PATIENCE);
        AwaitCount.atLeast(72, () -> tree.durable("transactions-sink", readings.topic()), PATIENCE, "offsets");
        try (WorkerBeans beans = WorkerBeans.ofOnlyWorker(stack)) {
            assertThat(beans.value("transactions-sink", "missing-records-total"))
                    .isZero();
        }
        rest.delete("transactions-sink");
    }
}
