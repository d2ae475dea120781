package io.parquetry.format.internal.spare;

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
class HandoverTest {
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
        Handover<Thread> work = new Handover<>(Thread::currentThread, 1);

        assertThat(work.isDone()).isFalse();
        assertThat(work.result()).isSameAs(Thread.currentThread());
        assertThat(work.isDone()).isTrue();
    }

    @Test
    void aSpareCoreDoesWhatItWasGiven() throws InterruptedException {
        SpareCores cores = new SpareCores(2, PLENTY);
        Handover<Thread> work = new Handover<>(this::waitsForRelease, 1);

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
        SpareCores cores = new SpareCores(4, PLENTY);
        AtomicInteger done = new AtomicInteger();
        List<Handover<Integer>> works = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Handover<Integer> work = new Handover<>(done::incrementAndGet, 1);
            work.offerTo(cores);
            works.add(work);
            works.get(i / 2).begin();
        }

        assertThat(works.stream().map(Handover::result)).doesNotHaveDuplicates();
        assertThat(done).hasValue(1_000);
    }

    @Test
    void nothingIsTakenWhereEveryCoreIsOccupied() {
        SpareCores cores = new SpareCores(2, PLENTY);

        SpareCores.Occupied one = cores.occupy();
        assertThat(takes(cores)).isTrue();
        SpareCores.Occupied another = cores.occupy();
        assertThat(takes(cores)).isFalse();
        another.close();
        another.close();
        assertThat(takes(cores)).isTrue();
        cores.occupy();
        assertThat(takes(cores)).isFalse();
        one.close();
        assertThat(takes(cores)).isTrue();
        assertThat(takes(new SpareCores(1, PLENTY))).isFalse();
    }

    private static boolean takes(SpareCores cores) {
        return new Handover<>(() -> 1, 1).offerTo(cores);
    }

    @Test
    void noMoreIsTakenThanFitsAndRoomComesBack() throws InterruptedException {
        SpareCores cores = new SpareCores(2, 100);
        Handover<Thread> first = new Handover<>(this::waitsForRelease, 60);
        Handover<Integer> second = new Handover<>(() -> 2, 40);

        assertThat(first.offerTo(cores)).isTrue();
        assertThat(second.offerTo(cores)).isTrue();
        assertThat(new Handover<>(() -> 3, 1).offerTo(cores)).isFalse();
        begun.await();
        assertThat(second.result()).isEqualTo(2);
        release.countDown();
        first.result();
        while (!new Handover<>(() -> 4, 100).offerTo(cores)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void workStaysWithItsOwnerWhereTheProcessMayNotHaveAnotherThread() {
        SpareCores cores = new SpareCores(2, 100, work -> {
            throw new OutOfMemoryError("unable to create native thread");
        });

        for (int i = 0; i < 3; i++) {
            Handover<Integer> work = new Handover<>(() -> 7, 60);
            assertThat(work.offerTo(cores)).isFalse();
            assertThat(work.result()).isEqualTo(7);
        }
    }

    @Test
    void whatWaitsIsLimitedInNumber() throws InterruptedException {
        SpareCores cores = new SpareCores(2, Long.MAX_VALUE);
        Handover<Thread> first = new Handover<>(this::waitsForRelease, 1);
        assertThat(first.offerTo(cores)).isTrue();
        begun.await();

        int taken = 0;
        while (taken < 10_000 && new Handover<>(() -> 1, 1).offerTo(cores)) {
            taken++;
        }
        assertThat(taken).isBetween(1, 1_000);
        release.countDown();
        assertThat(first.result()).isNotNull();
    }

    @Test
    void whatTheWorkThrewIsThrownToItsOwnerEachTime() {
        Handover<Integer> failing = new Handover<>(
                () -> {
                    throw new UnsupportedOperationException("no such codec");
                },
                1);
        Handover<Integer> dying = new Handover<>(
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
        SpareCores cores = new SpareCores(2, PLENTY);
        Handover<Thread> work = new Handover<>(this::waitsForRelease, 1);
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
