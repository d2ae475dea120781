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
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A worker that is killed at random moments loses nothing and doubles nothing: every offset is in exactly one row of the
 * published files, and after the way back a reader of committed records sees each record once, in order, unchanged.
 *
 * <p>The moments follow from a seed, which is printed; {@code -Dseed=N} repeats a run as far as processes allow.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ExactlyOnceUnderKillsIT {
    private static final int PARTITIONS = 4;
    private static final int RECORDS = 100_000;
    private static final int RECORDS_AT_LAST = RECORDS + 400;
    private static final int KILLS = 5;
    private static final int KILL_AFTER_MS_MAX = 1_500;
    private static final double BYTES_PER_SECOND = 600_000;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Readings READINGS = new Readings("readings", PARTITIONS);
    private static final String REPLAYED = "readings-replayed";
    private static final String SINK = "readings-sink";
    private static final String SOURCE = "readings-source";

    private static long seed;
    private static Random random;
    private static KafkaStack stack;
    private static Topics topics;
    private static ParquetTree tree;
    private static Throttle throttle;

    @BeforeAll
    static void start() {
        seed = Long.getLong("seed", System.nanoTime());
        random = new Random(seed);
        System.out.println("ExactlyOnceUnderKillsIT kills at moments of seed " + seed);
        StackSettings settings = Stacks.settingsFor(ExactlyOnceUnderKillsIT.class);
        for (var setting : Throttle.BROKER_CONFIG.entrySet()) {
            settings = settings.withBrokerConfig(setting.getKey(), setting.getValue());
        }
        stack = Stacks.start(settings);
        topics = new Topics(stack.bootstrapServers());
        tree = new ParquetTree(stack.dataDirectory());
        throttle = new Throttle(stack.bootstrapServers());
        topics.create(READINGS.topic(), PARTITIONS);
        topics.create(REPLAYED, PARTITIONS);
        topics.produce(READINGS.range(0, RECORDS));
    }

    @AfterAll
    static void close() {
        if (stack != null) {
            topics.close();
            stack.close();
        }
    }

    @Test
    @Order(1)
    void theFilesHoldEveryOffsetOnceThoughTheSinkIsKilled() {
        throttle.readers(BYTES_PER_SECOND);
        Map<String, String> config = new HashMap<>(Readings.sinkConverters());
        config.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
        config.put("tasks.max", "2");
        config.put("topics", READINGS.topic());
        config.put("storage.url", stack.dataDirectory().toUri().toString());
        config.put("flush.size", "700");
        config.put("rotate.max.age.ms", "2000");
        config.put("record.metadata", "kafka");
        stack.worker().rest().create(SINK, config);

        killWhileGrowing(() -> tree.durable(SINK, READINGS.topic()));
        throttle.lift();

        requireEachReadingOnceInFiles(RECORDS);
    }

    @Test
    @Order(2)
    void aReaderOfCommittedRecordsSeesEachOnceInOrderThoughTheSourceIsKilled() {
        throttle.writers(BYTES_PER_SECOND);
        Map<String, String> config = new HashMap<>(Readings.sourceConverters());
        config.put("connector.class", "io.parquetry.connect.source.ParquetSourceConnector");
        config.put("tasks.max", "2");
        config.put("storage.url", stack.dataDirectory().toUri().toString());
        config.put("scan.interval.ms", "200");
        config.put("topic.mapping", READINGS.topic() + ":" + REPLAYED);
        stack.worker().rest().create(SOURCE, config);

        killWhileGrowing(this::replayed);
        throttle.lift();

        requireEachReadingOnceReplayed(RECORDS);
    }

    /** A stream is replayed in order, so what is asked for here also shows that nothing was sent a second time late. */
    @Test
    @Order(3)
    void recordsThatComeAfterAllKillsFollowInBothDirections() {
        topics.produce(READINGS.range(RECORDS, RECORDS_AT_LAST));

        requireEachReadingOnceInFiles(RECORDS_AT_LAST);
        requireEachReadingOnceReplayed(RECORDS_AT_LAST);
    }

    private void requireEachReadingOnceInFiles(int count) {
        await(() -> tree.durable(SINK, READINGS.topic()), count, "offsets that the sink calls durable");
        await(() -> tree.temporary().isEmpty() ? 1 : 0, 1, "publishing of the last temp files");
        List<ParquetTree.Row> expected = READINGS.expectedRows(count);
        assertThat(Lists.firstDifference(tree.rowsByOwnReader(READINGS.topic()), expected))
                .as("rows by our reader, seed %d", seed)
                .isEmpty();
        assertThat(Lists.firstDifference(tree.rowsByDuckDb(READINGS.topic()), expected))
                .as("rows by DuckDB, seed %d", seed)
                .isEmpty();
    }

    private void requireEachReadingOnceReplayed(int count) {
        await(this::replayed, count, "replayed records");
        var replayed = topics.readCommitted(REPLAYED);
        assertThat(replayed).hasSize(PARTITIONS);
        replayed.forEach((partition, records) -> assertThat(Lists.firstDifference(
                        records.stream().map(ExactlyOnceUnderKillsIT::line).toList(),
                        READINGS.expected(partition, count / PARTITIONS)))
                .as("records replayed to partition %d, seed %d", partition, seed)
                .isEmpty());
    }

    /** Kills the worker {@value #KILLS} times at work, each time at a random moment after it got further. */
    private static void killWhileGrowing(LongSupplier done) {
        for (int kill = 1; kill <= KILLS; kill++) {
            await(done, done.getAsLong() + 1, "progress before kill " + kill);
            sleep(random.nextInt(KILL_AFTER_MS_MAX));
            stack.worker().kill();
            long doneAtKill = done.getAsLong();
            System.out.printf("kill %d with %,d of %,d records done%n", kill, doneAtKill, RECORDS);
            assertThat(doneAtKill)
                    .as("a kill after all work shows nothing; lower the throttle, seed %d", seed)
                    .isLessThan(RECORDS);
            stack.worker().start();
        }
    }

    private long replayed() {
        return topics.readCommitted(REPLAYED).values().stream()
                .mapToLong(List::size)
                .sum();
    }

    private static void await(LongSupplier measure, long goal, String what) {
        Await.atLeast(goal, measure, PATIENCE, what + ", seed " + seed);
    }

    private static void sleep(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted between two kills", e);
        }
    }

    private static String line(ConsumerRecord<byte[], byte[]> record) {
        return Readings.line(
                record.timestamp(),
                new String(record.key(), UTF_8),
                new String(record.value(), UTF_8),
                new String(record.headers().lastHeader("trace").value(), UTF_8));
    }
}
