package io.parquetry.cli.rows;

/** What printed rows look like. */
enum RowFormat {
    /** An object a line. */
    JSON,
    /** A header and a record a row. */
    CSV
}
