package io.parquetry.connect.source.errors;

import java.util.Objects;

/**
 * The task that found a bad file.
 *
 * @param connector name of its connector
 * @param task its number, from 0
 */
public record TaskId(String connector, int task) {
    public TaskId {
        Objects.requireNonNull(connector, "connector");
    }
}
