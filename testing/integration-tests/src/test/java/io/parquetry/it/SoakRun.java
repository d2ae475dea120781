package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.it.SoakSample.Column;
import io.parquetry.it.SoakSeries.Bound;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.StackSettings;
import io.parquetry.local.rest.ConnectClient;
import io.parquetry.local.rest.RestartScope;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/**
 * A worker that archives and replays for hours uses no more than it did after its first quarter, and loses and repeats
 * nothing: one broker, one worker, topic to sink to source to topic, live. {@code -Psoak} runs it,
 * {@code -Dsoak.minutes} and {@code -Dsoak.rate} (records per second and topic) say how long and how fast.
 *
 * <p>Retention keeps the broker small, the source moves what it has sent, and paths have the minute in them, so that
 * paths, directories, files, ledger entries and transactions come and go all the time. Every few minutes a connector is
 * restarted, paused or given another number of tasks.
 */
class SoakRun {
    private static final String SINK = "soak-sink";
    private static final String SOURCE = "soak-source";
    private static final String BAD = "soak-bad";
    private static final String SENT = "sent";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int WORKER_HEAP_MEBIBYTES = 256;
    private static final int SAMPLE_MS_MOST = 60_000;
    private static final int SAMPLES_LEAST = 40;
    private static final int SAMPLES_PER_DISTURBANCE = 4;
    private static final int SAMPLES_PER_COLLECTION = 5;
    private static final long GRACE_MS_MOST = 600_000;
    private static final int[] NUMBERS_OF_TASKS = {1, 3, 2};

    /** An owner keeps an entry for one; the next owner may have to learn of it first, up to an eighth later. */
    private static final double GRACE_PERIODS_MOST = 2.125;

    private static final Map<String, String> SHORT_RETENTION = Map.of(
            "retention.bytes", String.valueOf(16 << 20),
            "segment.bytes", String.valueOf(4 << 20));

    /** What a flat run may grow by: noise of collections, of open files, and of when the sample was taken. */
    private static final Map<Column, Bound> BOUNDS = Map.of(
            Column.RSS, new Bound(0.05, 0),
            Column.LIVE_HEAP, new Bound(0.05, 1),
            Column.THREADS, new Bound(0, 3),
            Column.HANDLES, new Bound(0.05, 5),
            Column.TEMPORARY, new Bound(0.05, 10),
            Column.WAITING, new Bound(0.05, 10),
            Column.BROKER, new Bound(0.1, 0));

    private final int minutes = Integer.getInteger("soak.minutes", 120);
    private final int recordsPerSecond = Integer.getInteger("soak.rate", 500);
    private final SoakRecords orders = new SoakRecords("orders", 3, false);
    private final SoakRecords events = new SoakRecords("events", 2, true);
    private final Map<SoakRecords, String> replayed =
            new LinkedHashMap<>(Map.of(orders, "orders-replayed", events, "events-replayed"));
    private final SoakSeries series = new SoakSeries();

    private KafkaStack stack;
    private ConnectClient rest;
    private Path root;

