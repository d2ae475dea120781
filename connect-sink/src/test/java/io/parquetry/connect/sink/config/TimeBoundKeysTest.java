package io.parquetry.connect.sink.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.sink.partition.TimeBounds;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

/** Times are bounded by default, and users choose the bounds. */
class TimeBoundKeysTest {
    private static TimeBounds bounds(Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        all.put("name", "archive");
        all.put("storage.url", "/data");
        return SinkSettings.of(all).routing().template().time().bounds();
    }

    @Test
    void withoutKeysTimesAreFrom1970ToTenYearsAhead() {
        assertThat(bounds(Map.of())).isEqualTo(new TimeBounds(0, 315_360_000_000L));
    }

    @Test
    void theEarliestTimeIsADateOrAMoment() {
        assertThat(bounds(Map.of("timestamp.earliest", "0001-01-01", "timestamp.ahead.max.ms", "5")))
                .isEqualTo(new TimeBounds(-62_135_596_800_000L, 5));
        assertThat(bounds(Map.of("timestamp.earliest", "2001-09-09T01:46:40Z")).earliestMs())
                .isEqualTo(1_000_000_000_000L);
        assertThat(bounds(Map.of("timestamp.earliest", "2001-09-09 03:46:40+0200"))
                        .earliestMs())
                .isEqualTo(1_000_000_000_000L);
        assertThatThrownBy(() -> bounds(Map.of("timestamp.earliest", "yesterday")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("timestamp.earliest")
                .hasMessageContaining("ISO 8601");
    }
}
