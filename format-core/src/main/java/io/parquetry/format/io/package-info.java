/**
 * Where bytes come from and go to: range reads for files being read, forward-only writes for files being written. Local
 * files and memory are here; other storage (HDFS) implements the same two interfaces elsewhere. Durability (sync,
 * publish) is not: it belongs to whoever owns the storage.
 */
package io.parquetry.format.io;
