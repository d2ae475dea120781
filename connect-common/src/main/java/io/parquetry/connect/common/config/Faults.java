package io.parquetry.connect.common.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The faults of a configuration: one reason per key, in the order in which they were found. */
public final class Faults {
    private final Map<String, String> reasons = new LinkedHashMap<>();

    /** Keeps only the first reason of a key: later ones may follow from it. */
    public void add(String key, String reason) {
        reasons.putIfAbsent(key, reason);
    }

    public Map<String, String> byKey() {
        return Collections.unmodifiableMap(reasons);
    }
}
