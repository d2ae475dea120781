package io.parquetry.connect.source.offset;

import java.util.Map;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A record with its file's delivery. The worker answers with the same object, whatever transformations made of it. A
 * record is equal to itself only: the worker keeps records in sets and maps, where no two records may count as one, and
 * where hashing the value would cost time for every row.
 */
public final class SentRecord extends SourceRecord {
    private final SourceOffset offset;

    /** What the record carries in place of its own position; null when it carries its own. */
    private DroppedPosition dropped;

    /** @param offset the position after the row */
    public SentRecord(
            SourceOffset offset,
            String topic,
            Integer partition,
            SchemaAndValue key,
            SchemaAndValue value,
            Long timestamp,
            Iterable<Header> headers) {
        super(
                offset.partition(),
                offset,
                topic,
                partition,
                key.schema(),
                key.value(),
                value.schema(),
                value.value(),
                timestamp,
                headers);
        this.offset = offset;
        offset.carriedTo(topic, timestamp);
    }

    /** The record's own position, and how far the record has come; asked by other threads too. */
    public SourceOffset offset() {
        return offset;
    }

    /**
     * Carries the position of a file that is gone, which Connect drops. The record's own position is that of a later
     * record.
     */
    public void carry(DroppedPosition position) {
        dropped = position;
    }

    @Override
    public Map<String, ?> sourcePartition() {
        return dropped == null ? super.sourcePartition() : dropped.partition().toMap();
    }

    /** The worker takes the offset when it sends the record: right before, or with exactly-once right after it. */
    @Override
    public Map<String, ?> sourceOffset() {
        offset.take();
        return dropped == null ? super.sourceOffset() : null;
    }

    /** Notes that the record is in its topic. */
    public void acknowledge() {
        if (dropped == null) {
            offset.acknowledge();
        } else {
            offset.answer();
        }
    }

    /** Notes that a transformation dropped the record. */
    public void drop() {
        offset.answer();
        if (dropped != null) {
            dropped.retry().run();
        }
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
