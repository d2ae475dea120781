package io.parquetry.connect.common.config;

import io.parquetry.connect.common.log.Log;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds keys of earlier versions, and misspelt keys: keys that nobody defined, but that are a typing error away from a
 * key of the connector, or begin as it does. Without this check the connector would silently use the default. Any other
 * undefined key may belong to a converter, an interceptor or a reporter: it has no effect here, and only the log names
 * it.
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

    private static final Log LOG = Log.of(UnknownKeys.class);
    private static final int BEGINNING_LENGTH = 8;

    private final Collection<String> defined;
    private final Collection<String> prefixes;
    private final Map<String, String> removed;

    /**
     * @param defined the connector's keys
     * @param prefixes of keys whose names users choose
     * @param removed keys that earlier versions had, with what to do instead
     */
    UnknownKeys(Collection<String> defined, Collection<String> prefixes, Map<String, String> removed) {
        this.defined = List.copyOf(defined);
        this.prefixes = List.copyOf(prefixes);
        this.removed = Map.copyOf(removed);
    }

    /** Adds a fault for each key that was removed or is misspelt. */
    void check(Map<String, String> given, Faults faults) {
        for (String key : undefined(given)) {
            if (removed.containsKey(key)) {
                faults.add(key, "there is no such key any more: " + removed.get(key));
            } else {
                meant(key).ifPresent(meant -> faults.add(key, "there is no such key; did you mean " + meant + "?"));
            }
        }
    }

    /** Logs the keys that nobody is known to read. */
    void warn(Map<String, String> given) {
        List<String> unknown = undefined(given).stream()
                .filter(key -> !removed.containsKey(key) && meant(key).isEmpty())
                .sorted()
                .toList();
        if (!unknown.isEmpty()) {
            LOG.warn(
                    "connector \"{}\" has keys that are neither its own nor those of Kafka Connect: {}. They have no"
                            + " effect on the connector; remove them unless a converter or another plugin reads them",
                    given.getOrDefault("name", ""),
                    unknown);
        }
    }

    private List<String> undefined(Map<String, String> given) {
        return given.keySet().stream()
                .filter(key ->
                        !defined.contains(key) && prefixes.stream().noneMatch(key::startsWith) && !isOfFramework(key))
                .toList();
    }

    private Optional<String> meant(String key) {
        return Spelling.typo(key, defined)
                .or(() -> defined.stream()
                        .filter(name -> begins(key, name) || begins(name, key))
                        .findFirst());
    }

    private static boolean begins(String longer, String shorter) {
        return shorter.length() >= BEGINNING_LENGTH && longer.startsWith(shorter);
    }

    private static boolean isOfFramework(String key) {
        return FRAMEWORK_KEYS.contains(key) || FRAMEWORK_PREFIXES.stream().anyMatch(key::startsWith);
    }
}
