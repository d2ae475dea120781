/**
 * The sink: topics to Parquet files, each record in exactly one visible file. {@link
 * io.parquetry.connect.sink.ParquetSinkConnector} and {@link io.parquetry.connect.sink.ParquetSinkTask} are loaded by a
 * Connect worker; they only delegate. Start reading in {@code write}, then {@code commit}; {@code
 * docs/reference/sink.md} describes the protocol.
 */
package io.parquetry.connect.sink;
