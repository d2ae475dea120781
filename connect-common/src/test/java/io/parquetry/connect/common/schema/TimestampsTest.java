package io.parquetry.connect.common.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A value is a point in time only where it names one. */
class TimestampsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2024-02-29T12:00:00Z",
                "2024-02-29T12:00Z",
                "2024-02-29T12:00:00.000+0000",
                "1709208000000",
                "2024-02-29 13:00:00.0001239999+01"
            })
    void textsWithAZoneAndThirteenDigitsAreTimes(String text) {
        assertThat(Timestamps.milliseconds(text, Schema.STRING_SCHEMA)).isEqualTo(1_709_208_000_000L);
    }

    @Test
    void aTextWithoutZoneIsRefusedByItsName() {
        assertThatThrownBy(() -> Timestamps.milliseconds("2024-02-29T12:00", null))
                .isInstanceOf(DataException.class)
                .hasMessage("the text \"2024-02-29T12:00\" has no zone; it takes ISO 8601 with a zone, such as"
                        + " 2026-07-01T12:00:00Z");
        assertThatThrownBy(() -> Timestamps.milliseconds("2024-02-29", null))
                .hasMessageContaining("the text \"2024-02-29\" has no time");
        assertThatThrownBy(() -> Timestamps.milliseconds("1709208000", null))
                .hasMessage("the text \"1709208000\" is not an ISO-8601 time with a zone, such as"
                        + " 2026-07-01T12:00:00Z, and not 13 digits of milliseconds");
        assertThatThrownBy(() -> Timestamps.milliseconds("+999999999-01-01T00:00Z", null))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("+999999999-01-01T00:00Z");
    }

    @Test
    void aBoundThatAUserSetsMayBeADateOrLackTheZone() {
        assertThat(Timestamps.bound("2024-02-29")).isEqualTo(1_709_164_800_000L);
        assertThat(Timestamps.bound("2024-02-29 12:00")).isEqualTo(1_709_208_000_000L);
        assertThat(Timestamps.bound("2024-02-29T12:00:00+0000")).isEqualTo(1_709_208_000_000L);
        assertThat(Timestamps.bound("1000")).isEqualTo(1_000L);
        assertThatThrownBy(() -> Timestamps.bound("noon")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1999", "2026", "20200101", "946684800", "1769860800", "1769860800000000"})
    void aNumberOfAnotherUnitIsNoBoundInMilliseconds(String text) {
        assertThatThrownBy(() -> Timestamps.bound(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a year, a day, seconds or microseconds");
    }
}
