package io.parquetry.connect.source.config;

import io.parquetry.format.file.Filter;
import java.util.Objects;
import java.util.Optional;

/**
 * How files are read.
 *
 * @param filter which rows are sent; empty for all
 */
public record ReadSettings(Optional<Filter> filter, int batchRecordsMax, long batchBytesMax) {
    public ReadSettings {
        Objects.requireNonNull(filter, "filter");
    }
}
