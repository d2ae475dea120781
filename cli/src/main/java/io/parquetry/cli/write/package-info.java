/**
 * The commands that write files: {@code merge} and {@code from-json}. No file is overwritten without {@code --force},
 * and a file gets its name only when it is complete ({@link io.parquetry.cli.write.NewFile}).
 */
package io.parquetry.cli.write;
