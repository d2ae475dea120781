/**
 * From records to closed files, and what happens when the storage or a record fails. How closed files become visible
 * exactly once is decided in {@code commit}.
 *
 * <p>A record goes from {@code TaskWriter.put} to {@code PartitionWriter.write}, which has {@code PartitionFiles}
 * find or open its file, to {@code OpenFile.write} and to the Parquet writer. Which file that is, {@code FileChooser}
 * decides and {@code PartitionFiles} carries out. A file is closed by {@code PartitionFiles}, waits in {@code
 * PendingCommit}, and is published by the ledger. {@code TaskFiles} has files flushed, spilled or closed where a task
 * holds too much.
 */
package io.parquetry.connect.sink.write;
