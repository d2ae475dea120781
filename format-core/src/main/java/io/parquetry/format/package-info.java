/**
 * The exceptions of the Parquet engine. They come in three kinds, and nothing else leaves the engine because of what a
 * file or a record holds:
 *
 * <ul>
 *   <li>{@link io.parquetry.format.CorruptFileException}: the bytes contradict the format,
 *   <li>{@link io.parquetry.format.UnsupportedFeatureException}: the bytes may be right, but we do not read them,
 *   <li>{@link io.parquetry.format.UsageException}: the caller asked for what cannot be; its subclass {@link
 *       io.parquetry.format.InvalidRecordException} is one record that does not fit the schema.
 * </ul>
 *
 * <p>A failure of the storage stays a {@link java.io.IOException}: it may pass, so it must never look like corruption.
 * To read or write a file start in {@code io.parquetry.format.file}.
 */
package io.parquetry.format;
