/**
 * Connect records as Parquet rows, and back. {@link io.parquetry.connect.common.data.RecordLayout} is the way to the
 * file: from the schemas of a record and the {@link io.parquetry.connect.common.data.RecordMetadata} to store, it gives
 * the schema of the file, the walker for {@code SinkRecord}s, and the key-value metadata of the footer. {@link
 * io.parquetry.connect.common.data.StoredRows} is the way back: from a footer it gives the builder that makes {@link
 * io.parquetry.connect.common.data.StoredRecord}s of rows.
 *
 * <p>The layout of a row:
 *
 * <ul>
 *   <li>without record metadata, the fields of a struct are the columns of the file; any other value is one column
 *       {@code value};
 *   <li>with record metadata, nested: a row has two fields: {@code _kafka}, the group of the metadata, and {@code
 *       value}, which is a group for a struct and may be null: a tombstone is a row without value;
 *   <li>with record metadata, flat: the fields of a struct are the columns, and {@code _kafka} is the last field. All
 *       columns are optional, and {@code _kafka.valueIsNull} distinguishes a tombstone from a struct of nulls.
 * </ul>
 *
 * <p>Values and keys without schema are JSON text. Nothing here opens files or closes them.
 */
package io.parquetry.connect.common.data;
