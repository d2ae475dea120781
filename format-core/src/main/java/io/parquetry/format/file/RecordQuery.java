package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import io.parquetry.format.schema.Projection;
import java.util.Objects;

/**
 * Which records of a file are read, and what of them. Start from {@link #ALL}.
 *
 * @param columns the columns that records have
 * @param firstRow number of the row in the file to begin with; rows before it are neither fetched nor decoded where the
 *     file has an offset index
 */
public record RecordQuery(Projection columns, long firstRow) {
    /** All records whole. */
    public static final RecordQuery ALL = new RecordQuery(Projection.ALL, 0);

    public RecordQuery {
        Objects.requireNonNull(columns, "columns");
        if (firstRow < 0) {
            throw new UsageException("cannot begin at row " + firstRow + "; the first row is 0");
        }
    }

    /** The same records with these columns. */
    public RecordQuery columns(Projection wanted) {
        return new RecordQuery(wanted, firstRow);
    }

    /** The same without the rows before this one. */
    public RecordQuery fromRow(long row) {
        return new RecordQuery(columns, row);
    }
}
