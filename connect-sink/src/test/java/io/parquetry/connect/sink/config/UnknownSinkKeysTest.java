package io.parquetry.connect.sink.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.access.StorageKeys;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A misspelt key of the sink is a fault; a key that may belong to another component is ignored. */
class UnknownSinkKeysTest {
    private static List<String> unknown(String key) {
        return SinkConfig.validate(Map.of(StorageKeys.STORAGE_URL, "/data", key, "value")).stream()
                .filter(value -> value.name().equals(key))
                .flatMap(value -> value.errorMessages().stream())
                .filter(message -> message.contains("there is no such key"))
                .toList();
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
        "retry.timeout, retry.timeout.ms",
        "timezon, timezone",
        "flush.size.records, flush.size",
        "buffer.memory, buffer.memory.bytes"
    })
    void aMisspeltKeyIsAFaultThatSuggestsTheRightOne(String key, String meant) {
        assertThat(unknown(key)).singleElement().asString().contains("did you mean " + meant + "?");
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
    void aKeyOfAnotherPluginIsIgnored(String key) {
        assertThat(unknown(key)).isEmpty();
    }
}
