package io.parquetry.benchmarks.worker;

import io.parquetry.benchmarks.measure.RunCost;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.Worker;
import io.parquetry.local.rest.ConnectorOffset;
import io.parquetry.local.wait.Deadline;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A worker with a process of its own, in which one connector after the other reads a topic to its end. */
final class MeasuredWorker {
    private static final Duration TIMEOUT = Duration.ofMinutes(20);

    private final Worker worker;
    private final ProcessHandle process;

    private MeasuredWorker(Worker worker, ProcessHandle process) {
        this.worker = worker;
        this.process = process;
    }

    /** Starts a worker that has a group to itself. */
    static MeasuredWorker start(KafkaStack stack, String group) {
        Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());
        Worker worker = stack.addWorker(group);
        ProcessHandle process = ProcessHandle.current()
                .children()
                .filter(child -> !before.contains(child))
                .findAny()
                .orElseThrow(() -> new IllegalStateException("worker " + worker.name() + " has no process"));
        return new MeasuredWorker(worker, process);
    }

    String group() {
        return worker.groupId();
    }

    /**
     * Runs a connector until all records of the topic are committed, and deletes it.
     *
     * @return time and CPU time of the whole process; nothing is known of the bytes of files, and of its allocation
     */
    RunCost run(String connector, Map<String, String> config, PreparedTopic topic, int tasks) {
        Map<String, String> whole = new HashMap<>(topic.converter());
        whole.putAll(Map.of("topics", topic.name(), "tasks.max", Integer.toString(tasks)));
        whole.putAll(config);
        long cpuBefore = cpuNanos();
        long before = System.nanoTime();
        worker.rest().create(connector, whole);
        worker.rest().awaitRunning(connector, Duration.ofMinutes(2));
        Deadline deadline = Deadline.after(TIMEOUT);
        while (committed(connector) < topic.records()) {
            worker.rest().failure(connector).ifPresent(failure -> {
                throw new IllegalStateException("connector " + connector + " failed: " + failure);
            });
            if (deadline.expired()) {
                throw new IllegalStateException("connector " + connector + " has committed " + committed(connector)
                        + " of " + topic.records() + " records after " + TIMEOUT.toMinutes() + " minutes");
            }
            pause(deadline);
        }
        RunCost cost = new RunCost(topic.records(), 0, System.nanoTime() - before, cpuNanos() - cpuBefore, 0);
        worker.rest().delete(connector);
        return cost;
    }

    /** Asks every half second: each answer costs the worker an admin client. */
    private static void pause(Deadline deadline) {
        for (int i = 0; i < 10; i++) {
            deadline.pause("the last commit");
        }
    }

    private long committed(String connector) {
        return worker.rest().offsets(connector).stream()
                .map(ConnectorOffset::offset)
                .mapToLong(offset -> ((Number) offset.get("kafka_offset")).longValue())
                .sum();
    }

    private long cpuNanos() {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException("this system does not tell the CPU time of processes"))
                .toNanos();
    }
}
