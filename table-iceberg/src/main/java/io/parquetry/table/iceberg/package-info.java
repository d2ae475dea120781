/**
 * Tables of Apache Iceberg. {@link io.parquetry.table.iceberg.IcebergProvider} is found by the sink; everything else is
 * behind {@link io.parquetry.connect.sink.table.Table}. Metadata goes through the storage of the connector, and each
 * commit through a guard that compares positions.
 */
package io.parquetry.table.iceberg;