    @Test
    void aWorkerThatRunsForHoursStaysAsItWas() throws IOException {
        assumeTrue(System.getProperty("stack").equals("local"), "the worker is a process that can be measured");
        StackSettings settings = Stacks.settingsFor(SoakRun.class)
                .withHeapMebibytes(512, WORKER_HEAP_MEBIBYTES)
                // All of the heap is resident from the start, so that resident memory grows by what is outside of it
                // only.
                .withWorkerJvmOption("-Xms" + WORKER_HEAP_MEBIBYTES + "m")
                .withWorkerJvmOption("-XX:+AlwaysPreTouch")
                // The short times of other scenarios would let a busy machine pass for a broken one.
                .withBrokerConfig("broker.session.timeout.ms", "60000")
                .withWorkerConfig("producer.transaction.timeout.ms", "60000")
                .withWorkerConfig("session.timeout.ms", "60000")
                .withWorkerConfig("consumer.session.timeout.ms", "45000")
                .withWorkerConfig("offset.flush.interval.ms", "5000")
                .withBrokerConfig("log.retention.check.interval.ms", "15000")
                .withBrokerConfig("log.segment.bytes", String.valueOf(4 << 20))
                .withBrokerConfig("offsets.topic.segment.bytes", String.valueOf(4 << 20))
                .withBrokerConfig("transaction.state.log.segment.bytes", String.valueOf(4 << 20));
        try (KafkaStack started = Stacks.start(settings);
                Topics topics = new Topics(started.bootstrapServers())) {
            stack = started;
            rest = stack.worker().rest();
            root = stack.dataDirectory();
            replayed.forEach((records, copy) -> {
                topics.create(records.topic(), records.partitions(), SHORT_RETENTION);
                topics.create(copy, records.partitions(), SHORT_RETENTION);
            });
            topics.create(BAD, 1, SHORT_RETENTION);
            rest.create(SINK, sinkConfig(2));
            rest.create(SOURCE, sourceConfig(2));
            rest.awaitRunning(SINK, PATIENCE);
            rest.awaitRunning(SOURCE, PATIENCE);
            try (SoakTraffic traffic = new SoakTraffic(stack.bootstrapServers(), replayed, BAD, recordsPerSecond)) {
                soak(traffic);
                write();
                requireEverythingOnce(traffic);
            }
        }
        assertThat(series.most(Column.OLDEST_ENTRY))
                .as("seconds for which an entry of a ledger was kept, however often the sink was restarted")
                .isLessThan((graceMs() * GRACE_PERIODS_MOST + SAMPLE_MS_MOST) / 1_000.0);
        assertThat(series.growth(BOUNDS))
                .as("growth from the second to the last quarter")
                .isEmpty();
    }

    private Map<String, String> sinkConfig(int tasks) {
        Map<String, String> config = new HashMap<>();
        config.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
        config.put("tasks.max", Integer.toString(tasks));
        config.put("topics", orders.topic() + "," + events.topic());
        config.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
        config.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
        config.put("value.converter.schemas.enable", "true");
        config.put("storage.url", root.toUri().toString());
        config.put("path.template", "region=${value.region}/minute=${timestamp:HH-mm}");
        config.put("record.metadata", "kafka");
        config.put("rotate.max.age.ms", "20000");
        // The ledgers have reached their size long before the second quarter.
        config.put("ledger.grace.ms", String.valueOf(graceMs()));
        config.put("behavior.on.null.values", "fail");
        config.put("errors.tolerance", "all");
        config.put("errors.deadletterqueue.topic.name", BAD);
        config.put("errors.deadletterqueue.topic.replication.factor", "1");
        config.put("errors.deadletterqueue.context.headers.enable", "true");
        return config;
    }

    private long graceMs() {
        return Math.min(GRACE_MS_MOST, minutes * 60_000L / 8);
    }

    private Map<String, String> sourceConfig(int tasks) {
        Map<String, String> config = new HashMap<>(Readings.sourceConverters());
        config.put("connector.class", "io.parquetry.connect.source.ParquetSourceConnector");
        config.put("tasks.max", Integer.toString(tasks));
        config.put("storage.url", root.toUri().toString());
        config.put("path.include", "topics/**");
        config.put("scan.interval.ms", "2000");
        config.put("exactly.once.support", "required");
        // The files leave the directories that are scanned, and are there for the comparison at the end.
        config.put("on.finish", "move:" + SENT);
        config.put(
                "topic.mapping",
                orders.topic() + ":" + replayed.get(orders) + "," + events.topic() + ":" + replayed.get(events));
        return config;
    }

    private void soak(SoakTraffic traffic) throws IOException {
        long sampleMs = Math.min(SAMPLE_MS_MOST, minutes * 60_000L / SAMPLES_LEAST);
        long samples = minutes * 60_000L / sampleMs;
        Path csv = csv();
        Files.deleteIfExists(csv);
        Pulse pulse = new Pulse(sampleMs);
        try (WorkerBeans beans = WorkerBeans.ofOnlyWorker(stack);
                Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
            WorkerProcess worker =
                    new WorkerProcess(WorkerBeans.onlyWorker(stack).pid());
            for (long i = 1; i <= samples; i++) {
                pulse.next();
                SoakSample sample = sample(i * sampleMs / 60_000.0, worker, beans, admin, traffic, i);
                series.add(sample);
                Files.writeString(csv, series.csv());
                System.out.println(SoakSeries.line(sample));
                traffic.requireSound();
                if (i % SAMPLES_PER_DISTURBANCE == 0) {
                    disturb((int) (i / SAMPLES_PER_DISTURBANCE));
                }
            }
        }
    }

