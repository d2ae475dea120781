package io.parquetry.it;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.StackSettings;
import io.parquetry.local.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The sink beside Iceberg's own: workers of one kind, topics of the same readings, tables of the same columns in a JDBC
 * catalog on local files, the same commit interval, and Iceberg's reader as the judge. {@code -Ptable-sinks} runs it,
 * after {@code mvn -f testing/benchmarks/iceberg-sink process-resources} has fetched the jars of Iceberg's sink. The
 * rows of docs/reference/tables.md are printed, and in {@code target/table-sinks.md}.
 *
 * <p>Nothing is required of what the table has in the end: that is the result.
 */
class TableSinksRun {
    private static final int TASKS = 4;
    private static final int WORKERS = 2;
    private static final int READINGS_PER_SECOND = 1_000;
    private static final int COMMIT_MS = 3_000;
    private static final int KILLS = Integer.getInteger("table.sinks.kills", 20);
    private static final int ROUNDS = Integer.getInteger("table.sinks.rounds", 5);
    private static final int COST_RECORDS = Integer.getInteger("table.sinks.records", 1_000_000);
    private static final int COST_COMMIT_MS = 10_000;
    private static final int WARM_RECORDS = 20_000;
    private static final int STEADY_RECORDS = 80_000;
    private static final int PROGRESS = 500;
    private static final int KILL_AFTER_MS_MAX = 1_500;
    private static final Random RANDOM = new Random(Long.getLong("seed", 1));

    private interface Disturbance {
        void once(TableSinkTrial trial, KafkaStack stack, int round);
    }

