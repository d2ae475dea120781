/**
 * The names of files and directories: data files have topic, partition and offsets in their names, and the sink's
 * ledger has a directory of its own beside them. Names and paths are built and parsed only here. Nothing here accesses
 * a storage.
 */
package io.parquetry.connect.common.naming;
