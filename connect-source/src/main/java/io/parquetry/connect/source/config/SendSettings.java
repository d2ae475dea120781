package io.parquetry.connect.source.config;

import java.util.Objects;

/**
 * What becomes of a row.
 *
 * @param rows of one that is sent as a record of its own
 * @param restore of one that comes back as the record it was
 */
public record SendSettings(SendMode mode, RowSettings rows, RestoreSettings restore) {
    public SendSettings {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(restore, "restore");
    }
}
