package io.parquetry.simulation;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.sink.SinkTaskDriver;
import io.parquetry.connect.sink.commit.FencedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Workers of one consumer group, each with a real sink task. */
final class SinkSchedule {
    private static final Schema VALUE = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("side", Schema.STRING_SCHEMA)
            .build();

    private static final int SOURCES_MAX = 6;
    private static final int WORKERS_MAX = 4;

    private final World world;
    private final SimulatedDisk disk;
    private final Auditor auditor = new Auditor("topics/", SinkFiles::records);
    private final ConsumerGroup group;
    private final Disturbances disturbances;
    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log = new LinkedHashMap<>();
    private final Map<String, String> properties;
    private final int partitions;
    private final long end;
    private final int bornMax;
    private final boolean eager;
    private int born;
    private boolean isLast;

    /** Null in a schedule of the sink alone. */
    private SourceWorkers source;

    private int sourcesBorn;

    /** A schedule of the sink alone. */
    static int ofSink(long seed, PlantedBug bug, ExecutorService threads, Trace trace, Coverage coverage) {
        return new SinkSchedule(seed, bug, threads, trace, coverage).run();
    }

    /** A schedule in which a source reads what the sink writes. */
    static int ofChain(long seed, PlantedBug bug, ExecutorService threads, Trace trace, Coverage coverage) {
        SinkSchedule schedule = new SinkSchedule(seed, bug, threads, trace, coverage);
        schedule.addSource();
        return schedule.run();
    }

    private SinkSchedule(long seed, PlantedBug bug, ExecutorService threads, Trace trace, Coverage coverage) {
        Dice dice = new Dice(seed);
        world = new World(dice, dice.oneOf(StorageKind.values()), bug, threads, trace, coverage);
        disk = new SimulatedDisk(world.kind);
        disk.listener(auditor);
        disturbances = new Disturbances(world, disk, auditor);
        partitions = dice.between(1, 2);
        end = dice.between(4, 12);
        bornMax = dice.between(3, 6);
        eager = dice.chance(0.5);
        for (int partition = 0; partition < partitions; partition++) {
            log.put(new TopicPartition("orders", partition), produced(partition));
        }
        group = new ConsumerGroup(dice, List.copyOf(log.keySet()));
        properties = properties(dice);
    }

    private NavigableMap<Long, SinkRecord> produced(int partition) {
        NavigableMap<Long, SinkRecord> records = new TreeMap<>();
        for (long offset = 0; offset < end; offset++) {
            Struct value = new Struct(VALUE)
                    .put("id", Auditor.record(partition, offset))
                    .put("side", offset % 3 == 0 ? "left" : "right");
            records.put(
                    offset,
                    new SinkRecord(
                            "orders", partition, null, null, VALUE, value, offset, 0L, TimestampType.CREATE_TIME));
        }
        return records;
    }

