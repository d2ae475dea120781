package io.parquetry.connect.source.complete;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A record that knows its file. The worker answers with the object that it was given, whatever transformations made of
 * it. It is equal to itself only: the worker keeps records in sets and maps, where no two of ours may be taken for one,
 * and where the hash of a value would be counted for every row.
 */
public final class SentRecord extends SourceRecord {
    private final SourceOffset mark;

    public SentRecord(
            SourceOffset mark,
            String topic,
            Integer partition,
            Schema keySchema,
            Object key,
            Schema valueSchema,
            Object value,
            Long timestamp,
            Iterable<Header> headers) {
        super(
                mark.partition(),
                mark.offset(),
                topic,
                partition,
                keySchema,
                key,
                valueSchema,
                value,
                timestamp,
                headers);
        this.mark = mark;
    }

    /** Notes in the receipt of the file that the record is in its topic. */
    public void acknowledge() {
        mark.receipt().acknowledge(mark);
    }

    /** Notes in the receipt of the file that a transformation dropped the record. */
    public void drop() {
        mark.receipt().drop();
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
