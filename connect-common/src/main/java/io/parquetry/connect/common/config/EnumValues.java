package io.parquetry.connect.common.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The names that a key's value may have, and the constant for each name. Names are not case-sensitive. A constant has
 * one documented name and any number of aliases.
 *
 * @param <T> the type of the constants
 */
public final class EnumValues<T> implements ConfigDef.Validator {
    private final Map<T, String> names = new LinkedHashMap<>();
    private final Map<String, T> constants = new LinkedHashMap<>();

    /** All constants of an enum, named in lower case with hyphens: {@code PER_FILE} is {@code per-file}. */
    public static <E extends Enum<E>> EnumValues<E> of(Class<E> type) {
        EnumValues<E> values = new EnumValues<>();
        for (E constant : type.getEnumConstants()) {
            values.with(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'), constant);
        }
        return values;
    }

    /** @param aliases accepted, but not documented */
    public EnumValues<T> with(String name, T constant, String... aliases) {
        names.put(constant, name);
        constants.put(name.toLowerCase(Locale.ROOT), constant);
        for (String alias : aliases) {
            constants.put(alias.toLowerCase(Locale.ROOT), constant);
        }
        return this;
    }

    /** The documented names. */
    public List<String> names() {
        return new ArrayList<>(names.values());
    }

    /** The documented name of a constant. */
    public String name(T constant) {
        return Optional.ofNullable(names.get(constant)).orElseThrow();
    }

    public boolean isKnown(String name) {
        return constants.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /** @param name one that {@link #ensureValid} accepts */
    public T parse(String name) {
        return Optional.ofNullable(constants.get(name.toLowerCase(Locale.ROOT))).orElseThrow();
    }

    /** Accepts null, the value of an optional key. */
    @Override
    public void ensureValid(String key, Object value) {
        if (value != null && !isKnown((String) value)) {
            throw unknown(key, (String) value, names());
        }
    }

    static ConfigException unknown(String key, String value, List<String> names) {
        String suggestion = Spelling.nearest(value, names)
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
        return new ConfigException(key, value, "it must be one of " + String.join(", ", names) + suggestion);
    }

    /** The documented names, as the documentation of a key shows them. */
    @Override
    public String toString() {
        return String.join(", ", names.values());
    }
}
