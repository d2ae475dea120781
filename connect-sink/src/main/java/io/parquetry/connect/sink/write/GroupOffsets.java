package io.parquetry.connect.sink.write;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The offsets that the framework writes for the consumer group, from which lag is computed.
 *
 * <ol type="a">
 *   <li>They have metadata. The framework writes only what differs from what it takes for committed; after the
 *       consumer was told to read from an offset, it takes that offset for committed, although nobody has written it
 *       for the group.
 *   <li>When partitions are given back, the framework calls {@code preCommit}, then {@code close}, and looks at what
 *       {@code preCommit} returned only then. So that map is kept, and gets the offsets that {@code close} commits.
 *   <li>None is beyond what the framework takes for consumed: it would be ignored with a warning.
 * </ol>
 */
final class GroupOffsets {
    private static final String METADATA = "parquetry";

    private Map<TopicPartition, OffsetAndMetadata> consumed = Map.of();
    private Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();

    /** Begins a {@code preCommit}. */
    void preCommit(Map<TopicPartition, OffsetAndMetadata> newConsumed) {
        consumed = Map.copyOf(newConsumed);
        committed = new HashMap<>();
    }

    /** The partitions of the last {@code preCommit}, if no {@link #forget} came after it. */
    Set<TopicPartition> partitions() {
        return consumed.keySet();
    }

    /** The framework has seen the offsets of the last {@code preCommit}. */
    void forget() {
        preCommit(Map.of());
    }

    /** A partition is committed up to an offset. */
    void committed(TopicPartition partition, long offset) {
        OffsetAndMetadata until = consumed.get(partition);
        if (until != null) {
            committed.put(partition, new OffsetAndMetadata(Math.min(offset, until.offset()), METADATA));
        }
    }

    /** What {@code preCommit} returns; it may still change in {@code close}. */
    Map<TopicPartition, OffsetAndMetadata> ofPreCommit() {
        return committed;
    }
}
