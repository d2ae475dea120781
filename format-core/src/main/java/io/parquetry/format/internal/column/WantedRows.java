package io.parquetry.format.internal.column;

/** Which rows of a row group will be read, as far as it is known. What is not wanted may be left out of what is fetched. */
@FunctionalInterface
public interface WantedRows {
    /** Every row. */
    WantedRows ALL = row -> row;

    /** The first wanted row that is not before {@code row}; {@link Long#MAX_VALUE} when none is known. */
    long next(long row);
}
