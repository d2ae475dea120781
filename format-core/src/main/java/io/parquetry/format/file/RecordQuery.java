package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.schema.Projection;
import java.util.Objects;
import java.util.Optional;

/**
 * Which records of a file are read, and what of them. Start from {@link #ALL}.
 *
 * @param columns the columns that records have
 * @param filter which rows are wanted; its columns need not be among those of the records
 * @param firstRow number of the row in the file to begin with; rows before it are neither fetched nor decoded where the
 *     file has an offset index
 */
public record RecordQuery(Projection columns, Optional<Filter> filter, long firstRow) {
    /** All records whole. */
    public static final RecordQuery ALL = new RecordQuery(Projection.ALL, Optional.empty(), 0);

    public RecordQuery {
        Objects.requireNonNull(columns, "columns");
        Objects.requireNonNull(filter, "filter");
        if (firstRow < 0) {
            throw new UsageException("cannot begin at row " + firstRow + "; the first row is 0");
        }
    }

    /** The same records with these columns. */
    public RecordQuery columns(Projection wanted) {
        return new RecordQuery(wanted, filter, firstRow);
    }

    /** Of the same records those for which this is true. */
    public RecordQuery where(Filter wanted) {
        return new RecordQuery(columns, Optional.of(wanted), firstRow);
    }

    /** The same without the rows before this one. */
    public RecordQuery fromRow(long row) {
        return new RecordQuery(columns, filter, row);
    }
}
