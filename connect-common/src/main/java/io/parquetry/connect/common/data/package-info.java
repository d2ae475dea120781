/**
 * Connect records and Parquet rows. {@link io.parquetry.connect.common.data.RecordLayout} is the way in: from the
 * schemas of a record and the wish to keep what Kafka knows about it, it gives the schema of the file, the walker for
 * its {@code SinkRecord}s and the footer note. {@link io.parquetry.connect.common.data.StoredRows} is the way back: from
 * a footer it gives the builder that makes {@link io.parquetry.connect.common.data.StoredRecord}s of the rows.
 *
 * <p>The layout of a row:
 *
 * <ul>
 *   <li>without record metadata, the fields of a struct stand at the top of the file; any other value stands in one
 *       column {@code value};
 *   <li>with record metadata, a row is {@code _kafka}, the group of what Kafka knows, and {@code value}, which is a group
 *       for a struct and may be null: a tombstone is a row without value. The value is not flattened into the row
 *       because then a tombstone could not be told from a struct of nulls, nor a field {@code _kafka} from ours.
 * </ul>
 *
 * <p>Values and keys without schema are JSON text. Nothing here opens files or knows when they are closed.
 */
package io.parquetry.connect.common.data;
