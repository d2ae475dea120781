package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.commit.OffsetSet;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.connect.sink.SinkRecord;

/** Which records a file holds: their offsets and the span of their timestamps. */
final class WrittenOffsets {
    private final OffsetSet offsets;
    private long last;
    private long records;
    private long firstTimestampMs = Long.MAX_VALUE;
    private long lastTimestampMs = Long.MIN_VALUE;

    /** @param first the smallest that will come */
    WrittenOffsets(long first) {
        this.offsets = OffsetSet.from(first);
        this.last = first;
    }

    void add(SinkRecord record) {
        last = record.originalKafkaOffset();
        offsets.add(last);
        records++;
        if (record.timestamp() != null) {
            firstTimestampMs = Math.min(firstTimestampMs, record.timestamp());
            lastTimestampMs = Math.max(lastTimestampMs, record.timestamp());
        }
    }

    /** Whether the offset is near enough to the first one. */
    boolean reaches(long offset) {
        return offset - first() <= OffsetSet.DISTANCE_MAX;
    }

    OffsetSet set() {
        return offsets;
    }

    long first() {
        return offsets.base();
    }

    long last() {
        return last;
    }

    long records() {
        return records;
    }

    /** What the footer says of them. */
    Map<String, String> notes() {
        return FooterMetadata.ofRecords(
                first(), last, records, timestamp(firstTimestampMs), timestamp(lastTimestampMs));
    }

    private OptionalLong timestamp(long timestampMs) {
        return firstTimestampMs > lastTimestampMs ? OptionalLong.empty() : OptionalLong.of(timestampMs);
    }
}
