/**
 * The command {@code parquetry}. {@link io.parquetry.cli.Main} parses the arguments, runs a command and turns each
 * failure into one line and an exit code. The commands are in {@code inspect}, {@code rows}, {@code verify}, {@code
 * write} and others; a module beside it adds one by {@link io.parquetry.cli.AddedCommand}. {@code console}, {@code
 * failure}, {@code input}, {@code describe} and {@code json} serve them. Nothing else here is an API for others.
 */
package io.parquetry.cli;
