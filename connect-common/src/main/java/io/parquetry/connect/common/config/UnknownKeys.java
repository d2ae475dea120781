package io.parquetry.connect.common.config;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds misspelt keys: keys that nobody defined, but that are a typing error away from a key of the connector. Without
 * this check the connector would silently use the default. Any other undefined key may belong to a converter, a
 * transformation or a reporter, and is ignored.
 */
final class UnknownKeys {
    /** Keys of the Connect framework, of sinks and of sources. */
    private static final Set<String> FRAMEWORK_KEYS = Set.of(
            "name",
            "tasks.max",
            "task.class",
            "topics",
            "topics.regex",
            "transforms",
            "predicates",
            "config.action.reload",
            "exactly.once.support",
            "transaction.boundary",
            "transaction.boundary.interval.ms",
            "key.converter",
            "value.converter",
            "header.converter");

    private static final List<String> FRAMEWORK_PREFIXES = List.of(
            "connector.",
            "tasks.max.",
            "key.converter.",
            "value.converter.",
            "header.converter.",
            "transforms.",
            "predicates.",
            "errors.",
            "topic.creation.",
            "offsets.storage.",
            "consumer.override.",
            "producer.override.",
            "admin.override.");

    private UnknownKeys() {}

    /**
     * Adds a fault for each misspelt key.
     *
     * @param defined the connector's keys
     * @param prefixes of keys whose names users choose
     */
    static void check(
            Map<String, String> given, Collection<String> defined, Collection<String> prefixes, Faults faults) {
        for (String key : given.keySet()) {
            boolean known = defined.contains(key) || prefixes.stream().anyMatch(key::startsWith);
            if (!known && !isOfFramework(key)) {
                Spelling.typo(key, defined)
                        .ifPresent(meant -> faults.add(key, "there is no such key; did you mean " + meant + "?"));
            }
        }
    }

    private static boolean isOfFramework(String key) {
        return FRAMEWORK_KEYS.contains(key) || FRAMEWORK_PREFIXES.stream().anyMatch(key::startsWith);
    }
}
