package io.parquetry.connect.common.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is wrong with a configuration: for each key one reason, in the order in which one would mend them. */
public final class Faults {
    private final Map<String, String> reasons = new LinkedHashMap<>();

    /** Only the first reason of a key is kept: the others may go with it. */
    public void add(String key, String reason) {
        reasons.putIfAbsent(key, reason);
    }

    public Map<String, String> byKey() {
        return Collections.unmodifiableMap(reasons);
    }
}
