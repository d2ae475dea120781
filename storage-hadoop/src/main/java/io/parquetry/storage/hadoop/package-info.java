/**
 * A {@link io.parquetry.connect.common.storage.Storage} on any file system of Hadoop: who we are to it, how a file gets its
 * name without overwriting, and what its troubles mean. The only package that imports Hadoop; {@link
 * io.parquetry.storage.hadoop.HadoopSettings} names no class of Hadoop, so that a configuration can be read where
 * there is none. {@code docs/hdfs.md} tells what is guaranteed.
 */
package io.parquetry.storage.hadoop;