    /** CPU time of a worker that has a topic to bring into a table, cold and warm; then time to be seen. */
    @ParameterizedTest
    @EnumSource
    void cost(TableSink sink) throws IOException {
        StackSettings settings =
                settings("cost-", sink).withHeapMebibytes(512, 1_024).withWorkerJvmOption("-XX:TieredStopAtLevel=4");
        try (KafkaStack stack = start(settings)) {
            stack.worker().stop();
            Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());
            Worker worker = stack.addWorker("measured");
            ProcessHandle process = ProcessHandle.current()
                    .children()
                    .filter(child -> !before.contains(child))
                    .findAny()
                    .orElseThrow();
            for (int round = 1; round <= 2; round++) {
                try (TableSinkTrial trial = trial(sink, "cost" + round, COST_COMMIT_MS, stack, settings)) {
                    trial.producer().start(COST_RECORDS);
                    trial.await(trial.producer()::count, COST_RECORDS, "readings in the topic");
                    trial.producer().close();
                    Duration cpu = process.info().totalCpuDuration().orElseThrow();
                    trial.configure(worker, TASKS);
                    trial.await(trial.table()::records, COST_RECORDS, "readings in the table");
                    Duration spent =
                            process.info().totalCpuDuration().orElseThrow().minus(cpu);
                    write(
                            sink,
                            "cost, round %d | %.2f CPU s a million records | %d files | %d snapshots",
                            round,
                            spent.toMillis() * 1e3 / COST_RECORDS,
                            trial.table().files(),
                            trial.table().snapshots());
                    worker.rest().delete("cost" + round);
                }
            }
            try (TableSinkTrial trial = trial(sink, "steady", COST_COMMIT_MS, stack, settings)) {
                trial.configure(worker, TASKS);
                trial.producer().start(READINGS_PER_SECOND);
                String seconds = trial.visibility(WARM_RECORDS, WARM_RECORDS + STEADY_RECORDS);
                write(
                        sink,
                        "seconds to be seen, median and most | %s | %d files | %d snapshots",
                        seconds,
                        trial.table().files(),
                        trial.table().snapshots());
            }
        }
    }

    /** Every second kill while a commit is under way, the others at random moments; one of two workers each. */
    @ParameterizedTest
    @EnumSource
    void kills(TableSink sink) throws IOException {
        disturb(sink, "kills", KILLS, (trial, stack, round) -> {
            Worker victim = stack.workers().get(RANDOM.nextInt(WORKERS));
            if (round % 2 == 1) {
                trial.awaitFileAmidCommit();
                victim.kill();
            } else {
                DelayedKill.of(victim, RANDOM.nextInt(KILL_AFTER_MS_MAX));
            }
            victim.start();
        });
    }

    /** Foreign rows become the current snapshot, all others expire, and the workers are stopped and started. */
    @ParameterizedTest
    @EnumSource
    void expiryBeforeARestart(TableSink sink) throws IOException {
        disturb(sink, "restarts", ROUNDS, (trial, stack, round) -> {
            trial.awaitAppend();
            stack.workers().forEach(Worker::stop);
            expireBehindForeignRows(trial);
            stack.workers().forEach(Worker::start);
        });
    }

    /** The workers are killed as soon as the table has what they appended, and nobody else changes it. */
    @ParameterizedTest
    @EnumSource
    void killsBehindAppends(TableSink sink) throws IOException {
        disturb(sink, "appends", ROUNDS, (trial, stack, round) -> {
            trial.awaitAppend();
            stack.workers().parallelStream().forEach(Worker::kill);
            stack.workers().forEach(Worker::start);
        });
    }

    /** The same, and all snapshots of the sink expire behind foreign rows before the workers start again. */
    @ParameterizedTest
    @EnumSource
    void expiryBehindAKill(TableSink sink) throws IOException {
        disturb(sink, "expiry", ROUNDS, (trial, stack, round) -> {
            trial.awaitAppend();
            stack.workers().parallelStream().forEach(Worker::kill);
            expireBehindForeignRows(trial);
            stack.workers().forEach(Worker::start);
        });
    }

    /** The connector gets another number of tasks while a commit is under way. */
    @ParameterizedTest
    @EnumSource
    void rebalances(TableSink sink) throws IOException {
        disturb(sink, "rebalances", ROUNDS, (trial, stack, round) -> {
            trial.awaitFileAmidCommit();
            trial.configure(stack.worker(), round % 2 == 1 ? TASKS - 1 : TASKS);
        });
    }

    private static void expireBehindForeignRows(TableSinkTrial trial) {
        trial.table().appendForeign();
        trial.table().expire();
    }

    private static void disturb(TableSink sink, String name, int rounds, Disturbance disturbance) throws IOException {
        StackSettings settings = settings(name + "-", sink).withWorkers(WORKERS);
        try (KafkaStack stack = start(settings);
                TableSinkTrial trial = trial(sink, name, COMMIT_MS, stack, settings)) {
            trial.configure(stack.worker(), TASKS);
            trial.producer().start(READINGS_PER_SECOND);
            for (int round = 1; round <= rounds; round++) {
                long before = trial.table().records();
                trial.await(trial.table()::records, before + PROGRESS, "progress before round " + round);
                disturbance.once(trial, stack, round);
                System.out.printf("%s %s: %d of %d%n", sink, name, round, rounds);
            }
            long before = trial.producer().count();
            trial.await(trial.producer()::count, before + PROGRESS, "readings after the last round");
            write(sink, "%d %s | records, missing, twice, failed tasks | %s", rounds, name, trial.judge());
        }
    }

    private static StackSettings settings(String name, TableSink sink) {
        return Stacks.settingsFor(name + sink.name().toLowerCase(Locale.ROOT));
    }

    private static KafkaStack start(StackSettings settings) {
        Path iceberg = Path.of(System.getProperty("iceberg.sink.plugins"));
        return Stacks.startWithJarOf(org.sqlite.JDBC.class, settings, List.of(iceberg));
    }

    private static TableSinkTrial trial(
            TableSink sink, String name, int commitMs, KafkaStack stack, StackSettings settings) {
        return new TableSinkTrial(sink, name, commitMs, stack, settings.directory(), READINGS_PER_SECOND);
    }

    private static void write(TableSink sink, String row, Object... values) throws IOException {
        String line = "| " + sink.name().toLowerCase(Locale.ROOT) + " | " + row.formatted(values) + " |\n";
        System.out.print(line);
        Files.writeString(
                Path.of(System.getProperty("stack.directory")).resolveSibling("table-sinks.md"),
                line,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
