package io.parquetry.local.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The status of a connector and its tasks, as one worker of the group knows it. */
public record ConnectorStatus(String name, Instance connector, List<Task> tasks, String type) {

    private static final String RUNNING = "RUNNING";
    private static final String FAILED = "FAILED";

    public ConnectorStatus {
        tasks = tasks == null ? List.of() : List.copyOf(tasks);
    }

    /**
     * The connector itself.
     *
     * @param state {@code RUNNING}, {@code PAUSED}, {@code STOPPED}, {@code FAILED}, {@code UNASSIGNED} or {@code
     * RESTARTING}
     * @param trace the stack trace of a failure; null otherwise
     */
    public record Instance(
            String state, @JsonProperty("worker_id") String workerId, String trace) {}

    /** One task; the fields mean what they mean in {@link Instance}. */
    public record Task(
            int id, String state, @JsonProperty("worker_id") String workerId, String trace) {}

    /** Whether the connector, at least one task and all tasks are running. */
    public boolean running() {
        return RUNNING.equals(connector.state())
                && !tasks.isEmpty()
                && tasks.stream().allMatch(task -> RUNNING.equals(task.state()));
    }

    /** The stack trace of the first part that failed. */
    public Optional<String> failure() {
        Stream<String> connectorTrace =
                FAILED.equals(connector.state()) ? Stream.of(String.valueOf(connector.trace())) : Stream.empty();
        Stream<String> taskTraces = tasks.stream()
                .filter(task -> FAILED.equals(task.state()))
                .map(task -> "task " + task.id() + ": " + task.trace());
        return Stream.concat(connectorTrace, taskTraces).findFirst();
    }
}
