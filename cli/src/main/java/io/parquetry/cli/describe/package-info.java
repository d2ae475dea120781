/** Columns, bounds and pages as text, the same for every command. It reads no file. */
package io.parquetry.cli.describe;
