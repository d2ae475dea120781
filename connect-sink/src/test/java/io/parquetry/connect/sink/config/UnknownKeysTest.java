package io.parquetry.connect.sink.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.config.Faults;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A key that was meant to be ours is a fault; what may be anybody's is left alone. */
class UnknownKeysTest {
    private static Map<String, String> faults(String key) {
        Faults faults = new Faults();
        UnknownKeys.check(
                Map.of(key, "value"),
                SinkConfig.definition().names(),
                SinkConfig.families().keySet(),
                faults);
        return faults.byKey();
    }

    @ParameterizedTest
    @CsvSource({
        "flush.sise, flush.size",
        "Flush.Size, flush.size",
        "topics.dri, topics.dir",
        "storage.uri, storage.url",
        "partitoner.class, partitioner.class",
        "path.templat, path.template",
        "parquet.row.groups.bytes, parquet.row.group.bytes",
        "retry.backoff, retry.backoff.ms",
        "timezon, timezone"
    })
    void aTypingErrorIsAFaultThatSaysWhatWasMeant(String key, String meant) {
        assertThat(faults(key)).containsOnlyKeys(key);
        assertThat(faults(key).get(key)).contains("did you mean " + meant + "?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "flush.size",
                "topics",
                "topics.regex",
                "tasks.max.enforce",
                "value.converter.schemas.enable",
                "transforms.route.type",
                "errors.tolerance",
                "consumer.override.max.poll.records",
                "hadoop.dfs.replication",
                "parquet.key.value.parquet.codec",
                "schema.registry.url",
                "locale.of.somebody.else",
                "interceptor.classes"
            })
    void aKeyOfSomebodyElseIsLeftAlone(String key) {
        assertThat(faults(key)).isEmpty();
    }
}
