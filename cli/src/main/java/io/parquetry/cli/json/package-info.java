/**
 * Records as JSON lines, and back. {@link io.parquetry.cli.json.LeafText} and {@link io.parquetry.cli.json.LeafParser}
 * convert the values of each Parquet type; {@link io.parquetry.cli.json.JsonRecordBuilder} and {@link
 * io.parquetry.cli.json.RecordParser} convert whole records, and {@link io.parquetry.cli.json.SchemaInference} infers a
 * schema. This package opens no files.
 */
package io.parquetry.cli.json;
