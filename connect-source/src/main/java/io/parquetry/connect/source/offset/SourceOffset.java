package io.parquetry.connect.source.offset;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The source offset of a record: the position after its row, its place among the records of its file, and how far it
 * has come. It outlives the record, whose value takes memory.
 *
 * <p>As a map it is what Connect stores. Its entries are created when they are read: every record carries a position,
 * but Connect reads only the last one before a commit. A map for each record would take longer than the record.
 */
public final class SourceOffset extends AbstractMap<String, Object> {
    private final Map<String, String> partition;
    private final Position position;
    private final DeliveryTracker delivery;
    private final long number;
    private final String path;
    private final long sentRow;

    /** Null before the record is made. */
    private String topic;

    /** Null when the producer sets the timestamp. */
    private Long timestampMs;

    private volatile long bytes;
    private volatile boolean taken;
    private volatile boolean answered;

    /**
     * @param partition Connect's source partition
     * @param delivery of the file
     * @param path of the file
     * @param sentRow of which the record is made, from 0
     */
    public SourceOffset(
            Map<String, String> partition, Position position, DeliveryTracker delivery, String path, long sentRow) {
        this.partition = Objects.requireNonNull(partition, "partition");
        this.position = Objects.requireNonNull(position, "position");
        this.delivery = Objects.requireNonNull(delivery, "delivery");
        this.number = delivery.nextNumber();
        this.path = Objects.requireNonNull(path, "path");
        this.sentRow = sentRow;
    }

    /** Connect's source partition. */
    public Map<String, String> partition() {
        return partition;
    }

    /** The number of the record in the delivery of its file. */
    public long number() {
        return number;
    }

    /** Notes the record that carries the offset; of several that are made, the last one is sent. */
    void carriedTo(String recordTopic, Long recordTimestampMs) {
        topic = Objects.requireNonNull(recordTopic, "recordTopic");
        timestampMs = recordTimestampMs;
    }

    /** Notes about how many bytes the record has. */
    public void measured(long recordBytes) {
        bytes = recordBytes;
    }

    /** About how many bytes the record has; 0 when it is small, so that nobody has measured it. */
    public long bytes() {
        return bytes;
    }

    void take() {
        taken = true;
    }

    /** Whether the worker has taken the offset. */
    public boolean isTaken() {
        return taken;
    }

    /** The record is in its topic. */
    void acknowledge() {
        answered = true;
        delivery.acknowledge(this);
    }

    /** The worker has answered, and does not have this position. */
    void answer() {
        answered = true;
        delivery.answer();
    }

    /** Whether the worker has answered for the record. */
    public boolean isAnswered() {
        return answered;
    }

    /** The row of which the record was made, for messages. */
    public String place() {
        return "row " + sentRow + " of " + path;
    }

    public String topic() {
        return topic;
    }

    /** Null when the producer sets the timestamp. */
    public Long timestampMs() {
        return timestampMs;
    }

    @Override
    public Object get(Object key) {
        return position.toMap().get(key);
    }

    @Override
    public boolean containsKey(Object key) {
        return position.toMap().containsKey(key);
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        return position.toMap().entrySet();
    }
}
