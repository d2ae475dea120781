package io.parquetry.connect.source.config;

/** What is sent in one transaction, all of it or nothing. */
public enum TransactionUnit {
    /** The rows of a file; of files that are merged, the rows of all that overlap. */
    FILE,
    /** The rows of a row group; of files that are merged, up to the end of any row group. */
    ROW_GROUP,
    /** What is given to the worker at once. */
    BATCH
}
