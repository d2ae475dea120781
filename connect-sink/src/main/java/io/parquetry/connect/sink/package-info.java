/**
 * The sink: topics to Parquet files, each record in exactly one visible file. {@link
 * io.parquetry.connect.sink.ParquetSinkConnector} and {@link io.parquetry.connect.sink.ParquetSinkTask} are what a
 * Connect worker loads; they only delegate. Start reading in {@code write}, then {@code commit}; {@code docs/sink.md}
 * tells the protocol.
 */
package io.parquetry.connect.sink;
