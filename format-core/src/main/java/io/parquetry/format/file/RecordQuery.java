package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.schema.Projection;
import java.util.Objects;
import java.util.Optional;

/**
 * Which records of a file are read, and which of their columns. Start from {@link #ALL}.
 *
 * @param columns the columns of the records
 * @param filter the wanted rows; its columns need not be among those of the records. Its dates are Gregorian ones also
 *     where the file has others, of which {@link GregorianDates} makes Gregorian ones
 * @param firstRow row number in the file to begin with; earlier rows are neither fetched nor decoded where the file has
 *     an offset index
 */
public record RecordQuery(Projection columns, Optional<Filter> filter, long firstRow) {
    /** All records with all columns. */
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

    /** The records of this query for which the filter is true. */
    public RecordQuery where(Filter wanted) {
        return new RecordQuery(columns, Optional.of(wanted), firstRow);
    }

    /** The same query from a row on. */
    public RecordQuery fromRow(long row) {
        return new RecordQuery(columns, filter, row);
    }
}
