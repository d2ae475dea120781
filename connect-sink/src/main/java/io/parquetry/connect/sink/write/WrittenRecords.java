package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.sink.file.FooterMetadata;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.connect.sink.SinkRecord;

/** Which records a file holds: their offsets, and the smallest and largest of their timestamps. */
final class WrittenRecords {
    private final OffsetSet offsets;
    /** Begins the offsets up to the last one that follow one another without a gap; they are not in the set yet. */
    private long runOffset;

    private long lastOffset;
    private long count;
    private long firstTimestampMs = Long.MAX_VALUE;
    private long lastTimestampMs = Long.MIN_VALUE;

    /** @param firstOffset the smallest that will come */
    WrittenRecords(long firstOffset) {
        this.offsets = OffsetSet.from(firstOffset);
        this.runOffset = firstOffset;
        this.lastOffset = firstOffset - 1;
    }

    void add(SinkRecord record) {
        long offset = record.originalKafkaOffset();
        if (offset != lastOffset + 1) {
            endRun();
            runOffset = offset;
        }
        lastOffset = offset;
        count++;
        if (record.timestamp() != null) {
            firstTimestampMs = Math.min(firstTimestampMs, record.timestamp());
            lastTimestampMs = Math.max(lastTimestampMs, record.timestamp());
        }
    }

    /** Whether the offset is near enough to the first offset. */
    boolean mayHold(long offset) {
        return offset - firstOffset() <= OffsetSet.DISTANCE_MAX;
    }

    private void endRun() {
        if (lastOffset == runOffset) {
            offsets.add(runOffset);
        } else if (lastOffset > runOffset) {
            offsets.addRange(runOffset, lastOffset);
        }
    }

    OffsetSet offsets() {
        endRun();
        return offsets;
    }

    long firstOffset() {
        return offsets.base();
    }

    long lastOffset() {
        return lastOffset;
    }

    long count() {
        return count;
    }

    /** Key-value metadata of the footer. */
    Map<String, String> keyValues() {
        return FooterMetadata.ofRecords(
                firstOffset(), lastOffset, count, timestamp(firstTimestampMs), timestamp(lastTimestampMs));
    }

    private OptionalLong timestamp(long timestampMs) {
        return firstTimestampMs > lastTimestampMs ? OptionalLong.empty() : OptionalLong.of(timestampMs);
    }
}
