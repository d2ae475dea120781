package io.parquetry.format.internal.helper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A task runs once, on the thread that begins first, and its owner gets the result; helper threads keep to their limits. */
@Timeout(30)
class StealableTaskTest {
    private static final long PLENTY = 1 << 20;

    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);

    private Thread waitsForRelease() throws InterruptedException {
        begun.countDown();
        release.await();
        return Thread.currentThread();
    }

    @Test
    void theOwnerRunsATaskThatNoThreadHasBegun() {
        StealableTask<Thread> work = new StealableTask<>(Thread::currentThread, 1);

        assertThat(work.isDone()).isFalse();
        assertThat(work.result()).isSameAs(Thread.currentThread());
        assertThat(work.isDone()).isTrue();
    }

    @Test
    void aHelperThreadRunsATaskThatItWasOffered() throws InterruptedException {
        HelperPool helpers = new HelperPool(2, PLENTY);
        StealableTask<Thread> work = new StealableTask<>(this::waitsForRelease, 1);

        assertThat(work.offerTo(helpers)).isTrue();
        begun.await();
        work.begin();
        assertThat(work.isDone()).isFalse();
        release.countDown();

        assertThat(work.result()).isNotSameAs(Thread.currentThread());
        assertThat(work.result().isDaemon()).isTrue();
    }

    @Test
    void aTaskRunsOnce() {
        HelperPool helpers = new HelperPool(4, PLENTY);
        AtomicInteger done = new AtomicInteger();
        List<StealableTask<Integer>> works = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            StealableTask<Integer> work = new StealableTask<>(done::incrementAndGet, 1);
            work.offerTo(helpers);
            works.add(work);
            works.get(i / 2).begin();
        }

        assertThat(works.stream().map(StealableTask::result)).doesNotHaveDuplicates();
        assertThat(done).hasValue(1_000);
    }

    @Test
    void noTaskIsAcceptedWhereEveryCoreIsReserved() {
        HelperPool helpers = new HelperPool(2, PLENTY);

        HelperPool.Reservation one = helpers.reserveCore();
        assertThat(accepts(helpers)).isTrue();
        HelperPool.Reservation another = helpers.reserveCore();
        assertThat(accepts(helpers)).isFalse();
        another.close();
        another.close();
        assertThat(accepts(helpers)).isTrue();
        helpers.reserveCore();
        assertThat(accepts(helpers)).isFalse();
        one.close();
        assertThat(accepts(helpers)).isTrue();
        assertThat(accepts(new HelperPool(1, PLENTY))).isFalse();
    }

    private static boolean accepts(HelperPool helpers) {
        return new StealableTask<>(() -> 1, 1).offerTo(helpers);
    }

    @Test
    void heapOfTasksIsLimitedAndGivenBack() throws InterruptedException {
        HelperPool helpers = new HelperPool(2, 100);
        StealableTask<Thread> first = new StealableTask<>(this::waitsForRelease, 60);
        StealableTask<Integer> second = new StealableTask<>(() -> 2, 40);

        assertThat(first.offerTo(helpers)).isTrue();
        assertThat(second.offerTo(helpers)).isTrue();
        assertThat(new StealableTask<>(() -> 3, 1).offerTo(helpers)).isFalse();
        begun.await();
        assertThat(second.result()).isEqualTo(2);
        release.countDown();
        first.result();
        while (!new StealableTask<>(() -> 4, 100).offerTo(helpers)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aTaskStaysWithItsOwnerWhereTheProcessMayNotHaveAnotherThread() {
        HelperPool helpers = new HelperPool(2, 100, work -> {
            throw new OutOfMemoryError("unable to create native thread");
        });

        for (int i = 0; i < 3; i++) {
            StealableTask<Integer> work = new StealableTask<>(() -> 7, 60);
            assertThat(work.offerTo(helpers)).isFalse();
            assertThat(work.result()).isEqualTo(7);
        }
    }

    @Test
    void queuedTasksAreLimitedInNumber() throws InterruptedException {
        HelperPool helpers = new HelperPool(2, Long.MAX_VALUE);
        StealableTask<Thread> first = new StealableTask<>(this::waitsForRelease, 1);
        assertThat(first.offerTo(helpers)).isTrue();
        begun.await();

        int accepted = 0;
        while (accepted < 10_000 && new StealableTask<>(() -> 1, 1).offerTo(helpers)) {
            accepted++;
        }
        assertThat(accepted).isBetween(1, 1_000);
        release.countDown();
        assertThat(first.result()).isNotNull();
    }

    @Test
    void anExceptionOfTheTaskIsThrownToItsOwnerEachTime() {
        StealableTask<Integer> failing = new StealableTask<>(
                () -> {
                    throw new UnsupportedOperationException("no such codec");
                },
                1);
        StealableTask<Integer> dying = new StealableTask<>(
                () -> {
                    throw new OutOfMemoryError("a page too many");
                },
                1);

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(failing::result)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("no such codec");
            assertThatThrownBy(dying::result).isInstanceOf(OutOfMemoryError.class);
        }
    }

    @Test
    void anInterruptIsKept() throws InterruptedException {
        HelperPool helpers = new HelperPool(2, PLENTY);
        StealableTask<Thread> work = new StealableTask<>(this::waitsForRelease, 1);
        work.offerTo(helpers);
        begun.await();

        Thread.currentThread().interrupt();
        Thread releasing = new Thread(release::countDown);
        releasing.start();

        assertThat(work.result()).isNotNull();
        assertThat(Thread.interrupted()).isTrue();
        releasing.join();
    }
}
