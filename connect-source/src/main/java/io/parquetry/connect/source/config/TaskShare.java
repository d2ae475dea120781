package io.parquetry.connect.source.config;

import java.util.Map;

/**
 * Which of the tasks this is. The connector writes it into each task's configuration; users do not see the keys.
 *
 * @param index 0 to {@code count - 1}
 */
public record TaskShare(int index, int count) {
    private static final String INDEX = "parquetry.task.index";
    private static final String COUNT = "parquetry.task.count";

    public TaskShare {
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException("there is no task " + index + " of " + count);
        }
    }

    public void toMap(Map<String, String> config) {
        config.put(INDEX, Integer.toString(index));
        config.put(COUNT, Integer.toString(count));
    }

    /** A configuration that the connector has not written is that of an only task. */
    public static TaskShare fromMap(Map<String, String> config) {
        return new TaskShare(
                Integer.parseInt(config.getOrDefault(INDEX, "0")), Integer.parseInt(config.getOrDefault(COUNT, "1")));
    }
}
