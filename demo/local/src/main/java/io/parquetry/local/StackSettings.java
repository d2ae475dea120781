package io.parquetry.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The settings of a stack, and the properties that override {@link BrokerProperties} and {@link WorkerProperties}.
 *
 * @param directory all files of the stack; created when absent, reused when an earlier stack left it
 * @param workers number of workers of the first Connect group, at least one
 * @param brokerHeapMebibytes {@code -Xmx} of the broker
 * @param workerHeapMebibytes {@code -Xmx} of each worker
 * @param brokerConfig broker properties that override the defaults
 * @param workerConfig worker properties that override the defaults
 * @param workerJvmOptions options of each worker's JVM after those that every node has
 * @param startTimeout time limit for a node to become ready
 */
public record StackSettings(
        Path directory,
        int workers,
        int brokerHeapMebibytes,
        int workerHeapMebibytes,
        Map<String, String> brokerConfig,
        Map<String, String> workerConfig,
        List<String> workerJvmOptions,
        Duration startTimeout) {

    private static final int HEAP_MEBIBYTES_MIN = 128;

    public StackSettings {
        directory =
                Objects.requireNonNull(directory, "directory").toAbsolutePath().normalize();
        if (workers < 1) {
            throw new StackException("A stack needs at least one worker, not " + workers);
        }
        requireHeap("broker", brokerHeapMebibytes);
        requireHeap("worker", workerHeapMebibytes);
        brokerConfig = Map.copyOf(brokerConfig);
        workerConfig = Map.copyOf(workerConfig);
        workerJvmOptions = List.copyOf(workerJvmOptions);
        Objects.requireNonNull(startTimeout, "startTimeout");
    }

    /** One broker and one worker with 512 MiB each under {@code directory}, given a minute to start. */
    public static StackSettings in(Path directory) {
        return new StackSettings(directory, 1, 512, 512, Map.of(), Map.of(), List.of(), Duration.ofMinutes(1));
    }

    public StackSettings withWorkers(int count) {
        return new StackSettings(
                directory,
                count,
                brokerHeapMebibytes,
                workerHeapMebibytes,
                brokerConfig,
                workerConfig,
                workerJvmOptions,
                startTimeout);
    }

    public StackSettings withHeapMebibytes(int broker, int worker) {
        return new StackSettings(
                directory, workers, broker, worker, brokerConfig, workerConfig, workerJvmOptions, startTimeout);
    }

    /** One more broker property, for instance {@code auto.create.topics.enable}. */
    public StackSettings withBrokerConfig(String key, String value) {
        return new StackSettings(
                directory,
                workers,
                brokerHeapMebibytes,
                workerHeapMebibytes,
                with(brokerConfig, key, value),
                workerConfig,
                workerJvmOptions,
                startTimeout);
    }

    /**
     * One more worker property, for instance {@code exactly.once.source.support} or {@code
     * value.converter.schema.content}.
     */
    public StackSettings withWorkerConfig(String key, String value) {
        return new StackSettings(
                directory,
                workers,
                brokerHeapMebibytes,
                workerHeapMebibytes,
                brokerConfig,
                with(workerConfig, key, value),
                workerJvmOptions,
                startTimeout);
    }

    /** Removes a worker property of {@link WorkerProperties}, so that Kafka's default applies. */
    public StackSettings withoutWorkerConfig(String key) {
        return withWorkerConfig(key, WorkerProperties.ABSENT);
    }

    /** One more option of each worker's JVM. */
    public StackSettings withWorkerJvmOption(String option) {
        return new StackSettings(
                directory,
                workers,
                brokerHeapMebibytes,
                workerHeapMebibytes,
                brokerConfig,
                workerConfig,
                Stream.concat(workerJvmOptions.stream(), Stream.of(option)).toList(),
                startTimeout);
    }

    public StackSettings withStartTimeout(Duration timeout) {
        return new StackSettings(
                directory,
                workers,
                brokerHeapMebibytes,
                workerHeapMebibytes,
                brokerConfig,
                workerConfig,
                workerJvmOptions,
                timeout);
    }

    private static Map<String, String> with(Map<String, String> config, String key, String value) {
        Map<String, String> extended = new LinkedHashMap<>(config);
        extended.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return extended;
    }

    private static void requireHeap(String node, int mebibytes) {
        if (mebibytes < HEAP_MEBIBYTES_MIN) {
            throw new StackException("A " + node + " heap of " + mebibytes
                    + " MiB is too small to start with; at least " + HEAP_MEBIBYTES_MIN + " MiB are needed");
        }
    }
}