    private SoakSample sample(
            double minute, WorkerProcess worker, WorkerBeans beans, Admin admin, SoakTraffic traffic, long number) {
        ParquetTree tree = new ParquetTree(root);
        Map<Path, Long> ledgers = tree.ledgerEntries(SINK);
        // A collection each time would hide memory that is freed only by a collection.
        double liveHeap = number % SAMPLES_PER_COLLECTION == 0 ? beans.liveHeapBytes() / 1048576.0 : Double.NaN;
        return new SoakSample(
                minute,
                worker.rssMebibytes(),
                liveHeap,
                worker.threads(),
                worker.handles(),
                worker.cores(),
                ledgers.values().stream().mapToLong(Long::longValue).sum(),
                tree.bytes(Path.of("_parquetry", SINK), path -> !path.toString().endsWith(".tmp")) / 1024.0,
                (System.currentTimeMillis() - tree.oldestEntryMs(SINK)) / 1_000.0,
                tree.temporary().size(),
                replayed.keySet().stream()
                        .mapToInt(records -> tree.published(records.topic()).size())
                        .sum(),
                sinkLag(admin),
                traffic.good() - traffic.returned(),
                new ParquetTree(stack.dataDirectory().resolveSibling("broker"))
                                .bytes(Path.of("data"), path -> path.toString().endsWith(".log"))
                        / 1048576.0,
                traffic.produced());
    }

