/**
 * Start reading here: {@link io.parquetry.format.file.ParquetWriter} and {@link
 * io.parquetry.format.file.ParquetReader}, with their options. Options are read only in this package; below it only
 * plain values travel.
 */
package io.parquetry.format.file;
