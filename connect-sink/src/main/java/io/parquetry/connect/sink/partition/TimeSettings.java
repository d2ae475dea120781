package io.parquetry.connect.sink.partition;

import java.time.Clock;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * How the time of a record becomes text in a path.
 *
 * @param source of the time
 * @param bounds of plausible times
 * @param zone of the local time
 */
public record TimeSettings(TimestampSource source, TimeBounds bounds, ZoneId zone) {
    public static final TimeSettings OF_RECORDS_IN_UTC =
            new TimeSettings(new TimestampSource.OfRecord(), TimeBounds.ANY, ZoneOffset.UTC);

    public TimeSettings {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(bounds, "bounds");
        Objects.requireNonNull(zone, "zone");
    }

    /** The time of a record in milliseconds; a record without a plausible time is a {@code DataException}. */
    public ToLongFunction<SinkRecord> extractor(Clock clock) {
        return bounds.checked(source.extractor(clock), clock);
    }
}
