package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.rest.ConnectClient;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A worker with a heap of 256 MiB writes 5,000 files of 32 columns at the same time, which it can only by spilling, and
 * loses and repeats nothing when it is killed with all of them open, when the tasks change with all of them open, and
 * when it is killed while it rotates them. {@code -Pmany-paths} runs it.
 */
class ManyPathsRun {
    private static final String SINK = "many-paths";
    private static final int PARTITIONS = 4;
    private static final int HEAP_MEBIBYTES = 256;
    private static final long ROTATE_AFTER_MS = 180_000;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final int paths = Integer.getInteger("many.paths", 5_000);
    private final int records = paths * Integer.getInteger("many.records.per.path", 20);
    private final ManyPathsRecords wide = new ManyPathsRecords("wide", PARTITIONS, paths);

    private KafkaStack stack;
    private ConnectClient rest;
    private ParquetTree tree;
    private long spilledRows;
    private double rssMost;

    @Test
    void fiveThousandFilesAreOpenInAHeapOf256Mebibytes() throws IOException {
        assumeTrue(System.getProperty("stack").equals("local"), "the worker is a process that can be measured");
        try (KafkaStack started =
                        Stacks.start(Stacks.settingsFor(ManyPathsRun.class).withHeapMebibytes(512, HEAP_MEBIBYTES));
                Topics topics = new Topics(started.bootstrapServers())) {
            stack = started;
            rest = stack.worker().rest();
            tree = new ParquetTree(stack.dataDirectory());
            topics.create(wide.topic(), PARTITIONS);
            topics.produce(wide.range(0, records / 2));
            long begin = System.nanoTime();
            rest.create(SINK, config(1));

            awaitAllOpen(1, records / 2);
            measure("kill with all files open");
            assertThat(tree.durable(SINK, wide.topic()))
                    .as("nothing is due yet")
                    .isZero();
            stack.worker().kill();
            stack.worker().start();

            awaitAllOpen(1, records / 2);
            measure("rebalance with all files open");
            rest.put(SINK, config(3));
            await(1, () -> tree.durable(SINK, wide.topic()), "offsets after the rebalance");

            topics.produce(wide.range(records / 2, records));
            awaitAllOpen(3, 0);
            int before = tree.published(wide.topic()).size();
            await(before + paths / 10, () -> tree.published(wide.topic()).size(), "files of the rotation");
            measure("kill while files rotate, %,d of them published"
                    .formatted(tree.published(wide.topic()).size()));
            stack.worker().kill();
            stack.worker().start();

            await(records, () -> tree.durable(SINK, wide.topic()), "offsets in the ledger");
            await(0, () -> -tree.temporary().size(), "temporary files, negative");
            measure("end");
            System.out.printf(
                    "%,d records on %,d paths in %,d files, %,d rows spilled by the workers that were measured, %.0f MiB"
                            + " resident at most, %d s%n",
                    records,
                    paths,
                    tree.published(wide.topic()).size(),
                    spilledRows,
                    rssMost,
                    Duration.ofNanos(System.nanoTime() - begin).toSeconds());
            requireQuietLog();
        }
        assertThat(spilledRows).as("rows that were spilled").isPositive();
        var expected = wide.expectedRows(records);
        assertThat(Lists.firstDifference(tree.rowsByOwnReader(wide.topic()), expected))
                .as("rows read by Parquetry")
                .isEmpty();
        assertThat(Lists.firstDifference(tree.rowsByDuckDb(wide.topic()), expected))
                .as("rows read by DuckDB")
                .isEmpty();
    }

    private Map<String, String> config(int tasks) {
        Map<String, String> config = new HashMap<>(ManyPathsRecords.sinkConverters());
        config.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
        config.put("tasks.max", Integer.toString(tasks));
        config.put("topics", wide.topic());
        config.put("path.template", "path=${value.path}");
        config.put("storage.url", stack.dataDirectory().toUri().toString());
        config.put("rotate.max.age.ms", String.valueOf(ROTATE_AFTER_MS));
        config.put("max.open.paths", String.valueOf(paths));
        config.put("ledger.grace.ms", "1000");
        config.put("record.metadata", "kafka");
        return config;
    }

    /** Waits until nearly every path has an open file and the tasks have written nearly {@code written} rows since their
     * start. */
    private void awaitAllOpen(int tasks, long written) {
        rest.awaitRunning(SINK, PATIENCE);
        try (WorkerBeans beans = WorkerBeans.ofOnlyWorker(stack)) {
            // A few are closed early for want of memory, and are opened again with the next row of their path.
            await(paths * 9 / 10, () -> (long) beans.sum(SINK, "open-files"), "open files of " + tasks + " tasks");
            await(written * 9 / 10, () -> (long) beans.sum(SINK, "rows-written-total"), "rows of " + tasks + " tasks");
        }
    }

    private void measure(String moment) {
        double rss = new WorkerProcess(WorkerBeans.onlyWorker(stack).pid()).rssMostMebibytes();
        rssMost = Math.max(rssMost, rss);
        try (WorkerBeans beans = WorkerBeans.ofOnlyWorker(stack)) {
            long spilled = (long) beans.sum(SINK, "spilled-rows-total");
            spilledRows += spilled;
            System.out.printf(
                    "%s: %,.0f files open, %,d rows spilled, %.0f MiB resident at most, live heap %.0f MiB%n",
                    moment, beans.sum(SINK, "open-files"), spilled, rss, beans.liveHeapBytes() / 1048576.0);
        }
    }

    /** No part failed, no memory was missing, and no consumer was thrown out of its group because it did not poll. */
    private void requireQuietLog() throws IOException {
        assertThat(rest.awaitRunning(SINK, PATIENCE).failure()).isEmpty();
        Path directory = stack.dataDirectory().resolveSibling("worker-1");
        for (String log : new String[] {"node.log", "console.log"}) {
            try (Stream<String> lines = Files.lines(directory.resolve(log))) {
                assertThat(lines.filter(line -> line.contains("OutOfMemoryError")
                                || line.contains("consumer poll timeout has expired")
                                // Connect gives a task five seconds; what it has not closed by then is read again.
                                || line.contains(" ERROR ") && !line.contains("Graceful stop of task")))
                        .as(log)
                        .isEmpty();
            }
        }
    }

    private static void await(long goal, LongSupplier count, String what) {
        AwaitCount.atLeast(goal, count, PATIENCE, what);
    }
}
