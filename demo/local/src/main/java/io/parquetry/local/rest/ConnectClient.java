package io.parquetry.local.rest;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.parquetry.local.wait.Deadline;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The REST API of one worker.
 *
 * <p>Each method returns with the worker's response; starting and stopping of tasks may still go on, and the {@code
 * await} methods wait for it. All methods throw {@link ConnectRestException}.
 */
public final class ConnectClient {
    private static final int NOT_FOUND = 404;

    private final RestTransport transport;

    /** @param worker scheme, host and port of the worker's REST server */
    public ConnectClient(URI worker) {
        this.transport = new RestTransport(worker);
    }

    /** Scheme, host and port of the worker, for a user with a browser. */
    public URI address() {
        return transport.worker();
    }

    /** Whether the worker has joined its group and can serve requests; false also while it cannot be reached. */
    public boolean healthy() {
        int status = transport.statusOf("/health");
        // Workers before 3.9 have no such path. They list connectors only after they have joined.
        return status == RestTransport.NOT_FOUND
                ? transport.statusOf("/connectors") == RestTransport.OK
                : status == RestTransport.OK;
    }

    /** The connectors that the worker has loaded. */
    public List<ConnectorPlugin> plugins() {
        return transport.get("/connector-plugins", new TypeReference<>() {});
    }

    /** The names of the connectors of the worker's group. */
    public List<String> connectors() {
        return transport.get("/connectors", new TypeReference<>() {});
    }

    /** Creates a connector; fails when the name exists. */
    public void create(String name, Map<String, String> config) {
        transport.send("POST", "/connectors", Map.of("name", name, "config", config));
    }

    /** Creates a connector or updates its configuration. */
    public void put(String name, Map<String, String> config) {
        transport.send("PUT", path(name) + "/config", config);
    }

    /** The status; fails with 404 for a connector that is unknown or that has no status yet. */
    public ConnectorStatus status(String name) {
        return transport.get(path(name) + "/status", new TypeReference<>() {});
    }

    public void pause(String name) {
        transport.send("PUT", path(name) + "/pause", null);
    }

    public void resume(String name) {
        transport.send("PUT", path(name) + "/resume", null);
    }

    /** Stops the tasks and keeps the connector; in this state its offsets can be changed. */
    public void stop(String name) {
        transport.send("PUT", path(name) + "/stop", null);
    }

    public void restart(String name, RestartScope scope) {
        transport.send("POST", path(name) + "/restart?" + scope.query(), null);
    }

    public void restartTask(String name, int task) {
        transport.send("POST", path(name) + "/tasks/" + task + "/restart", null);
    }

    public void delete(String name) {
        transport.send("DELETE", path(name), null);
    }

    /** The offsets of the connector in Connect: of the consumer group for a sink, of the offsets topic for a source. */
    public List<ConnectorOffset> offsets(String name) {
        OffsetList list = transport.get(path(name) + "/offsets", new TypeReference<>() {});
        return list.offsets();
    }

    /** Changes the offsets of a stopped connector; returns the worker's message. */
    public String alterOffsets(String name, List<ConnectorOffset> offsets) {
        return message(transport.send("PATCH", path(name) + "/offsets", new OffsetList(offsets)));
    }

    /** Lets the worker validate a configuration, which must have {@code connector.class}. */
    public ConfigValidation validate(Map<String, String> config) {
        String connectorClass = config.get("connector.class");
        if (connectorClass == null) {
            throw new IllegalArgumentException(
                    "A configuration to validate needs connector.class; it has " + config.keySet());
        }
        JsonNode answer = transport.send(
                "PUT", "/connector-plugins/" + RestTransport.encoded(connectorClass) + "/config/validate", config);
        Map<String, List<String>> errors = new LinkedHashMap<>();
        for (JsonNode setting : answer.path("configs")) {
            JsonNode value = setting.path("value");
            if (!value.path("errors").isEmpty()) {
                List<String> messages = new ArrayList<>();
                value.path("errors").forEach(error -> messages.add(error.asText()));
                errors.put(value.path("name").asText(), List.copyOf(messages));
            }
        }
        return new ConfigValidation(answer.path("error_count").asInt(), errors);
    }

    /** Waits until the connector and all its tasks run; fails at once, with the stack trace, when a part has failed. */
    public ConnectorStatus awaitRunning(String name, Duration timeout) {
        return await(name, "to run", ConnectorStatus::running, timeout);
    }

    /**
     * Waits until the connector itself is in {@code state}, for instance {@code STOPPED}, and no task is in another.
     */
    public ConnectorStatus awaitState(String name, String state, Duration timeout) {
        Predicate<ConnectorStatus> reached =
                status -> state.equals(status.connector().state())
                        && status.tasks().stream().allMatch(task -> state.equals(task.state()));
        return await(name, "to be " + state, reached, timeout);
    }

    /** Whether the connector and all its tasks run; false also while the worker is down. */
    public boolean running(String name) {
        return statusIfKnown(name).filter(ConnectorStatus::running).isPresent();
    }

    /**
     * The stack trace of a part of the connector that has failed; empty also while the worker is down or does not know
     * the connector.
     */
    public Optional<String> failure(String name) {
        return statusIfKnown(name).flatMap(ConnectorStatus::failure);
    }

    /** Waits until a part of the connector has failed and returns its stack trace. */
    public String awaitFailure(String name, Duration timeout) {
        Deadline deadline = Deadline.after(timeout);
        while (true) {
            Optional<ConnectorStatus> status = statusIfKnown(name);
            Optional<String> failure = status.flatMap(ConnectorStatus::failure);
            if (failure.isPresent()) {
                return failure.get();
            }
            requireTime(deadline, name, "to fail", timeout, status);
        }
    }

    private ConnectorStatus await(String name, String goal, Predicate<ConnectorStatus> reached, Duration timeout) {
        Deadline deadline = Deadline.after(timeout);
        while (true) {
            Optional<ConnectorStatus> status = statusIfKnown(name);
            Optional<String> failure = status.flatMap(ConnectorStatus::failure);
            if (failure.isPresent()) {
                throw new ConnectRestException(
                        "Connector " + name + " failed while it was expected " + goal + ": " + failure.get(), 0);
            }
            if (status.filter(reached).isPresent()) {
                return status.get();
            }
            requireTime(deadline, name, goal, timeout, status);
        }
    }

    private static void requireTime(
            Deadline deadline, String name, String goal, Duration timeout, Optional<ConnectorStatus> last) {
        if (deadline.expired()) {
            throw new ConnectRestException(
                    "Connector " + name + " was expected " + goal + " within " + timeout.toSeconds()
                            + " s; its status is "
                            + last.map(ConnectorStatus::toString).orElse("not known to the worker"),
                    0);
        }
        deadline.pause("connector " + name + " " + goal);
    }

    private Optional<ConnectorStatus> statusIfKnown(String name) {
        try {
            return Optional.of(status(name));
        } catch (ConnectRestException e) {
            // Unknown until the group has shared it out; not to be reached while the worker is down.
            if (e.status() == NOT_FOUND || e.status() == 0) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static String path(String connector) {
        return "/connectors/" + RestTransport.encoded(connector);
    }

    private static String message(JsonNode answer) {
        return answer.path("message").asText();
    }

    private record OffsetList(List<ConnectorOffset> offsets) {}
}
