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
 * What is to be known about a batch that the framework was asked to give again. It gives the same batch first, and reads
 * on from where it was told to only after it. So in that batch, records are passed over whose partition went back: they
 * come a third time, from the right place on.
 */
final class RedeliveredBatch {
    /** Partitions whose records in the batch that comes again are to be passed over. */
    private final Set<TopicPartition> stale = new HashSet<>();

    /** The batch that is to come again; its records are the same objects then. */
    private Collection<SinkRecord> awaited = List.of();

    /**
     * Records of that batch whose partition was given back meanwhile. They may stay in it: the framework looks for them
     * under the topic and partition that a transformation gave them. Which do is for the framework to know, so each is
     * recognised by itself; one that is read anew is another object.
     */
    private final Set<SinkRecord> lingering = Collections.newSetFromMap(new IdentityHashMap<>());

    private Redelivery next = Redelivery.NO;

    /** A batch comes; says whether it is the one that was asked for. */
    Redelivery arrive() {
        Redelivery arrived = next;
        next = Redelivery.NO;
        awaited = List.of();
        return arrived;
    }

    /** The partition went back while a batch was on its way. */
    void wentBack(TopicPartition partition) {
        stale.add(partition);
    }

    /** Whether the partition's records in this batch come once more. */
    boolean passesOver(TopicPartition partition) {
        return stale.contains(partition);
    }

    /** Whether the record is of a partition that was given back, so that nobody has to do with it. */
    boolean lingers(SinkRecord record) {
        return !lingering.isEmpty() && lingering.contains(record);
    }

    /** The framework is asked for the batch again. */
    void ask(Collection<SinkRecord> records, Set<TopicPartition> goBack) {
        stale.addAll(goBack);
        stale.retainAll(records.stream().map(RedeliveredBatch::partitionOf).collect(Collectors.toSet()));
        next = Redelivery.YES;
        awaited = records;
    }

    /** The partition is no longer this task's. */
    void givenBack(TopicPartition partition) {
        stale.remove(partition);
        awaited.stream().filter(record -> isOf(record, partition)).forEach(lingering::add);
    }

    /** The batch was dealt with. */
    void done() {
        stale.clear();
        lingering.clear();
    }

    static TopicPartition partitionOf(SinkRecord record) {
        return new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
    }

    static boolean isOf(SinkRecord record, TopicPartition partition) {
        return record.originalKafkaPartition() == partition.partition()
                && record.originalTopic().equals(partition.topic());
    }
}
