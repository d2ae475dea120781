/** What a shell and {@code man} know of the commands: made of their descriptions while the distribution is built. */
package io.parquetry.cli.manual;
