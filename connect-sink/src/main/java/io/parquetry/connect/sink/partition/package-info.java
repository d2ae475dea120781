/**
 * From a record to the directory of its file. All partitioners are {@link
 * io.parquetry.connect.sink.partition.PathTemplate}s; those that users know by name are templates with a name. Nothing
 * here depends on files, rotation or the ledger: the directory of a record may change at any time, because the ledger
 * goes by offsets.
 */
package io.parquetry.connect.sink.partition;
