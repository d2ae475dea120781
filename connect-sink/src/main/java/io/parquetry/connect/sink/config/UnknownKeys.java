package io.parquetry.connect.sink.config;

import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.Spelling;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keys that nobody defined, but that look like one of ours: they are typing errors, and to pass them by would run the
 * connector with a default that the user did not want. Any other key may belong to a converter or a reporter.
 */
final class UnknownKeys {
    /** Keys that Connect gives every sink connector. */
    private static final Set<String> OF_CONNECT = Set.of(
            "name",
            "connector.class",
            "tasks.max",
            "task.class",
            "topics",
            "topics.regex",
            "key.converter",
            "value.converter",
            "header.converter",
            "transforms",
            "predicates",
            "config.action.reload");

    private static final List<String> PREFIXES_OF_CONNECT = List.of(
            "connector.",
            "tasks.max.",
            "key.converter.",
            "value.converter.",
            "header.converter.",
            "transforms.",
            "predicates.",
            "errors.",
            "consumer.override.",
            "producer.override.",
            "admin.override.");

    private UnknownKeys() {}

    /**
     * Says which keys are typing errors.
     *
     * @param families what the keys begin with whose names users make
     */
    static void check(Map<String, String> given, Collection<String> ours, Collection<String> families, Faults faults) {
        for (String key : given.keySet()) {
            boolean known = ours.contains(key) || families.stream().anyMatch(key::startsWith);
            if (!known && !isOfConnect(key)) {
                Spelling.typo(key, ours)
                        .ifPresent(meant -> faults.add(key, "there is no such key; did you mean " + meant + "?"));
            }
        }
    }

    static boolean isOfConnect(String key) {
        return OF_CONNECT.contains(key) || PREFIXES_OF_CONNECT.stream().anyMatch(key::startsWith);
    }
}
