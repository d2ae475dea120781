/**
 * From a record to the directory that its file lies in. {@link io.parquetry.connect.sink.partition.PathTemplate} is the
 * only way to say it; what users know as partitioners are templates with a name. Nothing here knows files, rotation or
 * the ledger: which directory a record goes to may change at any time without harm, since what is durable is kept by
 * offset.
 */
package io.parquetry.connect.sink.partition;
