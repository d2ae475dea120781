package io.parquetry.connect.source.offset;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Reads the entries of a map that comes from JSON or a user. Entries that were not read are refused at the end. */
final class OffsetFields {
    /** What users write when nothing more of a file or stream is to be sent. */
    static final Map<String, Object> DONE = Map.of("done", true);

    private final Map<String, ?> map;
    private final Set<String> read = new HashSet<>();

    OffsetFields(Map<String, ?> map) {
        this.map = map;
    }

    boolean has(String key) {
        read.add(key);
        return map.get(key) != null;
    }

    long number(String key) {
        read.add(key);
        if (map.get(key) instanceof Number number && number.longValue() == number.doubleValue()) {
            return number.longValue();
        }
        throw new IllegalArgumentException("\"" + key + "\" must be a whole number, but is " + map.get(key));
    }

    long numberOrZero(String key) {
        return has(key) ? number(key) : 0;
    }

    String text(String key) {
        read.add(key);
        if (map.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("\"" + key + "\" must be text, but is " + map.get(key));
    }

    void requireNoOthers() {
        for (String key : map.keySet()) {
            if (!read.contains(key)) {
                throw new IllegalArgumentException("\"" + key + "\" is not a field of this offset");
            }
        }
    }
}
