/**
 * From a record to the directory that its file lies in. Partitioners know records and nothing of files, rotation or the
 * ledger: which directory a record goes to may change at any time without harm, since what is durable is kept by offset.
 */
package io.parquetry.connect.sink.partition;