    private static Map<String, String> properties(Dice dice) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "name", "archive",
                "ledger.grace.ms", "1000",
                "storage.url", "/simulated",
                "parquet.codec", "none",
                "parquet.encoding", "plain",
                "flush.size", Integer.toString(dice.between(1, 5)),
                "on.close", dice.oneOf("commit", "commit", "discard"),
                "rotate.max.age.ms", dice.oneOf("0", "200", "600000"),
                "consumer.override.max.poll.interval.ms", dice.oneOf("50", "500", "300000")));
        if (dice.chance(0.7)) {
            properties.put("partitioner.class", "field");
            properties.put("partition.field.name", "side");
        }
        return properties;
    }

    private void addSource() {
        properties.put("record.metadata", "kafka");
        source = new SourceWorkers(world, disk, auditor);
        if (world.dice.chance(0.5)) {
            disturbances.hideFiles();
        }
        for (int task = 0; task < source.tasks(); task++) {
            startSource(task);
        }
    }

    private void startSource(int task) {
        int turnsMax = world.dice.between(5, 60);
        sourcesBorn++;
        world.start("source " + task + "." + sourcesBorn, process -> {
            try {
                source.work(process, task, turnsMax);
            } finally {
                if (!world.isOver() && sourcesBorn < SOURCES_MAX) {
                    startSource(task);
                } else {
                    follow();
                }
            }
        });
    }

    private int run() {
        int workers = world.dice.between(2, 4);
        world.note(
                workers + " workers on " + world.kind + ", " + (eager ? "eager" : "cooperative") + ", " + properties);
        for (int i = 0; i < workers; i++) {
            startWorker();
        }
        world.disturbance(this::disturb);
        world.run();
        return world.steps();
    }

    private void startWorker() {
        int turnsMax = world.dice.between(5, 40);
        born++;
        world.start("worker " + born, process -> {
            group.join(process.name());
            try {
                work(process, turnsMax);
            } finally {
                group.leave(process.name());
                follow();
            }
        });
    }

    /** The worker's loop, until it is stopped or its task fails. */
    private void work(SimulatedProcess process, int turnsMax) {
        Set<TopicPartition> held = new LinkedHashSet<>();
        SinkTaskDriver driver = driver(process);
        try {
            driver.start();
            for (int turn = 0; turn < turnsMax; turn++) {
                process.step("begin a turn");
                follow(process, driver, held);
                if (world.dice.chance(0.25)) {
                    world.note(process.name() + " commits");
                    rely(driver.commit(), process.name());
                    if (world.has(PlantedBug.WORKER_COMMITS_DELIVERED)) {
                        group.offsets().putAll(driver.positions());
                    }
                } else {
                    world.note(process.name() + " polls");
                    driver.poll(world.dice.between(1, 4));
                    if (world.has(PlantedBug.WORKER_DELIVERS_TWICE) && world.dice.chance(0.1)) {
                        driver.goBack();
                    }
                }
            }
        } catch (ConnectException failure) {
            requireExpected(failure);
            world.note(process.name() + ": the task failed: " + failure);
        }
        try {
            driver.stop();
        } catch (ConnectException failure) {
            requireExpected(failure);
        }
    }

    private SinkTaskDriver driver(SimulatedProcess process) {
        return new SinkTaskDriver(
                world.has(PlantedBug.WORKER_DROPS_RECORD) && !isLast ? logWithGap() : log,
                properties,
                SimulatedStorage.open(process, disk),
                new SimulatedClock(process),
                group.offsets());
    }

    private Map<TopicPartition, NavigableMap<Long, SinkRecord>> logWithGap() {
        Map<TopicPartition, NavigableMap<Long, SinkRecord>> copy = new LinkedHashMap<>();
        log.forEach((partition, records) -> {
            NavigableMap<Long, SinkRecord> some = new TreeMap<>(records);
            some.remove((long) world.dice.below((int) end));
            copy.put(partition, some);
        });
        return copy;
    }

    /** Gives back, loses and takes partitions as the group says. */
    private void follow(SimulatedProcess process, SinkTaskDriver driver, Set<TopicPartition> held) {
        String name = process.name();
        Set<TopicPartition> lost = group.lost(name, held);
        if (!lost.isEmpty() && world.dice.chance(0.5)) {
            world.note(name + " loses " + lost);
            held.removeAll(lost);
            driver.lose(lost);
        }
        Set<TopicPartition> revoked = group.revoked(name, held);
        revoked.removeAll(group.lost(name, held));
        if (!revoked.isEmpty()) {
            Set<TopicPartition> given = eager ? new LinkedHashSet<>(held) : revoked;
            given.removeAll(group.lost(name, held));
            world.note(name + " gives back " + given);
            held.removeAll(given);
            driver.close(given);
            group.release(given);
        }
        Set<TopicPartition> acquired = group.acquire(name);
        acquired.removeAll(held);
        if (!acquired.isEmpty()) {
            world.note(name + " opens " + acquired);
            held.addAll(acquired);
            driver.open(acquired);
            rely(driver.seeks(), name);
        }
    }

    /** Every record below these offsets is visible. */
    private void rely(Map<TopicPartition, Long> offsets, String who) {
        offsets.forEach((partition, next) -> {
            for (long offset = 0; offset < next; offset++) {
                auditor.promised(Auditor.record(partition.partition(), offset), who);
            }
        });
    }

    /** A task may fail because another one took over, or because the storage failed for too long. */
    private static void requireExpected(ConnectException failure) {
        if (!(failure instanceof FencedException)
                && !String.valueOf(failure.getMessage()).startsWith("the storage ")) {
            throw failure;
        }
    }

    /** Starts the next worker; the last one has the storage for itself, and nothing fails. */
    private void follow() {
        if (world.isOver()) {
            return;
        }
        if (born < bornMax && group.members().size() < WORKERS_MAX) {
            startWorker();
        } else if (world.live().size() == 1) {
            disturbances.bringFiles();
            world.calm();
            auditor.requirePromised("after the last worker but one");
            world.start("last worker", this::finish);
        }
    }

    private void finish(SimulatedProcess process) {
        isLast = true;
        properties.put("on.close", "commit");
        // A short interval would leave files open that there is no time to close.
        properties.remove("consumer.override.max.poll.interval.ms");
        SinkTaskDriver driver = driver(process);
        driver.start();
        driver.open(log.keySet());
        rely(driver.seeks(), process.name());
        driver.drain(5);
        driver.stop();
        auditor.requireAll(partitions, end);
        requireSwept();
        if (source != null) {
            source.finish(process, partitions * (int) end);
        }
    }

    /** The mark of a topic's writer that a crash left unfinished stays until a task opens a file there. */
    private void requireSwept() {
        for (String path : disk.names(LedgerDirectory.ROOT)) {
            if (path.endsWith(".tmp") && !path.startsWith(LedgerDirectory.WRITERS)) {
                throw new Violation(path + " is left in the end");
            }
        }
    }

    private void disturb() {
        Dice dice = world.dice;
        if (disturbances.happen()) {
            return;
        }
        if (source == null) {
            disturbances.mayCompact();
        } else if (source.keepsFiles()) {
            disturbances.mayMove();
        }
        if (dice.chance(0.003) && !group.members().isEmpty()) {
            group.rebalance();
            world.note("the group rebalances");
        } else if (dice.chance(0.002) && !group.members().isEmpty()) {
            List<String> members = new ArrayList<>(group.members());
            String expired = members.get(dice.below(members.size()));
            world.note("the group takes " + expired + " for dead");
            group.expire(expired);
        } else if (dice.chance(0.003)) {
            retain();
        } else if (source != null && sourcesBorn < SOURCES_MAX && dice.chance(0.001)) {
            world.note("a source task is taken for dead");
            startSource(dice.below(source.tasks()));
        }
    }

    /** Deletes the oldest records of a topic, but none that the group has not committed. */
    private void retain() {
        group.offsets().forEach((partition, offset) -> {
            log.get(partition).headMap(offset, false).clear();
            world.note("retention deletes below " + offset + " of " + partition);
        });
    }
}
