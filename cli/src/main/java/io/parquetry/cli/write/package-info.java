/**
 * The commands that write Parquet files. No file is overwritten without {@code --force}, and a file gets its name only
 * when it is complete ({@link io.parquetry.cli.write.NewFile}).
 */
package io.parquetry.cli.write;
