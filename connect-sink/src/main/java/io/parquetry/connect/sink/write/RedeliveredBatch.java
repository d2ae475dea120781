package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.write.ReadPosition.Redelivery;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The state of a batch that the framework was asked to deliver again. The framework delivers the same batch first, and
 * only then reads from the offsets that it was told. So the records of a partition that was rewound are skipped in that
 * batch: they come a third time, from the right offset on.
 */
final class RedeliveredBatch {
    /** Partitions whose records are to be skipped in the redelivered batch. */
    private final Set<TopicPartition> rewound = new HashSet<>();

    /** The batch that is to be redelivered; its records are the same objects then. */
    private Collection<SinkRecord> awaited = List.of();

    /**
     * Records of that batch whose partition was given back meanwhile. They may be in the redelivered batch all the
     * same: the framework removes records by the topic and partition that a transformation gave them. So each record
     * is recognised by identity; a record that is read again is another object.
     */
    private final Set<SinkRecord> orphaned = Collections.newSetFromMap(new IdentityHashMap<>());

    private Redelivery next = Redelivery.NO;

    /** A batch arrives; returns whether it is the one that was asked for. */
    Redelivery arrive() {
        Redelivery arrived = next;
        next = Redelivery.NO;
        awaited = List.of();
        return arrived;
    }

    /** The consumer of the partition was told another offset while a batch was on its way. */
    void partitionRewound(TopicPartition partition) {
        rewound.add(partition);
    }

    /** Whether the partition's records are skipped in this batch, because they come once more. */
    boolean isSkipped(TopicPartition partition) {
        return rewound.contains(partition);
    }

    /** Whether the record is of a partition that was given back, and is to be ignored. */
    boolean isOrphaned(SinkRecord record) {
        return !orphaned.isEmpty() && orphaned.contains(record);
    }

    /** The framework is asked to deliver the batch again. */
    void request(Collection<SinkRecord> records, Set<TopicPartition> toRewind) {
        rewound.addAll(toRewind);
        rewound.retainAll(records.stream().map(RedeliveredBatch::partitionOf).collect(Collectors.toSet()));
        next = Redelivery.YES;
        awaited = records;
    }

    /** The partition is no longer this task's. */
    void partitionClosed(TopicPartition partition) {
        rewound.remove(partition);
        awaited.stream().filter(record -> isOf(record, partition)).forEach(orphaned::add);
    }

    /** The batch was handled. */
    void done() {
        rewound.clear();
        orphaned.clear();
    }

    static TopicPartition partitionOf(SinkRecord record) {
        return new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
    }

    static boolean isOf(SinkRecord record, TopicPartition partition) {
        return record.originalKafkaPartition() == partition.partition()
                && record.originalTopic().equals(partition.topic());
    }
}
