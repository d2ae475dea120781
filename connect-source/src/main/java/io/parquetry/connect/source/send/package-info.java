/**
 * Makes batches of records and hands them to the worker: {@link io.parquetry.connect.source.send.SourceLoop} is the
 * work of a task, {@link io.parquetry.connect.source.send.RecordBatcher} fills a batch within its limits of records,
 * bytes, memory and rate, {@code TransactionBoundaries} ends transactions, {@code StorageHealth} pauses after failures
 * of the storage. How a file is read, and which file is next, is decided below.
 */
package io.parquetry.connect.source.send;
