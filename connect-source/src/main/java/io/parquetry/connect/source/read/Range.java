package io.parquetry.connect.source.read;

import io.parquetry.connect.source.config.FindKeys;
import io.parquetry.connect.source.config.OffsetBounds;
import io.parquetry.connect.source.config.RangeKeys;
import io.parquetry.connect.source.config.RecordRange;
import io.parquetry.connect.source.config.SelectKeys;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.format.file.Filter;
import io.parquetry.format.file.Filter.Comparison;
import io.parquetry.format.file.Filter.Literal;
import io.parquetry.format.file.Filter.Operator;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.MessageType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The wanted range of timestamps and offsets as questions to files: to their names, which need not be opened for it, and,
 * as a filter, to their rows.
 */
final class Range {
    private static final ColumnPath TIMESTAMP = ColumnPath.of("_kafka", "timestamp");
    private static final ColumnPath OFFSET = ColumnPath.of("_kafka", "offset");

    private final RecordRange range;

    Range(RecordRange range) {
        this.range = Objects.requireNonNull(range, "range");
    }

    /** Whether the file's name says that it has no wanted row. */
    boolean leavesOut(DataFile file) {
        Optional<Stream> stream = file.stream();
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
     * What the rows of this file are to fulfil; nothing when all are wanted.
     *
     * @param schema of the file
     * @throws ConnectException when the file does not keep what is asked for
     */
    List<Filter> filters(DataFile file, MessageType schema) {
        List<Filter> filters = new ArrayList<>();
        time(range.fromMs(), Operator.GREATER_OR_EQUAL).ifPresent(filters::add);
        time(range.toMs(), Operator.LESS).ifPresent(filters::add);
        offset(RangeKeys.FROM_OFFSET, file, range.fromOffset(), Operator.GREATER_OR_EQUAL)
                .ifPresent(filters::add);
        offset(RangeKeys.TO_OFFSET, file, range.toOffset(), Operator.LESS).ifPresent(filters::add);
        for (Filter filter : filters) {
            ColumnPath column = ((Comparison) filter).column();
            if (schema.leaves().stream().noneMatch(leaf -> leaf.path().equals(column.names()))) {
                throw unknown(file, "its rows have no column " + column);
            }
        }
        return filters;
    }

    private static Optional<Filter> time(OptionalLong ms, Operator operator) {
        return ms.isEmpty()
                ? Optional.empty()
                : Optional.of(new Comparison(
                        TIMESTAMP,
                        operator,
                        Literal.of(Instant.ofEpochMilli(ms.getAsLong()).toString())));
    }

    private static Optional<Filter> offset(String key, DataFile file, OffsetBounds bounds, Operator operator) {
        if (file.stream().isEmpty() && !bounds.byStream().isEmpty()) {
            throw unknown(file, "its name says no topic-partition, and " + key + " has bounds for single ones");
        }
        OptionalLong bound = file.stream().map(bounds::of).orElse(bounds.others());
        return bound.isEmpty()
                ? Optional.empty()
                : Optional.of(new Comparison(OFFSET, operator, Literal.of(bound.getAsLong())));
    }

    private static ConnectException unknown(DataFile file, String reason) {
        return new ConnectException(
                "cannot tell which rows of " + file.path() + " lie between the times and offsets of "
                        + String.join(", ", RangeKeys.ALL) + ": " + reason
                        + ". Leave the file out by " + FindKeys.PATH_EXCLUDE + ", or use " + SelectKeys.FILTER
                        + " on its own columns instead");
    }
}
