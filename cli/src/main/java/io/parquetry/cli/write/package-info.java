/**
 * The commands that write files: {@code merge} and {@code from-json}. Nothing is written over unasked, and a file has its
 * name only when it is whole ({@link io.parquetry.cli.write.NewFile}).
 */
package io.parquetry.cli.write;
