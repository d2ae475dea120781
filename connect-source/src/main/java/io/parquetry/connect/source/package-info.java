/**
 * The source connector, from Parquet files to topics: {@link io.parquetry.connect.source.ParquetSourceConnector} and
 * {@link io.parquetry.connect.source.ParquetSourceTask} are called by the worker and only delegate. The packages in the
 * order of the flow: {@code discover} finds files, {@code tracking} knows what has been sent and completes files,
 * {@code merge} says which row is next, {@code read} reads a file, {@code convert} makes a record of a row, {@code
 * send} hands batches of records to the worker, {@code offset} is the position that a record carries. Of the sink, only
 * the names of its files and its ledger are known here, both through {@code connect-common}.
 */
package io.parquetry.connect.source;
