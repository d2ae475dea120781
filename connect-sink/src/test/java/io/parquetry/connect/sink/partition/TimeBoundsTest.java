package io.parquetry.connect.sink.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** A time that nobody means makes no directory: its record is a bad one, and the message says what is wrong. */
class TimeBoundsTest {
    private static final long NOW_MS = Instant.parse("2026-07-01T12:00:00Z").toEpochMilli();
    private static final long DAY_MS = 86_400_000;

    private final Partitioner partitioner = PathTemplate.parse(
                    "${timestamp:yyyy-MM-dd}",
                    new TimeSettings(new TimestampSource.OfRecord(), new TimeBounds(0, 2 * DAY_MS), ZoneOffset.UTC))
            .partitioner(Clock.fixed(Instant.ofEpochMilli(NOW_MS), ZoneOffset.UTC));

    private String directory(long timeMs) {
        return partitioner.directory(
                new SinkRecord("orders", 0, null, null, null, null, 0, timeMs, TimestampType.CREATE_TIME));
    }

    @Test
    void timesWithinTheBoundsAreAccepted() {
        assertThat(directory(0)).isEqualTo("1970-01-01");
        assertThat(directory(NOW_MS)).isEqualTo("2026-07-01");
        assertThat(directory(NOW_MS + 2 * DAY_MS)).isEqualTo("2026-07-03");
    }

    @Test
    void microsecondsGivenAsMillisecondsAreRefusedWithValueBoundsAndCause() {
        assertThatThrownBy(() -> directory(NOW_MS * 1_000))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("1782907200000000 ms")
                .hasMessageContaining("+58468-")
                .hasMessageContaining("1970-01-01T00:00:00Z (timestamp.earliest)")
                .hasMessageContaining("2026-07-03T12:00:00Z (timestamp.ahead.max.ms=172800000 after now)")
                .hasMessageContaining("microseconds may have been given as milliseconds: as microseconds it is"
                        + " 2026-07-01T12:00:00Z");
        assertThatThrownBy(() -> directory(NOW_MS * 1_000_000)).hasMessageContaining("nanoseconds may have been given");
    }

    @Test
    void timesBeforeAndAfterTheBoundsAreRefused() {
        assertThatThrownBy(() -> directory(-1)).hasMessageContaining("1969-12-31T23:59:59.999Z");
        assertThatThrownBy(() -> directory(NOW_MS + 2 * DAY_MS + 1)).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> directory(Long.MAX_VALUE)).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> directory(Long.MIN_VALUE)).isInstanceOf(DataException.class);
    }
}
