/**
 * {@link io.parquetry.connect.common.storage.Storage} on HDFS and other Hadoop file systems. Start at {@link
 * io.parquetry.storage.hadoop.HadoopStorageProvider}, which the plugin finds by the scheme of a URL. Provider, keys and
 * settings use no class of Hadoop, so that a configuration can be validated without loading Hadoop. Nothing here knows
 * Parquet, topics or ledgers. {@code docs/how-to/hdfs.md} has the guarantees.
 */
package io.parquetry.storage.hadoop;
