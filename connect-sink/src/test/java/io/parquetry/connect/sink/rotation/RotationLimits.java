package io.parquetry.connect.sink.rotation;

import io.parquetry.connect.sink.config.RotationSettings;
import io.parquetry.connect.sink.config.SinkSettings;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;

/** Rotation by the keys that a test names, without the limits that files have by default. */
public final class RotationLimits {
    private RotationLimits() {}

    /** A policy in UTC; the time of a record is its timestamp. */
    public static RotationPolicy policy(Map<String, Long> limits) {
        return new RotationPolicy(settings(limits), ZoneOffset.UTC, SinkRecord::timestamp);
    }

    private static RotationSettings settings(Map<String, Long> limits) {
        Map<String, String> keys = new HashMap<>(Map.of(
                "name",
                "archive",
                "storage.url",
                "/data",
                "timezone",
                "UTC",
                "file.size.bytes",
                "0",
                "rotate.max.age.ms",
                "0"));
        limits.forEach((key, limit) -> keys.put(key, limit.toString()));
        return SinkSettings.of(keys).rotation();
    }
}
