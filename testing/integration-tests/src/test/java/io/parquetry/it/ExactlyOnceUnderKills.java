package io.parquetry.it;

import static io.parquetry.it.KillRun.Archive.LOCAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.it.KillRun.Input;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.Node;
import io.parquetry.local.StackSettings;
import io.parquetry.local.Worker;
import io.parquetry.local.rest.ConnectClient;
import io.parquetry.local.rest.RestartScope;
import io.parquetry.local.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * A topic goes to files and from the files to another topic, all at once: a producer sends readings, a sink archives
 * them, and a source in a Connect group of its own follows the archive. Sink's worker, source's worker and broker are
 * killed at random moments, each after some progress and while there is work left.
 *
 * <p>In the end every reading that the broker has acknowledged is in exactly one row of the files, at its offset, and a
 * reader of committed records sees what is in the files once, in order and unchanged in the other topic. Of a compacted
 * topic, the files have at least what the topic still has, and nothing but what was acknowledged.
 *
 * <p>With one broker and without forced writes, acknowledged records are in the page cache of the system, which a
 * SIGKILL of the broker does not lose and a power failure would.
 */
final class ExactlyOnceUnderKills implements AutoCloseable {
    private static final int PARTITIONS = Integer.getInteger("kills.partitions", 3);
    private static final int READINGS_PER_SECOND = Integer.getInteger("kills.readings.per.second", 600);
    private static final int READINGS_AT_START = 6_000;
    private static final int READINGS_AFTER_LAST_KILL = 1_000;

    /** So little more than is produced that the source is behind for some time after each kill. */
    private static final int SOURCE_RECORDS_PER_SECOND = 2_000;

    /** Offsets that the sink gets on, and readings that the source gets on, before the next kill. */
    private static final int PROGRESS = 500;

    private static final int KILL_AFTER_MS_MAX = 1_500;
    private static final int KILLS_FOR_EACH_REBALANCE = 4;
    /** Of local files, whose entries go after a second. */
    private static final long LEDGER_ENTRIES_MAX = 30;

    private static final Duration PATIENCE = Duration.ofSeconds(300);
    private static final String REPLAYED = "readings-replayed";
    private static final String SINK = "readings-sink";
    private static final String SOURCE = "readings-source";
    private static final String SOURCE_GROUP = "replay";
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(30);

    private final long startNanos = System.nanoTime();
    private final KillRun run;
    private final long seed;
    private final Random random;
    private final Readings readings = new Readings("readings", PARTITIONS);
    private final KafkaStack stack;
    private final Worker sinkWorker;
    private final Worker sourceWorker;
    private final Topics topics;
    private final TestStorage storage;
    private final ReadingsProducer producer;
    private final CommittedTail replayed;
    private final HangingTransactions hanging;
    private final List<String> restarts = new ArrayList<>();

    /** The kills that left temporary files of the sink or an open transaction of the source. */
    private int amidWork;

    private enum Victim {
        SINK,
        SOURCE,
        BROKER
    }

