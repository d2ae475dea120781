/**
 * From records to finished files: which files of a topic-partition are open, when each ends, and what happens when the
 * storage or a record fails. What makes finished files visible, exactly once, is {@code commit}'s business.
 *
 * <p>A record goes from the {@link io.parquetry.connect.sink.write.TaskWriter} of all partitions to the {@code
 * PartitionWriter} of its own, there into {@code PartitionFiles}, where {@code RecordFiles} finds or begins the {@code
 * OpenFile} whose {@code FileWriter} takes it; and when a file ends, {@code PartitionFiles} finishes it and {@code PendingCommit} hands
 * it to the ledger. Beside this way stands {@code TaskMemory}, which has rows spilled where there is not enough.
 */
package io.parquetry.connect.sink.write;
