package io.parquetry.connect.common.retry;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.Values;
import org.apache.kafka.common.config.ConfigDef.Width;

/** The keys of retries; each connector adds them to its group of keys for failures. */
public final class RetryKeys {
    public static final String RETRY_BACKOFF_MS = "retry.backoff.ms";
    public static final String RETRY_BACKOFF_MAX_MS = "retry.backoff.max.ms";
    public static final String RETRY_TIMEOUT_MS = "retry.timeout.ms";

    private static final long BACKOFF_MS = 1_000;
    private static final long BACKOFF_MAX_MS = 60_000;
    private static final long TIMEOUT_MS = 1_800_000;

    private RetryKeys() {}

    /** @param progress what ends a series of failures, as in "a commit" */
    public static void define(KeyBuilder.Group group, String progress) {
        group.key(RETRY_BACKOFF_MS, LONG, "First pause between retries")
                .defaultsTo(BACKOFF_MS)
                .must(between(1, 3_600_000))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Milliseconds to wait before the first retry when the storage has failed. Each further failure"
                        + " doubles the pause.");
        group.key(RETRY_BACKOFF_MAX_MS, LONG, "Longest pause between retries")
                .defaultsTo(BACKOFF_MAX_MS)
                .must(between(1, 3_600_000))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Longest pause between two retries, in milliseconds.");
        group.key(RETRY_TIMEOUT_MS, LONG, "Time for retries")
                .defaultsTo(TIMEOUT_MS)
                .must(atLeast(0))
                .importance(MEDIUM)
                .width(Width.SHORT)
                .says("The task fails when the storage has failed for this many milliseconds without " + progress
                        + ". Nothing is lost: a restarted task continues from what is committed.");
    }

    public static void check(Values values, Faults faults) {
        long first = values.number(RETRY_BACKOFF_MS);
        if (values.number(RETRY_BACKOFF_MAX_MS) < first) {
            faults.add(
                    RETRY_BACKOFF_MAX_MS,
                    "the longest pause must not be shorter than the first one, " + RETRY_BACKOFF_MS + "=" + first);
        }
    }

    public static RetrySettings read(Values values) {
        return new RetrySettings(
                values.number(RETRY_BACKOFF_MS), values.number(RETRY_BACKOFF_MAX_MS), values.number(RETRY_TIMEOUT_MS));
    }
}
