package io.parquetry.connect.sink.partition;

import java.time.Clock;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * How the time of a record becomes text in a path.
 *
 * @param source of the time
 * @param bounds of plausible times
 * @param zone of the local time
 * @param locale language of the names of months and days
 * @param durationMs length of a span of local time that shares a path, which is named after the beginning of the span;
 *     empty where the pattern decides
 */
public record TimeSettings(
        TimestampSource source, TimeBounds bounds, ZoneId zone, Locale locale, OptionalLong durationMs) {
    public TimeSettings {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(bounds, "bounds");
        Objects.requireNonNull(zone, "zone");
        Objects.requireNonNull(locale, "locale");
        if (durationMs.isPresent() && durationMs.getAsLong() < 1) {
            throw new IllegalArgumentException(
                    "the duration is " + durationMs.getAsLong() + " ms; it must be 1 or more");
        }
    }

    /** The time of a record in milliseconds; a record without a plausible time is a {@code DataException}. */
    public ToLongFunction<SinkRecord> extractor(Clock clock) {
        return bounds.checked(source.extractor(clock), clock);
    }
}
