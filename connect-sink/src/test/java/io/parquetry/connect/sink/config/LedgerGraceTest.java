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

    /** By default seven attempts connect twice, wait for the answer and pause; ten more wait and pause. */
    @ParameterizedTest
    @CsvSource({"565000, 20000", "600000, 200000"})
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

    /** Keys of Hadoop that let a call take longer, up to for ever. */
    @ParameterizedTest
    @CsvSource({
        "ipc.client.rpc-timeout.ms, 0, set hadoop.ipc.client.rpc-timeout.ms",
        "ipc.client.rpc-timeout.ms, -1, set hadoop.ipc.client.rpc-timeout.ms",
        "ipc.client.connect.timeout, 0, set hadoop.ipc.client.connect.timeout",
        "ipc.client.rpc-timeout.ms, 20s, ipc.client.rpc-timeout.ms=20s",
        "ipc.client.connect.timeout, 9999999999, ipc.client.connect.timeout=9999999999",
        "ipc.client.connect.max.retries, 100000, must be more than",
        "dfs.client.retry.max.attempts, 1000, must be more than",
        "dfs.client.failover.connection.retries.on.timeouts, 100, must be more than",
        "dfs.client.failover.connection.retries, 1000, must be more than",
        "dfs.client.failover.max.attempts, 2147483647, no value that is long enough",
        "dfs.client.retry.policy.enabled, true, must be more than",
        "ipc.client.connect.max.retries.on.timeouts, 2147483647, no value that is long enough"
    })
    void aTimeThatAKeyOfHadoopLengthensIsRefused(String key, String value, String message) {
        assertThat(faults(Map.of("storage.url", "hdfs://namenode:8020/archive", "hadoop." + key, value)))
                .singleElement()
                .asString()
                .contains(message);
    }

    @Test
    void aLongerTimeIsAccepted() {
        assertThat(faults(Map.of("storage.url", "/archive", "ledger.grace.ms", Long.toString(Long.MAX_VALUE))))
                .isEmpty();
        assertThat(faults(Map.of(
                        "storage.url", "s3://archive", "s3.region", "eu-central-1", "ledger.grace.ms", "140001")))
                .isEmpty();
        assertThat(faults(Map.of("storage.url", "hdfs://namenode:8020/archive", "ledger.grace.ms", "565001")))
                .isEmpty();
        assertThat(faults(Map.of("storage.url", "/archive", "ledger.grace.ms", "1000")))
                .isEmpty();
    }
}