    private ExactlyOnceUnderKills(KillRun run, long seed) {
        this.run = run;
        this.seed = seed;
        this.random = new Random(seed);
        StackSettings settings = run.group()
                .settings(Stacks.settingsFor("kills-" + run.name()))
                .withBrokerConfig("log.cleaner.backoff.ms", "500");
        // A broker that ends a transaction while it starts may forget its markers (KAFKA-20734).
        this.stack = Stacks.start(
                run.brokerKills() == 0
                        ? settings
                        : settings.withWorkerConfig(
                                "producer.transaction.timeout.ms", Long.toString(TRANSACTION_TIMEOUT.toMillis())));
        try {
            this.sinkWorker = stack.worker();
            this.sourceWorker = stack.addWorker(SOURCE_GROUP);
            this.topics = new Topics(stack.bootstrapServers());
            topics.create(readings.topic(), PARTITIONS, run.input().topicConfig());
            topics.create(REPLAYED, PARTITIONS);
            this.storage = run.archive().of(stack);
            this.producer = new ReadingsProducer(
                    stack.bootstrapServers(), readings, run.input(), READINGS_PER_SECOND, random.nextLong());
            this.replayed = new CommittedTail(stack.bootstrapServers(), REPLAYED, PARTITIONS);
            // Not those of the readings: they are ended by the producer's next one, and an abort would lose some.
            this.hanging = new HangingTransactions(
                    stack.bootstrapServers(),
                    List.of(REPLAYED, SOURCE_GROUP + "-offsets"),
                    TRANSACTION_TIMEOUT.multipliedBy(2));
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    /** Runs all of it and returns the row of the table of results. */
    static String run(KillRun run, long seed) {
        System.out.printf("%s: kills at moments of seed %d%n", run.name(), seed);
        try (ExactlyOnceUnderKills scenario = new ExactlyOnceUnderKills(run, seed)) {
            String result = scenario.run();
            String row = "| %s | %s | %s | %s | %s | %d + %d + %d | %s | %d s |"
                    .formatted(
                            run.name(),
                            run.archive(),
                            run.group(),
                            run.input(),
                            run.boundary(),
                            run.sinkKills(),
                            run.sourceKills(),
                            run.brokerKills(),
                            result,
                            scenario.secondsSinceStart())
                    .toLowerCase(Locale.ROOT);
            System.out.println(row);
            return row;
        }
    }

    private String run() {
        producer.start(READINGS_AT_START);
        if (run.input() == Input.COMPACTED) {
            // So that the sink meets gaps from the beginning.
            await(() -> producer.count() - readCommitted().size(), READINGS_AT_START / 10, "readings compacted away");
        }
        sinkWorker.rest().create(SINK, sinkConfig(2));
        sourceWorker.rest().create(SOURCE, sourceConfig(2));

        List<Victim> victims = victims();
        for (int kill = 1; kill <= victims.size(); kill++) {
            kill(kill, victims.get(kill - 1));
            if (kill % KILLS_FOR_EACH_REBALANCE == 2) {
                rebalance(1 + kill / KILLS_FOR_EACH_REBALANCE % 3);
            }
        }
        await(producer::count, producer.count() + READINGS_AFTER_LAST_KILL, "readings after the last kill");

        List<ParquetTree.Row> acknowledged = producer.finish();
        List<ParquetTree.Row> rows = requireEachReadingOnceInFiles(acknowledged);
        requireEachRowOnceReplayed(rows);
        return "%,d of %,d (%d aborted) | %,d | %d of %d | %d"
                .formatted(
                        rows.size(),
                        acknowledged.size(),
                        producer.abortedTransactions(),
                        storage.tree().published(readings.topic()).size(),
                        amidWork,
                        run.kills(),
                        restarts.size());
    }

    /** In an order that the seed chooses. */
    private List<Victim> victims() {
        List<Victim> victims = new ArrayList<>();
        victims.addAll(Collections.nCopies(run.sinkKills(), Victim.SINK));
        victims.addAll(Collections.nCopies(run.sourceKills(), Victim.SOURCE));
        victims.addAll(Collections.nCopies(run.brokerKills(), Victim.BROKER));
        Collections.shuffle(victims, random);
        return victims;
    }

    private Map<String, String> sinkConfig(int tasks) {
        Map<String, String> config = new HashMap<>(Readings.sinkConverters());
        config.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
        config.put("tasks.max", Integer.toString(tasks));
        config.put("topics", readings.topic());
        config.put("path.template", "shelf=${value.shelf}");
        config.put("storage.url", storage.url());
        config.putAll(storage.config());
        config.put("flush.size", "700");
        config.put("rotate.max.age.ms", "4000");
        config.put("ledger.grace.ms", Long.toString(run.archive().graceMs()));
        config.put("record.metadata", "kafka");
        config.putAll(run.group().sinkConfig());
        config.putAll(run.input().sinkConfig());
        return config;
    }

    private Map<String, String> sourceConfig(int tasks) {
        Map<String, String> config = new HashMap<>(Readings.sourceConverters());
        config.put("connector.class", "io.parquetry.connect.source.ParquetSourceConnector");
        config.put("tasks.max", Integer.toString(tasks));
        config.put("storage.url", storage.url());
        config.putAll(storage.config());
        config.put("scan.interval.ms", "500");
        // Records of files that were open at a kill may be compacted away before they are read again.
        config.put("on.missing.offsets", "wait:5000");
        config.put("topic.mapping", readings.topic() + ":" + REPLAYED);
        config.put("records.per.second", Integer.toString(SOURCE_RECORDS_PER_SECOND));
        config.put("exactly.once.support", "required");
        config.put("transaction.boundary", run.boundary().name().toLowerCase(Locale.ROOT));
        return config;
    }

    private void rebalance(int tasks) {
        System.out.printf("%d tasks from now on%n", tasks);
        sinkWorker.rest().put(SINK, sinkConfig(tasks));
        sourceWorker.rest().put(SOURCE, sourceConfig(tasks));
    }

    /** Both sides must have got on since the last kill, and what the victim works on must not be finished. */
    private void kill(int kill, Victim victim) {
        long durableBefore = durable();
        long replayedBefore = replayed.count();
        if (victim != Victim.SOURCE) {
            await(this::durable, durableBefore + PROGRESS, "progress of the sink before kill " + kill);
        }
        if (victim != Victim.SINK) {
            await(replayed::count, replayedBefore + PROGRESS, "progress of the source before kill " + kill);
        }
        Node node = switch (victim) {
            case SINK -> sinkWorker;
            case SOURCE -> sourceWorker;
            case BROKER -> stack.broker();
        };
        DelayedKill.of(node, random.nextInt(KILL_AFTER_MS_MAX));
        int temporaryFiles = storage.unpublished();
        long durableAtKill = durable();
        long uncommitted = 0;
        if (victim == Victim.BROKER) {
            stack.broker().start();
        } else if (victim == Victim.SOURCE) {
            uncommitted = sum(topics.ends(REPLAYED)) - sum(topics.committedEnds(REPLAYED));
        }
        long replayedAtKill = replayed.count();
        // Not before the kill: until then the victim may have done all that there was.
        long produced = sum(topics.committedEnds(readings.topic()));
        long acknowledged = producer.count();
        System.out.printf(
                "%d s: kill %d of %d, %s: %,d offsets durable (%+,d), %,d not; %,d readings replayed (%+,d), %,d not; "
                        + "%d temporary files, %d offsets in open transactions%n",
                secondsSinceStart(),
                kill,
                run.kills(),
                victim,
                durableAtKill,
                durableAtKill - durableBefore,
                produced - durableAtKill,
                replayedAtKill,
                replayedAtKill - replayedBefore,
                acknowledged - replayedAtKill,
                temporaryFiles,
                uncommitted);
        if (uncommitted > 0 || temporaryFiles > 0) {
            amidWork++;
        }
        long left = switch (victim) {
            case SINK -> produced - durableAtKill;
            case SOURCE -> acknowledged - replayedAtKill;
            case BROKER -> Math.max(produced - durableAtKill, acknowledged - replayedAtKill);
        };
        assertThat(left)
                .as("readings left at kill %d of %s, seed %d", kill, victim, seed)
                .isPositive();
        if (victim != Victim.BROKER) {
            node.start();
        }
    }

    private long secondsSinceStart() {
        return Duration.ofNanos(System.nanoTime() - startNanos).toSeconds();
    }

    private long durable() {
        return storage.tree().durable(SINK, readings.topic());
    }

    private static long sum(Map<Integer, Long> offsets) {
        return offsets.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The rows of the files by their places, after they were compared with the acknowledged readings and the topic. */
    private List<ParquetTree.Row> requireEachReadingOnceInFiles(List<ParquetTree.Row> acknowledged) {
        Map<Integer, Long> ends = new TreeMap<>();
        acknowledged.forEach(row -> ends.merge(row.partition(), row.offset() + 1, Math::max));
        await(() -> durableOf(ends), sum(ends), "offsets that the sink calls durable");
        if (storage.isSwept()) {
            await(() -> storage.unpublished() == 0 ? 1 : 0, 1, "publishing of the last temporary files");
        } else {
            int expected = readCommitted().size();
            await(() -> storage.tree().rowsByOwnReader(readings.topic()).size(), expected, "rows of published files");
        }
        ParquetTree tree = storage.tree();
        assertThat(tree.ledgerEntries(SINK))
                .as("ledger entries by directory, seed %d", seed)
                .hasSize(PARTITIONS)
                .allSatisfy((directory, entries) -> assertThat(entries)
                        .isBetween(1L, run.archive() == LOCAL ? LEDGER_ENTRIES_MAX : Long.MAX_VALUE));

        List<ParquetTree.Row> topic = readCommitted();
        List<ParquetTree.Row> rows = tree.rowsByOwnReader(readings.topic());
        requireSame(tree.rowsByDuckDb(readings.topic()), rows, "rows read by DuckDB, against those read by Parquetry");
        if (run.input() != Input.COMPACTED) {
            requireSame(topic, acknowledged, "the topic, against what was acknowledged");
            requireSame(rows, topic, "the files, against the topic");
            return rows;
        }
        requireAscending(rows);
        Set<ParquetTree.Row> inFiles = new HashSet<>(rows);
        assertThat(inFiles.containsAll(topic))
                .as("the files have all that the topic has, seed %d", seed)
                .isTrue();
        assertThat(new HashSet<>(acknowledged).containsAll(rows))
                .as("the files have nothing but what was acknowledged, seed %d", seed)
                .isTrue();
        assertThat(rows.size()).as("rows, fewer than acknowledged").isLessThan(acknowledged.size());
        return rows;
    }

    private long durableOf(Map<Integer, Long> ends) {
        Map<Integer, Long> next = storage.tree().nextOffsets(SINK, readings.topic());
        return ends.entrySet().stream()
                .mapToLong(end -> Math.min(end.getValue(), next.getOrDefault(end.getKey(), 0L)))
                .sum();
    }

    private List<ParquetTree.Row> readCommitted() {
        return topics.readCommitted(readings.topic()).values().stream()
                .flatMap(List::stream)
                .map(record -> new ParquetTree.Row(record.partition(), record.offset(), Readings.number(record)))
                .toList();
    }

    private void requireAscending(List<ParquetTree.Row> rows) {
        for (int i = 1; i < rows.size(); i++) {
            assertThat(ParquetTree.Row.BY_PLACE.compare(rows.get(i - 1), rows.get(i)))
                    .as("%s before %s, seed %d", rows.get(i - 1), rows.get(i), seed)
                    .isNegative();
        }
    }

    private void requireEachRowOnceReplayed(List<ParquetTree.Row> rows) {
        await(replayed::count, rows.size(), "replayed records");
        Map<Integer, List<String>> expected = new TreeMap<>();
        rows.forEach(row -> expected.computeIfAbsent(row.partition(), p -> new ArrayList<>())
                .add(readings.line(row.n())));
        assertThat(replayed.lines()).containsOnlyKeys(expected.keySet());
        replayed.lines()
                .forEach((partition, lines) ->
                        requireSame(lines, expected.get(partition), "records replayed to partition " + partition));
    }

    private void requireSame(List<?> found, List<?> expected, String what) {
        assertThat(Lists.firstDifference(found, expected))
                .as("%s, seed %d, forgotten transactions %s", what, seed, hanging.ended())
                .isEmpty();
    }

    /** A wait during which tasks that a dead broker has failed are restarted, and its transactions ended. */
    private void await(LongSupplier measure, long goal, String what) {
        AwaitCount.atLeast(
                goal,
                () -> {
                    restartFailed(sinkWorker.rest(), SINK);
                    restartFailed(sourceWorker.rest(), SOURCE);
                    if (run.brokerKills() > 0) {
                        hanging.end();
                    }
                    return measure.getAsLong();
                },
                PATIENCE,
                what + " of " + run.name() + ", seed " + seed);
    }

    private void restartFailed(ConnectClient rest, String connector) {
        rest.failure(connector).ifPresent(trace -> {
            System.out.printf("%d s: %s has failed and is restarted: %s%n", secondsSinceStart(), connector, trace);
            assertThat(excused(trace))
                    .as("a failure that a kill does not explain, seed %d: %s", seed, trace)
                    .isTrue();
            restarts.add(trace);
            rest.restart(connector, RestartScope.FAILED_PARTS);
        });
    }

    /**
     * Connect never restarts a failed task. Three failures are its own: with KIP-848, its metrics cannot take that a
     * partition is revoked after a commit (4.3.1); a worker that is killed between a smaller {@code tasks.max} and the
     * new configurations of the tasks starts too many; a transaction that times out while the broker is down fences
     * the producer; and a worker that cannot write the number of a source's tasks meanwhile fails them.
     */
    private boolean excused(String trace) {
        boolean metrics = run.group() == KillRun.Group.KIP_848
                && trace.contains("UnsupportedOperationException")
                && trace.contains("WorkerSinkTask$SinkTaskMetricsGroup.clearOffsets");
        boolean transaction = run.brokerKills() > 0
                && (trace.contains("ProducerFencedException")
                        || trace.contains("InvalidProducerEpochException")
                        || trace.contains("TransactionAbortedException")
                        || trace.contains("common.errors.TimeoutException")
                        || trace.contains("Error writing task count record to Kafka"));
        return metrics || transaction || trace.contains("TooManyTasksException");
    }

    @Override
    public void close() {
        try (stack;
                storage;
                topics;
                replayed;
                hanging) {
            producer.close();
        }
    }
}
