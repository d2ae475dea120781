/**
 * Handles bad files: {@link io.parquetry.connect.source.errors.BadFile} describes the defects and which rows are lost,
 * {@link io.parquetry.connect.source.errors.BadFileHandler} fails, skips or moves as configured, {@link
 * io.parquetry.connect.source.errors.Quarantine} is the directory that bad files are moved to. Nothing here reads rows.
 */
package io.parquetry.connect.source.errors;
