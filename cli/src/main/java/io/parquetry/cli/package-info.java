/**
 * The command {@code parquetry}: {@link io.parquetry.cli.Main} parses the arguments and turns whatever goes wrong into
 * one line and an exit code; {@link io.parquetry.cli.console.Console} is the way out for text. What the commands do is in {@code
 * inspect} (look into files), {@code write} (make files) and {@code demo} (the round trip through Kafka). Nothing here is
 * an API for other programs.
 */
package io.parquetry.cli;
