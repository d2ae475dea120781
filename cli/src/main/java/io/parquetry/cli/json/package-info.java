/**
 * Records as JSON lines, and back. {@link io.parquetry.cli.json.LeafText} and {@link io.parquetry.cli.json.LeafParser} say
 * how each Parquet type is written and taken back; {@link io.parquetry.cli.json.JsonRecordBuilder} and {@link
 * io.parquetry.cli.json.RecordParser} do so for whole records, and {@link io.parquetry.cli.json.SchemaInference} finds a
 * schema where there is none. Files are not known here.
 */
package io.parquetry.cli.json;