    private double sinkLag(Admin admin) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (SoakRecords records : replayed.keySet()) {
            for (int partition = 0; partition < records.partitions(); partition++) {
                ends.put(new TopicPartition(records.topic(), partition), OffsetSpec.latest());
            }
        }
        try {
            var committed = admin.listConsumerGroupOffsets("connect-" + SINK)
                    .partitionsToOffsetAndMetadata()
                    .get();
            var found = admin.listOffsets(ends).all().get();
            return found.entrySet().stream()
                    .mapToLong(end -> end.getValue().offset()
                            - (committed.get(end.getKey()) == null
                                    ? 0
                                    : committed.get(end.getKey()).offset()))
                    .sum();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the broker does not tell the sink's lag", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the broker tells the sink's lag", e);
        }
    }

    /** What operators do on a quiet day. Other numbers of tasks are over when the next sample is taken. */
    private void disturb(int number) {
        System.out.println("disturbance " + number);
        switch (number % 7) {
            case 0 -> {
                for (int tasks : NUMBERS_OF_TASKS) {
                    rest.put(SINK, sinkConfig(tasks));
                    rest.awaitRunning(SINK, PATIENCE);
                }
            }
            case 1 -> rest.restart(SINK, RestartScope.CONNECTOR_AND_TASKS);
            case 2 -> {
                rest.pause(SOURCE);
                rest.awaitState(SOURCE, "PAUSED", PATIENCE);
                rest.resume(SOURCE);
            }
            case 3 -> {
                for (int tasks : NUMBERS_OF_TASKS) {
                    rest.put(SOURCE, sourceConfig(tasks));
                    rest.awaitRunning(SOURCE, PATIENCE);
                }
            }
            case 4 -> {
                rest.pause(SINK);
                rest.awaitState(SINK, "PAUSED", PATIENCE);
                rest.resume(SINK);
            }
            case 5 -> rest.restart(SOURCE, RestartScope.CONNECTOR_AND_TASKS);
            default -> rest.restartTask(SINK, 0);
        }
        rest.awaitRunning(SINK, PATIENCE);
        rest.awaitRunning(SOURCE, PATIENCE);
    }

    private static Path csv() {
        return Path.of(System.getProperty("stack.directory")).resolveSibling("soak.csv");
    }

    private void write() throws IOException {
        Files.writeString(csv().resolveSibling("soak.md"), series.summary());
        System.out.println(series.summary());
    }

    private void requireEverythingOnce(SoakTraffic traffic) {
        traffic.endProduction();
        AwaitCount.atLeast(
                traffic.good(),
                () -> {
                    traffic.requireSound();
                    return traffic.returned();
                },
                PATIENCE,
                "records that come back");
        long bad = traffic.produced() - traffic.good();
        AwaitCount.atLeast(bad, traffic::reported, PATIENCE, "bad records in the dead letter queue");
        ParquetTree tree = new ParquetTree(root);
        AwaitCount.atLeast(0, () -> -tree.temporary().size(), PATIENCE, "temporary files, negative");
        traffic.requireSound();
        System.out.printf(
                "%,d records, %,d of them bad (%,d reported again), %,d came back%n",
                traffic.produced(), bad, traffic.reportedAgain(), traffic.returned());
        assertThat(traffic.returned()).isEqualTo(traffic.good());
        rest.stop(SOURCE);
        rest.awaitState(SOURCE, "STOPPED", PATIENCE);
        for (SoakRecords records : replayed.keySet()) {
            requireEachOffsetOnce(records, traffic.produced(records));
        }
    }

    /** The files hold every offset but those of bad records, each once, by two readers. */
    private void requireEachOffsetOnce(SoakRecords records, long produced) {
        // The source leaves the files of the newest entry of a ledger where they are.
        List<Path> files = new ArrayList<>(new ParquetTree(root).published(records.topic()));
        int waiting = files.size();
        files.addAll(new ParquetTree(root.resolve(SENT)).published(records.topic()));
        Map<Integer, BitSet> offsets = new HashMap<>();
        for (Path file : files) {
            collect(file, records, offsets);
        }
        long rows = 0;
        for (int partition = 0; partition < records.partitions(); partition++) {
            BitSet expected = new BitSet();
            for (long n = partition; n < produced; n += records.partitions()) {
                expected.set((int) (n / records.partitions()), !records.bad(n));
            }
            assertThat(offsets.get(partition))
                    .as("offsets of %s-%d", records, partition)
                    .isEqualTo(expected);
            rows += expected.cardinality();
        }
        System.out.printf("%s: %,d rows in %,d files, %d not moved%n", records.topic(), rows, files.size(), waiting);
        String sql = "SELECT count(*), count(DISTINCT (_kafka.\"partition\", _kafka.\"offset\")) FROM read_parquet(["
                + files.stream().map(file -> "'" + file + "'").collect(Collectors.joining(",")) + "])";
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet counts = statement.executeQuery(sql)) {
            counts.next();
            assertThat(List.of(counts.getLong(1), counts.getLong(2)))
                    .as("rows and distinct offsets of %s by DuckDB", records.topic())
                    .containsExactly(rows, rows);
        } catch (SQLException e) {
            throw new IllegalStateException("DuckDB could not run " + sql, e);
        }
    }

    private static void collect(Path file, SoakRecords records, Map<Integer, BitSet> offsets) {
        try (ParquetReader reader = ParquetReader.open(
                LocalInputFile.open(file),
                ReaderOptions.builder()
                        .checksums(ReaderOptions.Checksums.VERIFY)
                        .build())) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            while (cursor.next()) {
                Map<?, ?> kafka = (Map<?, ?>) cursor.record().get("_kafka");
                int partition = (Integer) kafka.get("partition");
                long offset = (Long) kafka.get("offset");
                Object n = ((Map<?, ?>) cursor.record().get("value")).get("n");
                BitSet known = offsets.computeIfAbsent(partition, place -> new BitSet());
                if (known.get((int) offset)) {
                    throw new AssertionError("offset %d of %s-%d is there twice, the second time in %s"
                            .formatted(offset, records.topic(), partition, file));
                }
                known.set((int) offset);
                if (!n.equals(offset * records.partitions() + partition)) {
                    throw new AssertionError("offset %d of %s-%d has record %s in %s"
                            .formatted(offset, records.topic(), partition, n, file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }
}
