package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.StackSettings;
import io.parquetry.local.topics.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A worker that is killed at random moments loses and duplicates no record: every offset is in exactly one row of the
 * published files, and a reader of the replayed topic with read_committed sees each record once, in order, unchanged.
 *
 * <p>Subclasses choose the storage and the size; {@code -Psink-at-length} is a longer run. A printed seed determines
 * the moments; {@code -Dseed=N} repeats a run as far as processes allow.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ExactlyOnceUnderKills {
    private static final int KILL_AFTER_MS_MAX = 1_500;
    private static final double BYTES_PER_SECOND = 600_000;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int RECORDS_PER_SECOND_LEAST = 4_000;
    private static final String REPLAYED = "readings-replayed";
    private static final String SINK = "readings-sink";
    private static final String SOURCE = "readings-source";

    /** Records that are produced after all kills. */
    private static final int MORE_RECORDS = 400;

    private final Run run;
    private final Readings readings;
    private long seed;
    private Random random;
    private KafkaStack stack;
    private Topics topics;
    private TestStorage storage;
    private Throttle throttle;

    /**
     * @param records number of records during the kills
     * @param partitions number of partitions of the topic
     * @param pathTemplate template of the output paths, each of which rotates on its own
     * @param sinkKills number of kills while the sink writes
     * @param rebalances number of changes of the number of tasks during the kills
     * @param sourceKills number of kills while the source reads
     */
    record Run(int records, int partitions, String pathTemplate, int sinkKills, int rebalances, int sourceKills) {
        /** A run with sizes from system properties. */
        static Run ofSystem(int records, int partitions, int sinkKills, int sourceKills) {
            return new Run(
                    Integer.getInteger("sink.records", records),
                    Integer.getInteger("sink.partitions", partitions),
                    "shelf=${value.shelf}",
                    Integer.getInteger("sink.kills", sinkKills),
                    Integer.getInteger("sink.rebalances", sinkKills / 5),
                    Integer.getInteger("sink.source.kills", sourceKills));
        }

        Duration patience() {
            return PATIENCE.plusSeconds(records / RECORDS_PER_SECOND_LEAST);
        }
    }

    ExactlyOnceUnderKills(Run run) {
        this.run = run;
        this.readings = new Readings("readings", run.partitions());
    }

    /** The storage; closed at the end. */
    abstract TestStorage storageOf(KafkaStack stack);

    @BeforeAll
    void start() {
        seed = Long.getLong("seed", System.nanoTime());
        random = new Random(seed);
        System.out.println(getClass().getSimpleName() + " kills at moments of seed " + seed);
        StackSettings settings = Stacks.settingsFor(getClass());
        for (var setting : Throttle.BROKER_CONFIG.entrySet()) {
            settings = settings.withBrokerConfig(setting.getKey(), setting.getValue());
        }
        stack = Stacks.start(settings);
        topics = new Topics(stack.bootstrapServers());
        storage = storageOf(stack);
        throttle = new Throttle(stack.bootstrapServers());
        topics.create(readings.topic(), run.partitions());
        topics.create(REPLAYED, run.partitions());
        topics.produce(readings.range(0, run.records()));
    }

    @AfterAll
    void close() {
        if (stack != null) {
            topics.close();
            stack.close();
        }
        if (storage != null) {
            storage.close();
        }
    }

    @Test
    @Order(1)
    void theFilesHoldEveryOffsetOnceThoughTheSinkIsKilled() {
        throttle.readers(BYTES_PER_SECOND);
        stack.worker().rest().create(SINK, sinkConfig(2));

        killWhileGrowing(run.sinkKills(), () -> storage.tree().durable(SINK, readings.topic()), this::rebalance);
        throttle.lift();

        requireEachReadingOnceInFiles(run.records());
    }

    private Map<String, String> sinkConfig(int tasks) {
        Map<String, String> config = new HashMap<>(Readings.sinkConverters());
        config.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
        config.put("tasks.max", Integer.toString(tasks));
        config.put("topics", readings.topic());
        config.put("path.template", run.pathTemplate());
        config.put("storage.url", storage.url());
        config.put("flush.size", "700");
        config.put("rotate.max.age.ms", "2000");
        config.put("ledger.grace.ms", "1000");
        config.put("record.metadata", "kafka");
        return config;
    }

    /** Changes the number of tasks at some of the kills, evenly spread. */
    private void rebalance(int kill) {
        int before = (kill - 1) * run.rebalances() / run.sinkKills();
        int now = kill * run.rebalances() / run.sinkKills();
        if (now > before) {
            int tasks = 1 + now % 3;
            System.out.printf("%d tasks from now on%n", tasks);
            stack.worker().rest().put(SINK, sinkConfig(tasks));
        }
    }

    @Test
    @Order(2)
    void aReaderOfCommittedRecordsSeesEachOnceInOrderThoughTheSourceIsKilled() {
        throttle.writers(BYTES_PER_SECOND);
        Map<String, String> config = new HashMap<>(Readings.sourceConverters());
        config.put("connector.class", "io.parquetry.connect.source.ParquetSourceConnector");
        config.put("tasks.max", "2");
        config.put("storage.url", storage.url());
        config.put("scan.interval.ms", "200");
        config.put("topic.mapping", readings.topic() + ":" + REPLAYED);
        stack.worker().rest().create(SOURCE, config);

        killWhileGrowing(run.sourceKills(), this::replayed, kill -> {});
        throttle.lift();

        requireEachReadingOnceReplayed(run.records());
    }

    /** A partition is replayed in order, so this test also shows that no record was sent again later. */
    @Test
    @Order(3)
    void recordsThatComeAfterAllKillsFollowInBothDirections() {
        topics.produce(readings.range(run.records(), run.records() + MORE_RECORDS));

        requireEachReadingOnceInFiles(run.records() + MORE_RECORDS);
        requireEachReadingOnceReplayed(run.records() + MORE_RECORDS);
    }

    private void requireEachReadingOnceInFiles(int count) {
        await(() -> storage.tree().durable(SINK, readings.topic()), count, "offsets that the sink calls durable");
        await(() -> storage.tree().temporary().isEmpty() ? 1 : 0, 1, "publishing of the last temp files");
        assertThat(storage.tree().ledgerEntries(SINK))
                .as("ledger entries by directory, seed %d", seed)
                .hasSize(run.partitions())
                .allSatisfy((directory, entries) -> assertThat(entries).isBetween(1L, 30L));
        System.out.printf(
                "%,d files with %,d records%n",
                storage.tree().published(readings.topic()).size(), count);
        List<ParquetTree.Row> expected = readings.expectedRows(count);
        assertThat(Lists.firstDifference(storage.tree().rowsByOwnReader(readings.topic()), expected))
                .as("rows read by Parquetry, seed %d", seed)
                .isEmpty();
        assertThat(Lists.firstDifference(storage.tree().rowsByDuckDb(readings.topic()), expected))
                .as("rows read by DuckDB, seed %d", seed)
                .isEmpty();
    }

    private void requireEachReadingOnceReplayed(int count) {
        await(this::replayed, count, "replayed records");
        var replayed = topics.readCommitted(REPLAYED);
        assertThat(replayed).hasSize(run.partitions());
        replayed.forEach((partition, records) -> assertThat(Lists.firstDifference(
                        records.stream().map(ExactlyOnceUnderKills::line).toList(),
                        readings.expected(partition, count / run.partitions())))
                .as("records replayed to partition %d, seed %d", partition, seed)
                .isEmpty());
    }

    /** Kills the working worker at random moments, each after some progress; {@code after} runs after each restart. */
    private void killWhileGrowing(int kills, LongSupplier done, IntConsumer after) {
        for (int kill = 1; kill <= kills; kill++) {
            await(done, done.getAsLong() + 1, "progress before kill " + kill);
            DelayedKill.of(stack.worker(), random.nextInt(KILL_AFTER_MS_MAX));
            long recordsAtKill = done.getAsLong();
            System.out.printf("kill %d with %,d of %,d records done%n", kill, recordsAtKill, run.records());
            assertThat(recordsAtKill)
                    .as("records left at the kill; with none left lower the throttle, seed %d", seed)
                    .isLessThan(run.records());
            stack.worker().start();
            after.accept(kill);
        }
    }

    private long replayed() {
        return topics.readCommitted(REPLAYED).values().stream()
                .mapToLong(List::size)
                .sum();
    }

    private void await(LongSupplier measure, long goal, String what) {
        AwaitCount.atLeast(goal, measure, run.patience(), what + ", seed " + seed);
    }

    private static String line(ConsumerRecord<byte[], byte[]> record) {
        return Readings.line(
                record.timestamp(),
                new String(record.key(), UTF_8),
                new String(record.value(), UTF_8),
                new String(record.headers().lastHeader("trace").value(), UTF_8));
    }
}
