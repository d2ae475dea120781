package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.local.wait.Deadline;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Waits for a count that grows. */
final class AwaitCount {

    private AwaitCount() {}

    /**
     * Waits until {@code count} has reached {@code goal}; {@code what} names the count in the failure.
     *
     * @param patience how long it may stay the same; a slow machine may take longer in all
     */
    static void atLeast(long goal, LongSupplier count, Duration patience, String what) {
        Deadline deadline = Deadline.after(patience);
        long reached = count.getAsLong();
        // Counts of files fall, too: one that goes up and down does not grow.
        while (reached < goal) {
            assertThat(deadline.expired())
                    .as("%s: %d of %d, and no more for %s", what, reached, goal, patience)
                    .isFalse();
            deadline.pause(what);
            long next = count.getAsLong();
            if (next > reached) {
                deadline = Deadline.after(patience);
                reached = next;
            }
        }
    }
}
