package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.StackSettings;
import io.parquetry.local.Worker;
import io.parquetry.local.topics.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * A topic becomes a table of Iceberg: a producer sends readings to eight partitions, and a sink of four tasks on two
 * workers appends them. The workers are killed after some progress of the table: every second time when there are files
 * that the table does not have yet, and else at a random moment. While a worker is down, other programs append rows of
 * their own, compact the table, and expire all snapshots but the last.
 *
 * <p>In the end the table has each reading that the broker has acknowledged once, at its place, as Iceberg's reader
 * reads it.
 */
final class TableUnderKills implements AutoCloseable {
    private static final int PARTITIONS = 8;
    private static final int TASKS = 4;
    private static final int WORKERS = 2;
    private static final int READINGS_PER_SECOND = Integer.getInteger("kills.table.readings.per.second", 1_000);
    private static final int PROGRESS = 500;
    private static final int KILL_AFTER_MS_MAX = 1_500;
    private static final Duration PATIENCE = Duration.ofSeconds(300);
    private static final String SINK = "readings-sink";

    private final long startNanos = System.nanoTime();
    private final Run run;
    private final long seed;
    private final Random random;
    private final Readings readings = new Readings("readings", PARTITIONS);
    private final KafkaStack stack;
    private final TestStorage storage;
    private final LakeTable table;
    private final ReadingsProducer producer;

    /** The kills that left files without a name, or files that the table did not have. */
    private int amidWork;

    /**
     * What is killed.
     *
     * @param name name of the run and of its directory
     * @param access how the sink reaches the catalog
     * @param kills number of kills of workers
     * @param records number of readings, at least
     */
    record Run(String name, KillRun.Archive archive, LakeTable.Access access, int kills, int records) {
        @Override
        public String toString() {
            return name;
        }
    }

    private TableUnderKills(Run run, long seed) {
        this.run = run;
        this.seed = seed;
        this.random = new Random(seed);
        StackSettings settings = Stacks.settingsFor("kills-" + run.name()).withWorkers(WORKERS);
        this.stack = Stacks.startWithJarOf(org.sqlite.JDBC.class, settings);
        try (Topics topics = new Topics(stack.bootstrapServers())) {
            topics.create(readings.topic(), PARTITIONS);
            this.storage = run.archive().of(stack);
            this.table = new LakeTable(
                    storage, settings.directory(), readings.topic(), run.access(), new Random(random.nextLong()));
            this.producer = new ReadingsProducer(
                    stack.bootstrapServers(), readings, KillRun.Input.PLAIN, READINGS_PER_SECOND, random.nextLong());
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    /** Runs all of it and returns the row of the table of results. */
    static String run(Run run, long seed) {
        System.out.printf("%s: kills at moments of seed %d%n", run.name(), seed);
        try (TableUnderKills scenario = new TableUnderKills(run, seed)) {
            String row = scenario.run();
            System.out.println(row);
            return row;
        }
    }

    private String run() {
        producer.start(READINGS_PER_SECOND);
        stack.worker().rest().create(SINK, sinkConfig());
        for (int kill = 1; kill <= run.kills(); kill++) {
            kill(kill);
        }
        await(producer::count, run.records(), "readings in the topic");
        List<ParquetTree.Row> acknowledged = producer.finish();
        await(table::records, acknowledged.size(), "readings in the table");
        List<ParquetTree.Row> rows = table.rows();
        assertThat(Lists.firstDifference(rows, acknowledged))
                .as("the rows of the table, against what was acknowledged, seed %d", seed)
                .isEmpty();
        return "| %s | %s, %s | %d of %d | %,d | %d | %d s |"
                .formatted(
                        run.name(),
                        run.archive().name().toLowerCase(Locale.ROOT),
                        run.access(),
                        amidWork,
                        run.kills(),
                        rows.size(),
                        table.files(),
                        secondsSinceStart());
    }

    private Map<String, String> sinkConfig() {
        Map<String, String> config = new HashMap<>(Readings.sinkConverters());
        config.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
        config.put("tasks.max", Integer.toString(TASKS));
        config.put("topics", readings.topic());
        config.put("storage.url", storage.url());
        config.putAll(storage.config());
        config.put("flush.size", "2000");
        config.put("rotate.max.age.ms", "3000");
        config.put("ledger.grace.ms", Long.toString(run.archive().graceMs()));
        config.put("record.metadata", "kafka");
        config.put("record.layout", "flat");
        config.putAll(table.sinkConfig());
        return config;
    }

    private void kill(int kill) {
        long before = table.records();
        await(table::records, before + PROGRESS, "progress of the table before kill " + kill);
        Worker victim = stack.workers().get(random.nextInt(WORKERS));
        if (kill % 2 == 1) {
            await(() -> durable() - table.records(), 1, "files that the table does not have, before kill " + kill);
            victim.kill();
        } else {
            DelayedKill.of(victim, random.nextInt(KILL_AFTER_MS_MAX));
        }
        int unpublished = storage.unpublished();
        long durable = durable();
        long appended = table.records();
        if (unpublished > 0 || durable > appended) {
            amidWork++;
        }
        System.out.printf(
                "%d s: kill %d of %d, %s: %,d rows in the table, %,d durable, %d files not published%n",
                secondsSinceStart(), kill, run.kills(), victim.name(), appended, durable, unpublished);
        table.appendForeign();
        if (kill % 2 == 0) {
            table.compact();
            table.expire();
        }
        victim.start();
    }

    private long durable() {
        return storage.tree().durable(SINK, readings.topic());
    }

    private long secondsSinceStart() {
        return Duration.ofNanos(System.nanoTime() - startNanos).toSeconds();
    }

    /** A wait during which no task may fail. */
    private void await(LongSupplier measure, long goal, String what) {
        AwaitCount.atLeast(
                goal,
                () -> {
                    assertThat(stack.worker().rest().failure(SINK))
                            .as("failure of the sink, seed %d", seed)
                            .isEmpty();
                    return measure.getAsLong();
                },
                PATIENCE,
                what + " of " + run.name() + ", seed " + seed);
    }

    @Override
    public void close() {
        try (stack;
                storage;
                table) {
            producer.close();
        }
    }
}
