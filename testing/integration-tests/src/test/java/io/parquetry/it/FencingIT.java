package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.Worker;
import io.parquetry.local.topics.Topics;
import io.parquetry.local.wait.Deadline;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two tasks that both take themselves for the owner of a partition: the older one takes over once more, is fenced again
 * and fails with the reason, the newer one goes on, and every offset is in exactly one row of the published files.
 */
class FencingIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FLUSH_SIZE = 300;

    private static KafkaStack stack;
    private static Topics topics;

    @BeforeAll
    static void start() {
        stack = Stacks.start(Stacks.settingsFor(FencingIT.class).withWorkers(2));
        topics = new Topics(stack.bootstrapServers());
    }

    @AfterAll
    static void close() {
        if (stack != null) {
            topics.close();
            stack.close();
        }
    }

    @Test
    @Tag("thorough")
    void ofTwoClustersWithTheSameConnectorTheOlderOneFailsWithTheEntryItLost() {
        Readings readings = new Readings("contested", 2);
        ParquetTree tree = new ParquetTree(stack.dataDirectory().resolve("contested"));
        topics.create(readings.topic(), readings.partitions());
        topics.produce(readings.range(0, 1_000));
        Worker older = stack.worker();
        older.rest().create("contested-sink", sinkConfig(readings, tree));
        AwaitCount.atLeast(1, () -> tree.published(readings.topic()).size(), PATIENCE, "files of the older owner");

        Worker newer = stack.addWorker("other-cluster");
        Map<String, String> sameConnector = sinkConfig(readings, tree);
        // In one group Kafka would assign each partition to one of the two.
        sameConnector.put("consumer.override.group.id", "other-consumers");
        newer.rest().create("contested-sink", sameConnector);
        newer.rest().awaitRunning("contested-sink", PATIENCE);
        long end = 1_000;
        Deadline deadline = Deadline.after(PATIENCE);
        while (older.rest().status("contested-sink").failure().isEmpty()) {
            assertThat(deadline.expired())
                    .as("the older owner is still running after %s", PATIENCE)
                    .isFalse();
            topics.produce(readings.range(end, end + FLUSH_SIZE));
            end += FLUSH_SIZE;
            deadline.pause("failure of the older owner");
        }

        assertThat(older.rest().awaitFailure("contested-sink", PATIENCE))
                .contains("fenced for the second time")
                .contains("connector \"contested-sink\"")
                .containsPattern("topic contested, partition [01]")
                .containsPattern("_parquetry/contested-sink/contested/[01]/[0-9]{10}\\.commit");
        AwaitCount.atLeast(
                end,
                () -> tree.durable("contested-sink", readings.topic()),
                PATIENCE,
                "durable offsets of the newer owner");
        newer.rest().awaitRunning("contested-sink", PATIENCE);
        older.rest().delete("contested-sink");
        newer.rest().delete("contested-sink");
        requireEachReadingOnce(tree, readings, end);
    }

    @Test
    void aWorkerThatWasPausedWhileAnotherTookOverWritesNothing() {
        Readings readings = new Readings("taken-over", 1);
        ParquetTree tree = new ParquetTree(stack.dataDirectory().resolve("taken-over"));
        topics.create(readings.topic(), readings.partitions());
        topics.produce(readings.range(0, 1_000));
        stack.worker().rest().create("taken-over-sink", sinkConfig(readings, tree));
        AwaitCount.atLeast(3, () -> tree.published(readings.topic()).size(), PATIENCE, "files of the first owner");
        Worker zombie = ownerOf("taken-over-sink", stack.worker());
        Worker heir = stack.workers().stream()
                .filter(worker -> worker != zombie && worker.groupId().equals(zombie.groupId()))
                .findFirst()
                .orElseThrow();

        zombie.pause();
        topics.produce(readings.range(1_000, 2_000));
        AwaitCount.atLeast(
                2_000,
                () -> tree.durable("taken-over-sink", readings.topic()),
                PATIENCE,
                "durable offsets of the heir");
        assertThat(ownerOf("taken-over-sink", heir)).isEqualTo(heir);
        zombie.unpause();
        topics.produce(readings.range(2_000, 3_000));

        AwaitCount.atLeast(
                3_000, () -> tree.durable("taken-over-sink", readings.topic()), PATIENCE, "durable offsets at last");
        heir.rest().delete("taken-over-sink");
        requireEachReadingOnce(tree, readings, 3_000);
    }

    private static Map<String, String> sinkConfig(Readings readings, ParquetTree tree) {
        Map<String, String> config = new HashMap<>(Readings.sinkConverters());
        config.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
        config.put("tasks.max", "1");
        config.put("topics", readings.topic());
        config.put("storage.url", tree.root().toUri().toString());
        config.put("flush.size", String.valueOf(FLUSH_SIZE));
        config.put("rotate.max.age.ms", "2000");
        config.put("record.metadata", "kafka");
        config.put("consumer.override.max.poll.interval.ms", "5000");
        return config;
    }

    /** The worker that runs task 0, according to {@code witness}. */
    private static Worker ownerOf(String connector, Worker witness) {
        String workerId =
                witness.rest().awaitRunning(connector, PATIENCE).tasks().get(0).workerId();
        return stack.workers().stream()
                .filter(worker -> worker.workerId().equals(workerId))
                .findFirst()
                .orElseThrow();
    }

    private static void requireEachReadingOnce(ParquetTree tree, Readings readings, long count) {
        AwaitCount.atLeast(1, () -> tree.temporary().isEmpty() ? 1 : 0, PATIENCE, "end of the last temp files");
        assertThat(Lists.firstDifference(tree.rowsByOwnReader(readings.topic()), readings.expectedRows(count)))
                .isEmpty();
        assertThat(Lists.firstDifference(tree.rowsByDuckDb(readings.topic()), readings.expectedRows(count)))
                .isEmpty();
    }
}
