package io.parquetry.connect.source.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.access.StorageKeys;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A misspelt key of the source is a fault; a key that may belong to another component is ignored. */
class UnknownSourceKeysTest {
    private static List<String> unknown(String key) {
        return SourceSettings.validate(Map.of(StorageKeys.STORAGE_URL, "/data", key, "value")).stream()
                .filter(value -> value.name().equals(key))
                .flatMap(value -> value.errorMessages().stream())
                .filter(message -> message.contains("there is no such key"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "path.includes, path.include",
        "Path.Include, path.include",
        "on.finsh, on.finish",
        "storage.uri, storage.url",
        "topic.maping, topic.mapping",
        "min.age.sm, min.age.ms",
        "transaction.units, transaction.unit"
    })
    void aTypingErrorIsAFaultThatSaysWhatWasMeant(String key, String meant) {
        assertThat(unknown(key)).singleElement().asString().contains("did you mean " + meant + "?");
    }

    @Test
    void aConnectorWithAMisspeltKeyDoesNotStart() {
        assertThatThrownBy(() -> SourceSettings.of(Map.of(StorageKeys.STORAGE_URL, "/data", "on.finsh", "delete")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("on.finsh")
                .hasMessageContaining("delete")
                .hasMessageContaining("did you mean on.finish?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name",
                "path.include",
                "topics",
                "tasks.max",
                "tasks.max.enforce",
                "value.converter.schemas.enable",
                "transforms.route.type",
                "predicates",
                "errors.tolerance",
                "topic.creation.groups",
                "topic.creation.default.partitions",
                "producer.override.linger.ms",
                "consumer.override.max.poll.records",
                "offsets.storage.topic",
                "exactly.once.support",
                "transaction.boundary",
                "transaction.boundary.interval.ms",
                "hadoop.dfs.replication",
                "admin.security.protocol",
                "parquetry.task.index",
                "schema.registry.url",
                "modes.of.somebody.else"
            })
    void aKeyOfSomebodyElseIsIgnored(String key) {
        assertThat(unknown(key)).isEmpty();
    }
}
