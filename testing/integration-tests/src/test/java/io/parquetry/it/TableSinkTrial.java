package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.it.KillRun.Input;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.Worker;
import io.parquetry.local.rest.ConnectClient;
import io.parquetry.local.rest.ConnectRestException;
import io.parquetry.local.rest.RestartScope;
import io.parquetry.local.topics.Topics;
import io.parquetry.local.wait.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * One connector that brings one topic of readings into one table, while somebody disturbs it. A task that fails is
 * restarted, since Connect never does so, and counted.
 */
final class TableSinkTrial implements AutoCloseable {
    private static final int PARTITIONS = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Twice the time after which Iceberg's coordinator gives up waiting for a task. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    private final TableSink sink;
    private final String name;
    private final int commitMs;
    private final KafkaStack stack;
    private final TestStorage storage;
    private final Readings readings;
    private final LakeTable table;
    private final ReadingsProducer producer;
    private int restarts;

    /** @param name of connector, topic and table; new in the stack */
    TableSinkTrial(TableSink sink, String name, int commitMs, KafkaStack stack, Path directory, int readingsPerSecond) {
        this.sink = sink;
        this.name = name;
        this.commitMs = commitMs;
        this.stack = stack;
        this.storage = TestStorage.local(stack.dataDirectory());
        this.readings = new Readings(name, PARTITIONS);
        try (Topics topics = new Topics(stack.bootstrapServers())) {
            topics.create(name, PARTITIONS);
            topics.create(TableSink.controlTopic(name), 1);
        }
        this.table = new LakeTable(storage, directory, name);
        table.create();
        this.producer = new ReadingsProducer(stack.bootstrapServers(), readings, Input.PLAIN, readingsPerSecond, 0);
    }

    LakeTable table() {
        return table;
    }

    ReadingsProducer producer() {
        return producer;
    }

    Map<String, String> config(int tasks) {
        Map<String, String> config = new HashMap<>(Readings.sinkConverters());
        config.put("tasks.max", Integer.toString(tasks));
        config.put("topics", name);
        config.putAll(sink.config(table, storage, name, commitMs));
        return config;
    }

    /** Creates the connector, or gives it another number of tasks. */
    void configure(Worker worker, int tasks) {
        worker.rest().put(name, config(tasks));
    }

    /** Waits until {@code measure} has reached a goal. */
    void await(LongSupplier measure, long goal, String what) {
        AwaitCount.atLeast(
                goal,
                () -> {
                    restartFailed();
                    return measure.getAsLong();
                },
                PATIENCE,
                what + " of " + name);
    }

    /** Checks without a pause, so that what follows comes at that moment. */
    private void awaitAtOnce(BooleanSupplier reached, String what) {
        Deadline deadline = Deadline.after(PATIENCE);
        while (!reached.getAsBoolean()) {
            assertThat(deadline.expired())
                    .as("%s of %s within %s", what, name, PATIENCE)
                    .isFalse();
            restartFailed();
        }
    }

    /** Returns as soon as the sink has written a file after an append: its next append is not complete. */
    void awaitFileAmidCommit() {
        awaitAppend();
        long before = filesWritten();
        awaitAtOnce(() -> filesWritten() > before, "a file that the table does not have");
    }

    /** Returns as soon as the table has another snapshot. */
    void awaitAppend() {
        long before = table.snapshot();
        awaitAtOnce(() -> table.snapshot() != before, "another snapshot");
    }

    /** Files of the sink on the disk, whether the table has them or not. */
    private long filesWritten() {
        Path files = sink == TableSink.PARQUETRY
                ? storage.tree().root().resolve("topics").resolve(name)
                : storage.tree().root().resolve("_tables/lake").resolve(name).resolve("data");
        if (!Files.isDirectory(files)) {
            return 0;
        }
        try (Stream<Path> all = Files.walk(files)) {
            return all.filter(file -> file.toString().endsWith(".parquet")).count();
        } catch (IOException e) {
            throw new UncheckedIOException("the files of " + name + " cannot be listed", e);
        }
    }

    private void restartFailed() {
        for (Worker worker : stack.workers()) {
            ConnectClient rest = worker.rest();
            Optional<String> failure = rest.failure(name);
            if (failure.isPresent()) {
                try {
                    rest.restart(name, RestartScope.FAILED_PARTS);
                    restarts++;
                    System.out.printf("%s: failed and restarted: %s%n", name, lastCause(failure.get()));
                } catch (ConnectRestException rebalancing) {
                    System.out.printf("%s: not restarted now: %s%n", name, rebalancing.getMessage());
                }
                return;
            }
        }
    }

    private static String lastCause(String trace) {
        return trace.lines()
                .filter(line -> line.startsWith("Caused by"))
                .reduce((one, next) -> next)
                .orElse(trace.lines().findFirst().orElseThrow());
    }

    /** What is in the table when it changes no more: {@code records | missing | twice | restarts}. */
    String judge() {
        List<ParquetTree.Row> acknowledged = producer.finish();
        Deadline quiet = Deadline.after(QUIET);
        for (long records = -1; !quiet.expired(); quiet.pause("the table to stay as it is")) {
            restartFailed();
            long now = table.records();
            if (now != records) {
                records = now;
                quiet = Deadline.after(QUIET);
            }
        }
        int[] occurrences = table.occurrences(acknowledged.size());
        long missing = Arrays.stream(occurrences).filter(n -> n == 0).count();
        long twice = Arrays.stream(occurrences).filter(n -> n > 1).count();
        return "%,d | %,d | %,d | %d".formatted(acknowledged.size(), missing, twice, restarts);
    }

    /**
     * How many milliseconds pass from the acknowledgement of a record to a snapshot that has it, by two curves of
     * counts: the median and the most.
     */
    String visibility(int from, int to) {
        await(table::records, from, "records before the measurement");
        List<long[]> sent = new ArrayList<>();
        List<long[]> visible = new ArrayList<>();
        Deadline deadline = Deadline.after(PATIENCE);
        while (last(visible) < to) {
            assertThat(deadline.expired())
                    .as("%d records of %s in the table", to, name)
                    .isFalse();
            sent.add(new long[] {System.nanoTime(), producer.count()});
            visible.add(new long[] {System.nanoTime(), table.records()});
            deadline.pause("records in the table");
        }
        int first = Math.toIntExact(sent.get(0)[1]);
        long[] millis = Stream.iterate(first + 1, n -> n < to, n -> n + 100)
                .mapToLong(n -> (momentOf(n, visible) - momentOf(n, sent)) / 1_000_000)
                .sorted()
                .toArray();
        return "%.1f | %.1f".formatted(millis[millis.length / 2] / 1e3, millis[millis.length - 1] / 1e3);
    }

    private static long last(List<long[]> curve) {
        return curve.isEmpty() ? 0 : curve.get(curve.size() - 1)[1];
    }

    private static long momentOf(long count, List<long[]> curve) {
        return curve.stream().filter(point -> point[1] >= count).findFirst().orElseThrow()[0];
    }

    @Override
    public void close() {
        try (storage;
                table) {
            producer.close();
        }
    }
}
