package io.parquetry.connect.common.retry;

import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * How long a task waits before it tries a storage again.
 *
 * @param firstMs pause after the first failure
 * @param mostMs longest pause
 * @param random gives numbers from 0 to 1
 */
public record RetryPauses(long firstMs, long mostMs, DoubleSupplier random) {
    /** Those of a worker. */
    public static final RetryPauses USUAL =
            new RetryPauses(1_000, 60_000, () -> ThreadLocalRandom.current().nextDouble());

    public RetryPauses {
        Objects.requireNonNull(random, "random");
    }
}
