package io.parquetry.connect.common.retry;

import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.KeyBuilder;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef.Width;

/** The keys of retries; each connector adds them to its group of keys for failures. */
public final class RetryKeys {
    public static final String RETRY_TIMEOUT_MS = "retry.timeout.ms";

    private static final long TIMEOUT_MS = 1_800_000;

    private RetryKeys() {}

    /** @param progress what ends a series of failures, as in "a commit" */
    public static void define(KeyBuilder.Group group, String progress) {
        group.key(RETRY_TIMEOUT_MS, LONG, "Time for retries")
                .defaultsTo(TIMEOUT_MS)
                .must(atLeast(0))
                .importance(MEDIUM)
                .width(Width.SHORT)
                .says("The task fails when the storage has failed for this many milliseconds without " + progress
                        + ". Nothing is lost: a restarted task continues from what is committed.");
    }

    /** The keys of the pauses, which grow with each failure. */
    public static Map<String, String> removed() {
        String advice = "remove the key; the first pause is 1 second, and the longest a minute";
        return Map.of("retry.backoff.ms", advice, "retry.backoff.max.ms", advice);
    }

    /** How long a series of failures may last before the task fails, in milliseconds. */
    public static long read(ConfigValues values) {
        return values.number(RETRY_TIMEOUT_MS);
    }
}
