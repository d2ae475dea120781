package io.parquetry.connect.source.errors;

import java.util.Objects;

/**
 * Who found out.
 *
 * @param connector its name
 * @param task its number, from 0
 */
public record Reporter(String connector, int task) {
    public Reporter {
        Objects.requireNonNull(connector, "connector");
    }
}
