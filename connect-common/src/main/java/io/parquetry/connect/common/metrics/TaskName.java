package io.parquetry.connect.common.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A task, as metrics and log lines name it.
 *
 * @param type {@code sink-task} or {@code source-task}
 * @param connector name of its connector
 * @param index its number among the tasks of the connector, from 0
 */
public record TaskName(String type, String connector, int index) {
    /** Connectors write it into the configuration of each task; users do not see it. */
    private static final String INDEX = "parquetry.task.index";

    public TaskName {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(connector, "connector");
    }

    /** The configuration of the task with this number. */
    public static Map<String, String> withIndex(Map<String, String> config, int index) {
        Map<String, String> task = new HashMap<>(config);
        task.put(INDEX, Integer.toString(index));
        return task;
    }

    /** A configuration without a number is that of a single task. */
    public static TaskName of(String type, Map<String, String> config) {
        return new TaskName(type, config.getOrDefault("name", ""), Integer.parseInt(config.getOrDefault(INDEX, "0")));
    }

    @Override
    public String toString() {
        return "connector \"" + connector + "\", task " + index;
    }
}
