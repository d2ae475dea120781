/** The Parquet files that a command line names, on the local disk and in storages. */
package io.parquetry.cli.input;
