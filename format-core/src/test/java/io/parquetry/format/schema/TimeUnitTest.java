package io.parquetry.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A unit counts points in time as far as 64 bits go, in both directions. */
class TimeUnitTest {
    private static long sinceEpoch(TimeUnit unit, Instant instant) {
        return unit.sinceEpoch(instant.getEpochSecond(), instant.getNano());
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1_000_000_001, -1, 0, 1, 999_999_999, Long.MAX_VALUE})
    void everyCountIsThatOfItsTime(long count) {
        for (TimeUnit unit : TimeUnit.values()) {
            long second = Math.floorDiv(count, unit.perSecond());
            int nanos = (int) (Math.floorMod(count, unit.perSecond()) * unit.nanos());

            assertThat(unit.sinceEpoch(second, nanos)).isEqualTo(count);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTimeBeyondTheLastCountIsRefused(TimeUnit unit) {
        long last = Long.MAX_VALUE / unit.perSecond();

        assertThatThrownBy(() -> unit.sinceEpoch(last + 1, 0)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> unit.sinceEpoch(-last - 2, 0)).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsFinerThanTheUnitIsCutOff(TimeUnit unit) {
        assertThat(sinceEpoch(unit, Instant.parse("1969-12-31T23:59:59.999999999Z")))
                .isEqualTo(-1);
        assertThat(sinceEpoch(unit, Instant.parse("1970-01-01T00:00:00.000000001Z")))
                .isEqualTo(unit == TimeUnit.NANOS ? 1 : 0);
    }
}
