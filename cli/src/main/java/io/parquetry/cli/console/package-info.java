/** Text for a terminal: the output stream, tables, numbers and progress lines. It knows no Parquet. */
package io.parquetry.cli.console;
