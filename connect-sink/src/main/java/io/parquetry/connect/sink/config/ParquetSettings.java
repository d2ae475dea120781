package io.parquetry.connect.sink.config;

import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * How files are written.
 *
 * @param options for every file
 * @param columns for single columns, by their dotted paths, in the files that have them
 * @param keyValues what every footer says beside what it says anyway
 */
public record ParquetSettings(
        WriterOptions options, Map<String, ColumnOptions> columns, Map<String, String> keyValues) {
    /** Where the value is a column beside those of Kafka, its fields are one name deeper. */
    private static final String IN_VALUE = "value.";

    public ParquetSettings {
        Objects.requireNonNull(options, "options");
        columns = Map.copyOf(columns);
        keyValues = Map.copyOf(keyValues);
    }

    /**
     * The options for a file. A connector has files of many schemas, so a column that this one does not have is passed
     * by.
     */
    public WriterOptions optionsFor(MessageType schema) {
        if (columns.isEmpty()) {
            return options;
        }
        Set<String> paths = new HashSet<>();
        schema.leaves().stream().map(LeafColumn::dottedPath).forEach(paths::add);
        WriterOptions.Builder builder = options.toBuilder();
        columns.forEach((column, wanted) -> {
            if (paths.contains(column)) {
                builder.column(column, wanted);
            } else if (paths.contains(IN_VALUE + column)) {
                builder.column(IN_VALUE + column, wanted);
            }
        });
        return builder.build();
    }
}
