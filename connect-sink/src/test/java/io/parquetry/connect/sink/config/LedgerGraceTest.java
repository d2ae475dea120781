package io.parquetry.connect.sink.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An entry is not deleted before every request that creates it has landed, whatever the timeouts are. */
class LedgerGraceTest {
    private static List<String> faults(Map<String, String> more) {
        Map<String, String> keys = new HashMap<>(Map.of("name", "archive", "topics", "orders"));
        keys.putAll(more);
        return SinkConfig.validate(keys).stream()
                .filter(value -> value.name().equals(LedgerSettings.GRACE_MS))
                .flatMap(value -> value.errorMessages().stream())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000", "140000"})
    void aTimeThatARequestToTheStoreMayTakeIsRefused(String graceMs) {
        assertThat(faults(
                        Map.of("storage.url", "s3://archive", "s3.region", "eu-central-1", "ledger.grace.ms", graceMs)))
                .singleElement()
                .asString()
                .contains("must be more than");
    }

    /** By default seven attempts, each of which connects twice, waits for the answer, and pauses. */
    @ParameterizedTest
    @CsvSource({"315000, 20000", "600000, 200000"})
    void aTimeThatACallOfTheNameNodeMayTakeIsRefused(String graceMs, String answerMs) {
        assertThat(faults(Map.of(
                        "storage.url",
                        "hdfs://namenode:8020/archive",
                        "ledger.grace.ms",
                        graceMs,
                        "hadoop.ipc.client.rpc-timeout.ms",
                        answerMs)))
                .singleElement()
                .asString()
                .contains("must be more than");
    }

    @Test
    void aLongerTimeIsAccepted() {
        assertThat(faults(Map.of(
                        "storage.url", "s3://archive", "s3.region", "eu-central-1", "ledger.grace.ms", "140001")))
                .isEmpty();
        assertThat(faults(Map.of("storage.url", "hdfs://namenode:8020/archive", "ledger.grace.ms", "315001")))
                .isEmpty();
        assertThat(faults(Map.of("storage.url", "/archive", "ledger.grace.ms", "1000")))
                .isEmpty();
    }
}
