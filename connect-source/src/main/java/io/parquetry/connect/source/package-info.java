/**
 * The source connector, from Parquet files to topics. {@link io.parquetry.connect.source.ParquetSourceTask} is called
 * by the worker; {@link io.parquetry.connect.source.RecordBatcher} makes batches of records. The packages in the order
 * of the flow: {@code discover} finds files, {@code tracking} knows what has been sent, {@code merge} says which row is
 * next, {@code read} reads a file, {@code convert} makes a record of a row, {@code offset} is the position that a
 * record carries, {@code complete} keeps, moves or deletes files afterwards. Of the sink, only the names of its files
 * and its ledger are known here, both through {@code connect-common}.
 */
package io.parquetry.connect.source;
