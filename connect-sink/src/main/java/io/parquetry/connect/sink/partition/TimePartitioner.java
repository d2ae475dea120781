package io.parquetry.connect.sink.partition;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Files records by time. A time belongs to the span of {@code durationMs} that it lies in, counted in local time, so that
 * spans of a day begin at midnight of the zone; the path is the one of the span's beginning.
 */
public final class TimePartitioner implements Partitioner {
    private final PathFormat format;
    private final long durationMs;
    private final ZoneId zone;
    private final ToLongFunction<SinkRecord> timestampMs;

    /** The last span: records come in the order of time, more or less, and a path costs more than a comparison. */
    private long knownSpan = Long.MIN_VALUE;

    private ZoneOffset knownOffset = ZoneOffset.UTC;
    private String knownPath = "";

    /** @param fieldPath dotted path of the field that holds the time; read where the source is a field */
    public TimePartitioner(
            PathFormat format, long durationMs, ZoneId zone, TimestampSource source, String fieldPath, Clock clock) {
        this.format = Objects.requireNonNull(format, "format");
        this.zone = Objects.requireNonNull(zone, "zone");
        this.durationMs = durationMs;
        this.timestampMs = source.extractor(fieldPath, clock);
        if (durationMs < 1) {
            throw new IllegalArgumentException("the duration is " + durationMs + " ms; it must be 1 or more");
        }
    }

    @Override
    public String directory(SinkRecord record) {
        long timeMs = timestampMs.applyAsLong(record);
        try {
            ZoneOffset offset = zone.getRules().getOffset(Instant.ofEpochMilli(timeMs));
            long localMs = Math.addExact(timeMs, offset.getTotalSeconds() * 1000L);
            long span = Math.floorDiv(localMs, durationMs);
            if (span != knownSpan || !offset.equals(knownOffset) || knownPath.isEmpty()) {
                knownPath = path(Math.multiplyExact(span, durationMs), offset);
                knownSpan = span;
                knownOffset = offset;
            }
            return knownPath;
        } catch (ArithmeticException | DateTimeException e) {
            throw new DataException(
                    "the time " + timeMs + " ms cannot be filed under " + format + ": " + e.getMessage(), e);
        }
    }

    private String path(long localMs, ZoneOffset offset) {
        LocalDateTime begin = LocalDateTime.ofEpochSecond(
                Math.floorDiv(localMs, 1000L), (int) Math.floorMod(localMs, 1000L) * 1_000_000, ZoneOffset.UTC);
        return format.path(ZonedDateTime.ofLocal(begin, zone, offset));
    }
}
