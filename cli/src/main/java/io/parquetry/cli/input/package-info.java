/** The Parquet files that a command line names. */
package io.parquetry.cli.input;
