package io.parquetry.connect.source.offset;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The entries of a map that JSON made, or a user: each is asked for by its name, and then there must be no others. */
final class Fields {
    /** What users write for something of which nothing is to be sent any more. */
    static final Map<String, Object> DONE = Map.of("done", true);

    private final Map<String, ?> map;
    private final Set<String> asked = new HashSet<>();

    Fields(Map<String, ?> map) {
        this.map = map;
    }

    boolean has(String key) {
        asked.add(key);
        return map.get(key) != null;
    }

    long number(String key) {
        asked.add(key);
        if (map.get(key) instanceof Number number && number.longValue() == number.doubleValue()) {
            return number.longValue();
        }
        throw new IllegalArgumentException("\"" + key + "\" must be a whole number, but is " + map.get(key));
    }

    long numberOr(String key, long other) {
        return has(key) ? number(key) : other;
    }

    String text(String key) {
        asked.add(key);
        if (map.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("\"" + key + "\" must be text, but is " + map.get(key));
    }

    void requireNoOthers() {
        for (String key : map.keySet()) {
            if (!asked.contains(key)) {
                throw new IllegalArgumentException("\"" + key + "\" has no meaning here");
            }
        }
    }
}
