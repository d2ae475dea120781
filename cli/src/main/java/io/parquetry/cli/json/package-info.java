/**
 * Records as JSON lines, and back. {@link io.parquetry.cli.json.LeafText} and {@link io.parquetry.cli.json.LeafJson} say
 * how each Parquet type is written and taken back; {@link io.parquetry.cli.json.JsonRecords} and {@link
 * io.parquetry.cli.json.RecordJson} do so for whole records, and {@link io.parquetry.cli.json.SchemaInference} finds a
 * schema where there is none. Files are not known here.
 */
package io.parquetry.cli.json;
