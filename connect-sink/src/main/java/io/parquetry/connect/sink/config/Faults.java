package io.parquetry.connect.sink.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is wrong with a configuration: for each key one reason, in the order in which one would mend them. */
final class Faults {
    private final Map<String, String> reasons = new LinkedHashMap<>();

    /** Only the first reason of a key is kept: the others may go with it. */
    void add(String key, String reason) {
        reasons.putIfAbsent(key, reason);
    }

    Map<String, String> byKey() {
        return Collections.unmodifiableMap(reasons);
    }
}
