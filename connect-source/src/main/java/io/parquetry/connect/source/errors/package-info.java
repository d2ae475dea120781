/**
 * What becomes of bad files: {@link io.parquetry.connect.source.errors.BadFile} says what is wrong with one and which rows
 * that costs, {@link io.parquetry.connect.source.errors.BadFiles} does with it what the user wants, {@link
 * io.parquetry.connect.source.errors.Quarantine} is the directory that they are moved to. Nothing here reads rows.
 */
package io.parquetry.connect.source.errors;
