package io.parquetry.benchmarks.worker;

import io.parquetry.benchmarks.measure.RunCost;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.Worker;
import io.parquetry.local.wait.Deadline;
import java.io.Closeable;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/** A worker with a process of its own, in which one connector after the other reads a topic to its end. */
final class MeasuredWorker implements Closeable {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private static final Duration REST_TIMEOUT = Duration.ofSeconds(30);

    /** CPU time of a second in which the worker does nothing but look for changes. */
    private static final long REST_NANOS = 50_000_000;

    private final Worker worker;
    private final ProcessHandle process;
    private final Admin admin;

    private MeasuredWorker(Worker worker, ProcessHandle process, Admin admin) {
        this.worker = worker;
        this.process = process;
        this.admin = admin;
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
        return new MeasuredWorker(worker, process, Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers())));
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
        awaitRest();
        long cpuBefore = cpuNanos();
        long before = System.nanoTime();
        worker.rest().create(connector, whole);
        worker.rest().awaitRunning(connector, Duration.ofMinutes(2));
        Deadline deadline = Deadline.after(TIMEOUT);
        while (committed(connector) < topic.records()) {
            if (deadline.expired()) {
                worker.rest().failure(connector).ifPresent(failure -> {
                    throw new IllegalStateException("connector " + connector + " failed: " + failure);
                });
                throw new IllegalStateException("connector " + connector + " has committed " + committed(connector)
                        + " of " + topic.records() + " records after " + TIMEOUT.toMinutes() + " minutes");
            }
            deadline.pause("the last commit");
        }
        RunCost cost = new RunCost(topic.records(), 0, System.nanoTime() - before, cpuNanos() - cpuBefore, 0);
        worker.rest().delete(connector);
        return cost;
    }

    /** Waits until the JVM has compiled what the start of the worker, or the round before, has left to it. */
    private void awaitRest() {
        Deadline deadline = Deadline.after(REST_TIMEOUT);
        long before;
        do {
            before = cpuNanos();
            for (int i = 0; i < 20; i++) {
                deadline.pause("the worker to rest");
            }
        } while (cpuNanos() - before > REST_NANOS && !deadline.expired());
    }

    /** Asks the broker, since to ask the worker would cost it an admin client for each answer. */
    private long committed(String connector) {
        try {
            return admin
                    .listConsumerGroupOffsets("connect-" + connector)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .values()
                    .stream()
                    .mapToLong(OffsetAndMetadata::offset)
                    .sum();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the broker does not tell the offsets of " + connector, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + connector, e);
        }
    }

    @Override
    public void close() {
        admin.close();
    }

    private long cpuNanos() {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException("this system does not tell the CPU time of processes"))
                .toNanos();
    }
}
