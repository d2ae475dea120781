/**
 * Storage of bytes: range reads for files being read, forward-only writes for files being written. Local
 * files and memory are here; other storage (HDFS) implements the same two interfaces elsewhere. Durability (sync,
 * publish) is not: it is the matter of the storage.
 */
package io.parquetry.format.io;
