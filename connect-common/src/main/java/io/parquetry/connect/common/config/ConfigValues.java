package io.parquetry.connect.common.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.types.Password;

/**
 * The values of a configuration, each of them valid by itself.
 *
 * @param given the configuration as the user wrote it, with keys that nobody defined
 * @param parsed the value or default of each defined key; null where there is none
 */
public record ConfigValues(Map<String, String> given, Map<String, Object> parsed) {
    public ConfigValues {
        Objects.requireNonNull(given, "given");
        Objects.requireNonNull(parsed, "parsed");
    }

    /** Whether the configuration has the key, even with the default as its value. */
    public boolean isGiven(String key) {
        return given.get(key) != null;
    }

    /** The value of a key of Connect or of its clients, which trim it; "" where the key is not given. */
    public String ofConnect(String key) {
        return given.getOrDefault(key, "").trim();
    }

    public boolean isNull(String key) {
        return parsed.get(key) == null;
    }

    public String text(String key) {
        return (String) value(key);
    }

    /** The text, for a key whose empty default means that there is no value. */
    public Optional<String> nonEmptyText(String key) {
        return Optional.of(text(key)).filter(text -> !text.isEmpty());
    }

    /** What a key of type password has, for a key whose empty default means that there is none. */
    public Optional<String> secret(String key) {
        return Optional.of(((Password) value(key)).value()).filter(text -> !text.isEmpty());
    }

    public long number(String key) {
        return ((Number) value(key)).longValue();
    }

    public int integer(String key) {
        return (Integer) value(key);
    }

    public double decimal(String key) {
        return (Double) value(key);
    }

    public boolean flag(String key) {
        return (Boolean) value(key);
    }

    public List<String> list(String key) {
        return ((List<?>) value(key)).stream().map(String.class::cast).toList();
    }

    private Object value(String key) {
        return Objects.requireNonNull(parsed.get(key), key);
    }
}
