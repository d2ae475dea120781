package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.write.ReadPosition.Redelivery;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * For which partitions the offset that the framework takes for consumed is true: all records below it were given to
 * {@code put}, or were dropped by a transformation or a converter.
 *
 * <ol type="a">
 *   <li>When the consumer is told to read from an offset, the framework goes there before the next {@code put}. Until
 *       then it has the offset from before.
 *   <li>When a redelivered batch is accepted, the framework takes each partition that the batch was read from for
 *       consumed up to the end of the batch, also if its consumer was told another offset, or the partition was given
 *       back and came again, since the batch was read. So such a consumer is told its offset again; where that is
 *       not the position of the ledger, nothing is true until another batch with records of the partition was accepted.
 * </ol>
 */
final class ConsumedOffsets {
    /** Partitions that moved since the last {@code put} began; see (a). */
    private final Set<TopicPartition> moving = new HashSet<>();

    /** Partitions that moved since the batch was read; see (b). */
    private final Set<TopicPartition> movedSinceRead = new HashSet<>();

    private final Set<TopicPartition> unknown = new HashSet<>();

    /** A batch arrives; the framework has gone to all offsets that it was told. */
    void batchArrives(Redelivery redelivery) {
        moving.clear();
        if (redelivery == Redelivery.NO) {
            movedSinceRead.clear();
        }
    }

    /** The partition was opened, or its consumer was told an offset. */
    void moved(TopicPartition partition) {
        moving.add(partition);
        movedSinceRead.add(partition);
    }

    /** Whether the consumer of the partition was told an offset since the last {@code put} began. */
    boolean isMoving(TopicPartition partition) {
        return moving.contains(partition);
    }

    /** The partitions whose consumers must be told their offsets again when a redelivered batch is accepted. */
    Set<TopicPartition> movedSinceRead() {
        return Set.copyOf(movedSinceRead);
    }

    /** The consumer of the partition cannot be told an offset. */
    void setUnknown(TopicPartition partition) {
        unknown.add(partition);
    }

    /** A batch was accepted. */
    void batchAccepted(Collection<SinkRecord> records) {
        unknown.removeIf(partition -> records.stream().anyMatch(record -> RedeliveredBatch.isOf(record, partition)));
    }

    void closed(TopicPartition partition) {
        unknown.remove(partition);
    }

    boolean isTrue(TopicPartition partition) {
        return !moving.contains(partition) && !unknown.contains(partition);
    }
}
