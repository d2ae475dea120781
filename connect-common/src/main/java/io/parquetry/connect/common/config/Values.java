package io.parquetry.connect.common.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The values of a configuration, each good by itself.
 *
 * @param given what the user wrote, also keys that nobody defined
 * @param parsed for each defined key its value or default; null where there is none
 */
public record Values(Map<String, String> given, Map<String, Object> parsed) {
    public Values {
        Objects.requireNonNull(given, "given");
        Objects.requireNonNull(parsed, "parsed");
    }

    /** Whether the user wrote it, be it the default. */
    public boolean isGiven(String key) {
        return given.get(key) != null;
    }

    public boolean isNull(String key) {
        return parsed.get(key) == null;
    }

    public String text(String key) {
        return (String) value(key);
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
