package io.parquetry.connect.source.complete;

import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A record with its file's delivery. The worker answers with the same object, whatever transformations made of it. A
 * record is equal to itself only: the worker keeps records in sets and maps, where no two records may count as one, and
 * where hashing the value would cost time for every row.
 */
public final class SentRecord extends SourceRecord {
    private final SourceOffset offset;
    private volatile boolean taken;
    private volatile boolean answered;

    public SentRecord(
            SourceOffset offset,
            String topic,
            Integer partition,
            Schema keySchema,
            Object key,
            Schema valueSchema,
            Object value,
            Long timestamp,
            Iterable<Header> headers) {
        super(
                offset.partition(),
                offset.offset(),
                topic,
                partition,
                keySchema,
                key,
                valueSchema,
                value,
                timestamp,
                headers);
        this.offset = offset;
    }

    /** The worker takes the offset when it sends the record: right before, or with exactly-once right after it. */
    @Override
    public Map<String, ?> sourceOffset() {
        taken = true;
        return super.sourceOffset();
    }

    /** Whether the worker has taken the offset; asked by another thread. */
    public boolean isTaken() {
        return taken;
    }

    /** Whether the worker has answered; asked by another thread. */
    public boolean isAnswered() {
        return answered;
    }

    /** Notes that the record is in its topic. */
    public void acknowledge() {
        answered = true;
        offset.delivery().acknowledge(offset);
    }

    /** Notes that a transformation dropped the record. */
    public void drop() {
        answered = true;
        offset.delivery().drop();
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
