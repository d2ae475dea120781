package io.parquetry.connect.source.select;

import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.OffsetBounds;
import io.parquetry.connect.source.config.SelectionSettings;
import io.parquetry.connect.source.config.SelectionSettings.RecordRange;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.filter.Filter.Comparison;
import io.parquetry.format.filter.Filter.Literal;
import io.parquetry.format.filter.Filter.Operator;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.MessageType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The selected range of timestamps and offsets, applied to the names of files, which need not be opened for that, and,
 * as filters, to their rows.
 */
final class RangeFilter {
    private static final ColumnPath TIMESTAMP = ColumnPath.of("_kafka", "timestamp");
    private static final ColumnPath OFFSET = ColumnPath.of("_kafka", "offset");

    private final RecordRange range;

    RangeFilter(RecordRange range) {
        this.range = Objects.requireNonNull(range, "range");
    }

    /** Whether the file's name says that it has no selected row. */
    boolean leavesOut(DataFile file) {
        Optional<SinkStream> stream = file.stream();
        return stream.isPresent()
                && (isBelow(file.last().offset(), range.fromOffset().of(stream.get()))
                        || isNotBelow(file.first().offset(), range.toOffset().of(stream.get())));
    }

    private static boolean isBelow(long offset, OptionalLong bound) {
        return bound.isPresent() && offset < bound.getAsLong();
    }

    private static boolean isNotBelow(long offset, OptionalLong bound) {
        return bound.isPresent() && offset >= bound.getAsLong();
    }

    /**
     * The filters for the rows of a file; none when all rows are selected.
     *
     * @param schema of the file
     * @throws ConfigMismatchException when the file has no stored timestamps or offsets
     */
    List<Filter> filters(DataFile file, MessageType schema) {
        List<Filter> filters = new ArrayList<>();
        time(SelectionSettings.FROM_TIMESTAMP, range.fromMs(), Operator.GREATER_OR_EQUAL, file, schema)
                .ifPresent(filters::add);
        time(SelectionSettings.TO_TIMESTAMP, range.toMs(), Operator.LESS, file, schema)
                .ifPresent(filters::add);
        offset(SelectionSettings.FROM_OFFSET, range.fromOffset(), Operator.GREATER_OR_EQUAL, file, schema)
                .ifPresent(filters::add);
        offset(SelectionSettings.TO_OFFSET, range.toOffset(), Operator.LESS, file, schema)
                .ifPresent(filters::add);
        return filters;
    }

    private static Optional<Filter> time(
            String key, OptionalLong ms, Operator operator, DataFile file, MessageType schema) {
        if (ms.isEmpty()) {
            return Optional.empty();
        }
        Literal time = Literal.of(Instant.ofEpochMilli(ms.getAsLong()).toString());
        return Optional.of(comparison(key, new Comparison(TIMESTAMP, operator, time), file, schema));
    }

    private static Optional<Filter> offset(
            String key, OffsetBounds bounds, Operator operator, DataFile file, MessageType schema) {
        if (file.stream().isEmpty() && !bounds.byStream().isEmpty()) {
            throw unknown(key, file, "its name says no topic-partition, and there are bounds for single ones");
        }
        OptionalLong bound = file.stream().map(bounds::of).orElse(bounds.others());
        return bound.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        comparison(key, new Comparison(OFFSET, operator, Literal.of(bound.getAsLong())), file, schema));
    }

    private static Filter comparison(String key, Comparison comparison, DataFile file, MessageType schema) {
        List<String> column = comparison.column().names();
        if (schema.leaves().stream().noneMatch(leaf -> leaf.path().equals(column))) {
            throw unknown(key, file, "its rows have no column " + comparison.column());
        }
        return comparison;
    }

    private static ConfigMismatchException unknown(String key, DataFile file, String reason) {
        return new ConfigMismatchException(
                key,
                key + " does not fit the file " + file.path() + ": " + reason + ". Leave the file out by "
                        + DiscoverySettings.PATH_EXCLUDE + ", or use " + SelectionSettings.FILTER
                        + " on its own columns instead");
    }
}
