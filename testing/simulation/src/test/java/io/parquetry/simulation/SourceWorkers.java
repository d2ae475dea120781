package io.parquetry.simulation;

import io.parquetry.connect.common.storage.SimulatedCrash;
import io.parquetry.connect.source.SourceTaskDriver;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** Workers with the source tasks of one connector, which reads what the sink writes, while it is written. */
final class SourceWorkers {
    private static final int IDLE_TURNS_MAX = 200;

    private final World world;
    private final SimulatedDisk disk;
    private final TargetTopic target;
    private final Map<String, String> properties;
    private final int tasks;

    SourceWorkers(World world, SimulatedDisk disk, Auditor auditor) {
        this.world = world;
        this.disk = disk;
        this.target = new TargetTopic(world, auditor);
        this.tasks = world.dice.between(1, 2);
        this.properties = Map.of(
                "name", "restore",
                "storage.url", "/simulated",
                "scan.interval.ms", "50",
                "on.finish", world.dice.oneOf("keep", "delete"),
                "batch.max.records", Integer.toString(world.dice.between(1, 4)));
    }

    int tasks() {
        return tasks;
    }

    /** Whether the archive stays as it is: only then does anybody else rearrange it. */
    boolean keepsFiles() {
        return properties.get("on.finish").equals("keep");
    }

    /** What a task knows of its worker: the committed offsets. */
    private final class Context implements SourceTaskContext, OffsetStorageReader {
        @Override
        public Map<String, String> configs() {
            return properties;
        }

        @Override
        public PluginMetrics pluginMetrics() {
            return null;
        }

        @Override
        public OffsetStorageReader offsetStorageReader() {
            return this;
        }

        @Override
        public <T> Map<String, Object> offset(Map<String, T> partition) {
            return target.offset(partition);
        }

        @Override
        public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
            Map<Map<String, T>, Map<String, Object>> found = new HashMap<>();
            partitions.forEach(partition -> found.put(partition, target.offset(partition)));
            return found;
        }
    }

    /** Runs a task for some turns. */
    void work(SimulatedProcess process, int task, int turnsMax) {
        long generation = target.begin(task);
        SourceTaskDriver driver = driver(process, task);
        try {
            driver.start(new Context());
            for (int turn = 0; turn < turnsMax; turn++) {
                process.step("begin a turn");
                send(process, driver, task, generation);
            }
        } catch (ConnectException failure) {
            if (!String.valueOf(failure.getMessage()).contains("is fenced")) {
                throw failure;
            }
        } catch (SimulatedCrash killed) {
            endThreads(driver);
            throw killed;
        }
        driver.stop();
    }

    /** The threads of a dead process die too. Its task cannot reach the storage any more. */
    private static void endThreads(SourceTaskDriver driver) {
        try {
            driver.stop();
        } catch (SimulatedCrash unreachable) {
            // The task has ended its threads before it closes its files.
        }
    }

    private SourceTaskDriver driver(SimulatedProcess process, int task) {
        return new SourceTaskDriver(properties, task, tasks, SimulatedStorage.open(process, disk), () -> {
            process.readClock();
            return SimulatedClock.START_MS + world.nowMs();
        });
    }

    /** Sends one batch in a transaction; returns whether there was one. */
    private boolean send(SimulatedProcess process, SourceTaskDriver driver, int task, long generation) {
        List<SourceRecord> batch = new ArrayList<>(driver.poll());
        if (batch.isEmpty()) {
            return false;
        }
        world.note(process.name() + " sends " + batch.size() + " records");
        process.step("begin to commit");
        if (world.has(PlantedBug.OFFSETS_BEFORE_RECORDS)) {
            target.commitOffsetsAlone(batch);
            process.step("commit the records");
        }
        if (world.has(PlantedBug.RECORD_NOT_SENT) && batch.size() > 1 && world.dice.chance(0.05)) {
            batch.remove(0);
        }
        target.commit(task, generation, batch);
        process.step("learn of the commit");
        batch.forEach(driver::acknowledge);
        return true;
    }

    /** Sends all that is left. */
    void finish(SimulatedProcess process, int expected) {
        for (int task = 0; task < tasks; task++) {
            long generation = target.begin(task);
            SourceTaskDriver driver = driver(process, task);
            driver.start(new Context());
            int idle = 0;
            while (idle < 5 || target.size() < expected && idle < IDLE_TURNS_MAX && task == tasks - 1) {
                process.handOver("begin a turn");
                idle = send(process, driver, task, generation) ? 0 : idle + 1;
                world.jump(20);
            }
            driver.stop();
        }
        if (target.size() != expected) {
            throw new Violation("in the end the source has sent " + target.size() + " of " + expected + " records");
        }
    }
}
