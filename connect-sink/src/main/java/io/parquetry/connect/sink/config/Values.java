package io.parquetry.connect.sink.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The values of a configuration, each good by itself.
 *
 * @param given what the user wrote, also keys that nobody defined
 * @param parsed for each key of {@link SinkConfig#definition} its value or default; null where there is none
 */
record Values(Map<String, String> given, Map<String, Object> parsed) {
    Values {
        Objects.requireNonNull(given, "given");
        Objects.requireNonNull(parsed, "parsed");
    }

    /** Whether the user wrote it, be it the default. */
    boolean isGiven(String key) {
        return given.get(key) != null;
    }

    boolean isNull(String key) {
        return parsed.get(key) == null;
    }

    String text(String key) {
        return (String) value(key);
    }

    long number(String key) {
        return ((Number) value(key)).longValue();
    }

    int integer(String key) {
        return (Integer) value(key);
    }

    boolean flag(String key) {
        return (Boolean) value(key);
    }

    List<String> list(String key) {
        return ((List<?>) value(key)).stream().map(String.class::cast).toList();
    }

    private Object value(String key) {
        return Objects.requireNonNull(parsed.get(key), key);
    }
}
