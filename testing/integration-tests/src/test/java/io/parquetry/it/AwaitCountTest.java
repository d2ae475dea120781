package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A wait ends when the count has reached the goal, or has not grown for as long as it may. */
class AwaitCountTest {
    private static final Duration PATIENCE = Duration.ofMillis(300);

    @Test
    void aCountThatGoesUpAndDownIsNotWaitedForForEver() {
        AtomicLong calls = new AtomicLong();
        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThatThrownBy(
                                () -> AwaitCount.atLeast(9, () -> calls.incrementAndGet() % 2, PATIENCE, "files"))
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("files: 1 of 9"));
    }

    @Test
    void aCountMayTakeLongerThanItsPatienceAsLongAsItGrows() {
        AtomicLong calls = new AtomicLong();
        AwaitCount.atLeast(20, calls::incrementAndGet, PATIENCE, "files");
    }
}
