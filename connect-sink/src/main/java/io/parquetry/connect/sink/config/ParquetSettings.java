package io.parquetry.connect.sink.config;

import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.file.WriterOptions.SortedBy;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How files are written.
 *
 * @param options for every file
 * @param columns for single columns, by their dotted paths, in the files that have them
 * @param sortedBy by which of their columns the rows of every row group are sorted
 * @param keyValues what every footer says beside what it says anyway
 */
public record ParquetSettings(
        WriterOptions options,
        Map<String, ColumnOptions> columns,
        List<SortedBy> sortedBy,
        Map<String, String> keyValues) {
    /** Where the value is a column beside those of Kafka, its fields are one name deeper. */
    private static final String IN_VALUE = "value.";

    public ParquetSettings {
        Objects.requireNonNull(options, "options");
        columns = Map.copyOf(columns);
        sortedBy = List.copyOf(sortedBy);
        keyValues = Map.copyOf(keyValues);
    }

    /**
     * The options for a file. A connector has files of many schemas, so a column that this one does not have is passed
     * by.
     */
    public WriterOptions optionsFor(MessageType schema) {
        if (columns.isEmpty() && sortedBy.isEmpty()) {
            return options;
        }
        Set<String> paths = new HashSet<>();
        schema.leaves().stream().map(LeafColumn::dottedPath).forEach(paths::add);
        WriterOptions.Builder builder = options.toBuilder();
        columns.forEach((column, wanted) -> path(column, paths).ifPresent(path -> builder.column(path, wanted)));
        List<SortedBy> sorted = sortedBy.stream()
                .flatMap(by ->
                        path(by.column(), paths).map(path -> new SortedBy(path, by.direction(), by.nulls())).stream())
                .toList();
        return (sorted.isEmpty() ? builder : builder.sort(sorted)).build();
    }

    private static Optional<String> path(String column, Set<String> paths) {
        return Stream.of(column, IN_VALUE + column).filter(paths::contains).findFirst();
    }
}
