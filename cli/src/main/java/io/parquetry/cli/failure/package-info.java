/** The failure of a command, and the text that a user reads for it. */
package io.parquetry.cli.failure;
