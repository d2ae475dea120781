package io.parquetry.connect.common.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/** All key groups of a connector: they define its keys, and validate and parse its configuration. */
public final class KeyGroups {
    private final List<KeyGroup<?>> groups;
    private final List<String> prefixes;
    private final Collection<String> names;
    private final Translation translation;

    /** Replaces keys and values of another connector by those of this one. */
    @FunctionalInterface
    public interface Translation {
        /** Adds a fault for each key that cannot be translated. */
        Map<String, String> translate(Map<String, String> given, Faults faults);
    }

    /** @param prefixes of keys whose names users choose, such as {@code admin.} */
    public KeyGroups(List<? extends KeyGroup<?>> groups, Collection<String> prefixes) {
        this(groups, prefixes, List.of(), (given, faults) -> given);
    }

    /** @param names that the translation replaces, which may be misspelt too */
    public KeyGroups(
            List<? extends KeyGroup<?>> groups,
            Collection<String> prefixes,
            Collection<String> names,
            Translation translation) {
        this.groups = List.copyOf(groups);
        this.prefixes = List.copyOf(prefixes);
        this.names = List.copyOf(names);
        this.translation = translation;
    }

    /** All keys with their documentation. */
    public ConfigDef definition() {
        ConfigDef keys = new ConfigDef();
        groups.forEach(group -> group.define(keys));
        return keys;
    }

    /** The value and the faults of each key, and the fault of each misspelt key. */
    public List<ConfigValue> validate(Map<String, String> given) {
        Faults faults = new Faults();
        Map<String, String> translated = translated(given, faults);
        ConfigDef definition = definition();
        UnknownKeys unknown = unknownKeys(definition);
        unknown.check(translated, faults);
        unknown.warn(translated);
        List<ConfigValue> values = new ArrayList<>(definition.validate(translated));
        if (values.stream().allMatch(value -> value.errorMessages().isEmpty())) {
            Map<String, Object> parsed = new HashMap<>();
            values.forEach(value -> parsed.put(value.name(), value.value()));
            check(new ConfigValues(translated, parsed), faults);
        }
        addFaults(values, faults.byKey());
        return values;
    }

    /** Connect passes a JSON null on as a key without a value, which counts as a key that is not given. */
    private Map<String, String> translated(Map<String, String> given, Faults faults) {
        Map<String, String> translated = new LinkedHashMap<>(translation.translate(given, faults));
        translated.values().removeIf(Objects::isNull);
        return translated;
    }

    /** Adds faults by their keys, which may be keys that are not defined here; their values are not shown. */
    public static void addFaults(List<ConfigValue> values, Map<String, String> faults) {
        faults.forEach((key, fault) -> values.stream()
                .filter(value -> value.name().equals(key))
                .findFirst()
                .ifPresentOrElse(
                        value -> value.addErrorMessage(fault),
                        () -> values.add(new ConfigValue(key, null, List.of(), new ArrayList<>(List.of(fault))))));
    }

    /**
     * The values of a valid configuration.
     *
     * @throws ConfigException with key, value and remedy of the first fault
     */
    public ConfigValues parse(Map<String, String> given) {
        Faults faults = new Faults();
        Map<String, String> translated = translated(given, faults);
        ConfigDef definition = definition();
        unknownKeys(definition).check(translated, faults);
        throwFirst(faults, given, definition);
        ConfigValues values = new ConfigValues(translated, definition.parse(translated));
        check(values, faults);
        throwFirst(faults, given, definition);
        return values;
    }

    private UnknownKeys unknownKeys(ConfigDef definition) {
        Map<String, String> removed = new HashMap<>();
        groups.forEach(group -> removed.putAll(group.removed()));
        List<String> known = new ArrayList<>(definition.names());
        known.addAll(names);
        return new UnknownKeys(known, prefixes, removed);
    }

    private void check(ConfigValues values, Faults faults) {
        groups.forEach(group -> group.check(values, faults));
    }

    private static void throwFirst(Faults faults, Map<String, String> given, ConfigDef definition) {
        for (Map.Entry<String, String> fault : faults.byKey().entrySet()) {
            String key = fault.getKey();
            throw new ConfigException(key, SecretKeys.shown(definition, key, given.get(key)), fault.getValue());
        }
    }
}
