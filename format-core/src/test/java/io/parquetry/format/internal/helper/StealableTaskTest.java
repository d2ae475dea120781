package io.parquetry.format.internal.helper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work is done once, by whoever begins first, and its owner gets what came of it; spare cores take no more than they may. */
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
    void theOwnerDoesWhatNobodyHasBegun() {
        StealableTask<Thread> work = new StealableTask<>(Thread::currentThread, 1);

        assertThat(work.isDone()).isFalse();
        assertThat(work.result()).isSameAs(Thread.currentThread());
        assertThat(work.isDone()).isTrue();
    }

    @Test
    void aSpareCoreDoesWhatItWasGiven() throws InterruptedException {
        HelperPool cores = new HelperPool(2, PLENTY);
        StealableTask<Thread> work = new StealableTask<>(this::waitsForRelease, 1);

        assertThat(work.offerTo(cores)).isTrue();
        begun.await();
        work.begin();
        assertThat(work.isDone()).isFalse();
        release.countDown();

        assertThat(work.result()).isNotSameAs(Thread.currentThread());
        assertThat(work.result().isDaemon()).isTrue();
    }

    @Test
    void workIsDoneOnce() {
        HelperPool cores = new HelperPool(4, PLENTY);
        AtomicInteger done = new AtomicInteger();
        List<StealableTask<Integer>> works = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            StealableTask<Integer> work = new StealableTask<>(done::incrementAndGet, 1);
            work.offerTo(cores);
            works.add(work);
            works.get(i / 2).begin();
        }

        assertThat(works.stream().map(StealableTask::result)).doesNotHaveDuplicates();
        assertThat(done).hasValue(1_000);
    }

    @Test
    void nothingIsTakenWhereEveryCoreIsOccupied() {
        HelperPool cores = new HelperPool(2, PLENTY);

        HelperPool.Occupied one = cores.occupy();
        assertThat(takes(cores)).isTrue();
        HelperPool.Occupied another = cores.occupy();
        assertThat(takes(cores)).isFalse();
        another.close();
        another.close();
        assertThat(takes(cores)).isTrue();
        cores.occupy();
        assertThat(takes(cores)).isFalse();
        one.close();
        assertThat(takes(cores)).isTrue();
        assertThat(takes(new HelperPool(1, PLENTY))).isFalse();
    }

    private static boolean takes(HelperPool cores) {
        return new StealableTask<>(() -> 1, 1).offerTo(cores);
    }

    @Test
    void noMoreIsTakenThanFitsAndRoomComesBack() throws InterruptedException {
        HelperPool cores = new HelperPool(2, 100);
        StealableTask<Thread> first = new StealableTask<>(this::waitsForRelease, 60);
        StealableTask<Integer> second = new StealableTask<>(() -> 2, 40);

        assertThat(first.offerTo(cores)).isTrue();
        assertThat(second.offerTo(cores)).isTrue();
        assertThat(new StealableTask<>(() -> 3, 1).offerTo(cores)).isFalse();
        begun.await();
        assertThat(second.result()).isEqualTo(2);
        release.countDown();
        first.result();
        while (!new StealableTask<>(() -> 4, 100).offerTo(cores)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void workStaysWithItsOwnerWhereTheProcessMayNotHaveAnotherThread() {
        HelperPool cores = new HelperPool(2, 100, work -> {
            throw new OutOfMemoryError("unable to create native thread");
        });

        for (int i = 0; i < 3; i++) {
            StealableTask<Integer> work = new StealableTask<>(() -> 7, 60);
            assertThat(work.offerTo(cores)).isFalse();
            assertThat(work.result()).isEqualTo(7);
        }
    }

    @Test
    void whatWaitsIsLimitedInNumber() throws InterruptedException {
        HelperPool cores = new HelperPool(2, Long.MAX_VALUE);
        StealableTask<Thread> first = new StealableTask<>(this::waitsForRelease, 1);
        assertThat(first.offerTo(cores)).isTrue();
        begun.await();

        int taken = 0;
        while (taken < 10_000 && new StealableTask<>(() -> 1, 1).offerTo(cores)) {
            taken++;
        }
        assertThat(taken).isBetween(1, 1_000);
        release.countDown();
        assertThat(first.result()).isNotNull();
    }

    @Test
    void whatTheWorkThrewIsThrownToItsOwnerEachTime() {
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
    void anInterruptIsKeptForLater() throws InterruptedException {
        HelperPool cores = new HelperPool(2, PLENTY);
        StealableTask<Thread> work = new StealableTask<>(this::waitsForRelease, 1);
        work.offerTo(cores);
        begun.await();

        Thread.currentThread().interrupt();
        Thread releasing = new Thread(release::countDown);
        releasing.start();

        assertThat(work.result()).isNotNull();
        assertThat(Thread.interrupted()).isTrue();
        releasing.join();
    }
}
