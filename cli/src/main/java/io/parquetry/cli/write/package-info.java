/**
 * The commands that write files: {@code merge}. Nothing is ever written over, and a file has its name only when it is
 * whole ({@link io.parquetry.cli.write.NewFile}).
 */
package io.parquetry.cli.write;
