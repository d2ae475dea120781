package io.parquetry.connect.source.config;

import io.parquetry.format.file.Filter;
import io.parquetry.format.schema.ColumnPath;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Which rows are sent, and what of them; {@link SelectKeys} says what each setting means.
 *
 * @param columns fields of the values; empty for all
 * @param filter which rows; empty for all
 * @param range which of them, by what they were in Kafka
 */
public record SelectSettings(List<ColumnPath> columns, Optional<Filter> filter, RecordRange range) {
    public SelectSettings {
        columns = List.copyOf(columns);
        Objects.requireNonNull(filter, "filter");
        Objects.requireNonNull(range, "range");
    }
}
