package io.parquetry.format.internal.column.read;

/**
 * The rows of a row group that will be read, as far as they are known. Pages without wanted rows need not be fetched.
 */
@FunctionalInterface
public interface WantedRows {
    /** Every row. */
    WantedRows ALL = row -> row;

    /** The first wanted row at or after {@code row}; {@link Long#MAX_VALUE} when none is known. */
    long next(long row);
}
