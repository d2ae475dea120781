package io.parquetry.connect.common.schema;

/** For whom columns have their types. */
public enum ColumnForm {
    /** Readers of files: each Connect type keeps its width and its unit. */
    FILE,
    /**
     * A table format that has fewer types: integers of 32 and 64 bits, times and timestamps in microseconds, and text
     * without a meaning of its own.
     */
    TABLE,
    /** The same for a table format that has timestamps of nanoseconds too. */
    TABLE_WITH_NANOS;

    public boolean isOfTable() {
        return this != FILE;
    }
}
