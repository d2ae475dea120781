package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.local.wait.Deadline;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Waiting for a figure that grows. */
final class AwaitCount {

    private AwaitCount() {}

    /** Waits until {@code measure} has reached {@code goal}; {@code what} names the figure should it not get there. */
    static void atLeast(long goal, LongSupplier measure, Duration patience, String what) {
        Deadline deadline = Deadline.after(patience);
        long reached = measure.getAsLong();
        while (reached < goal) {
            assertThat(deadline.expired())
                    .as("%s: %d of %d after %s", what, reached, goal, patience)
                    .isFalse();
            deadline.pause(what);
            reached = measure.getAsLong();
        }
    }
}
