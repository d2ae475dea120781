package io.parquetry.connect.sink.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

/** Files are closed for less time than the consumer may need between two polls, as far as that time is known. */
class PollSettingsTest {
    private static PollSettings settings(Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(properties);
        all.put("name", "archive");
        all.put("storage.url", "/data");
        return SinkSettings.of(all).poll();
    }

    @Test
    void withoutKeysSlicesAreShort() {
        assertThat(settings(Map.of())).isEqualTo(new PollSettings(1_000, 30_000, 300_000));
    }

    @Test
    void withoutKeysAShortPollIntervalOfTheConnectorShortensThem() {
        assertThat(settings(Map.of("consumer.override.max.poll.interval.ms", "2000")))
                .isEqualTo(new PollSettings(500, 1_000, 2_000));
        assertThat(settings(Map.of("consumer.override.max.poll.interval.ms", " 2000 ")))
                .isEqualTo(new PollSettings(500, 1_000, 2_000));
        assertThat(settings(Map.of("consumer.override.max.poll.interval.ms", "600000")))
                .isEqualTo(new PollSettings(1_000, 30_000, 600_000));
    }

    @Test
    void whatIsNotShorterThanThePollIntervalIsAFault() {
        assertThatThrownBy(() -> settings(
                        Map.of("consumer.override.max.poll.interval.ms", "20000", "on.close.timeout.ms", "20000")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("on.close.timeout.ms")
                .hasMessageContaining("max.poll.interval.ms=20000; use less than that");
        assertThatThrownBy(() -> settings(Map.of("fenced.timeout.ms", "1000")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("follows from consumer.override.max.poll.interval.ms");
    }
}
