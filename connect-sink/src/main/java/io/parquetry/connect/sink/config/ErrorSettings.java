package io.parquetry.connect.sink.config;

import io.parquetry.connect.common.retry.RetrySettings;
import java.util.Objects;

/**
 * What happens when the storage or a record fails.
 *
 * @param retry how the storage is tried again
 */
public record ErrorSettings(RetrySettings retry, OnBadRecord onBadRecord, NullValues nullValues) {
    /** What becomes of a record that cannot be stored. */
    public enum OnBadRecord {
        /** It goes to the dead letter queue if the worker reports bad records; else the task fails. */
        REPORT,
        /** It is counted and forgotten. */
        SKIP,
        /** The task fails. */
        FAIL
    }

    /** What becomes of a record whose value is null. */
    public enum NullValues {
        /** It is counted and forgotten. */
        IGNORE,
        /** It is stored if the file has a place for it; else it is a bad record. */
        WRITE,
        /** It is a bad record. */
        FAIL
    }

    public ErrorSettings {
        Objects.requireNonNull(retry, "retry");
        Objects.requireNonNull(onBadRecord, "onBadRecord");
        Objects.requireNonNull(nullValues, "nullValues");
    }
}
