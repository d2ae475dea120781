package io.parquetry.connect.sink.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Accounts add up, whichever threads they belong to; the smallest limit counts; shares are equal. */
class MemoryBudgetTest {
    private final MemoryBudget budget = new MemoryBudget();

    @Test
    void anAccountKnowsTheSumWithItsOwnPartToTheByte() {
        MemoryBudget.Account one = budget.open(1_000_000, "a task");
        MemoryBudget.Account two = budget.open(1_000_000, "a task");
        one.add(7);
        two.add(400_000);
        assertThat(one.allBytes()).isEqualTo(400_007);
        assertThat(two.allBytes()).as("small amounts of others are not seen").isEqualTo(400_000);
        one.close();
        two.close();
        assertThat(budget.retainedBytes()).isZero();
    }

    @Test
    void theSmallestLimitOfTheOpenAccountsCounts() {
        MemoryBudget.Account large = budget.open(5_000_000, "a task");
        assertThat(large.limitBytes()).isEqualTo(5_000_000);
        MemoryBudget.Account small = budget.open(2_000_000, "a task");
        assertThat(large.limitBytes()).isEqualTo(2_000_000);
        small.close();
        assertThat(large.limitBytes()).isEqualTo(5_000_000);
    }

    @Test
    void whenMemoryIsScarceATaskExceedsItsShare() {
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            List<MemoryBudget.Account> accounts = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(8); i++) {
                accounts.add(budget.open(10_000_000, "a task"));
            }
            MemoryBudget.Account last = accounts.get(accounts.size() - 1);
            while (last.allBytes() <= last.scarceBytes()) {
                accounts.get(random.nextInt(accounts.size())).add(100_000);
            }
            assertThat(accounts).anyMatch(MemoryBudget.Account::exceedsShare);
            accounts.forEach(MemoryBudget.Account::close);
        }
    }

    @Test
    void holdersAreNamedTheLargestFirst() {
        MemoryBudget.Account one = budget.open(100 << 20, "connector \"a\", task 0");
        MemoryBudget.Account two = budget.open(100 << 20, "connector \"b\", task 3");
        one.add(7 << 20);
        two.add(40 << 20);
        two.batchEnded(5_000);
        assertThat(one.holders(65_000))
                .isEqualTo("connector \"b\", task 3 holds 40 MiB and ended its last batch 60 s ago,"
                        + " connector \"a\", task 0 holds 7 MiB and has ended no batch yet");
    }

    @Test
    void aTaskThatWaitedMayFillItsShareAndNotMore() {
        MemoryBudget.Account large = budget.open(1_000_000, "large");
        MemoryBudget.Account small = budget.open(1_000_000, "small");
        large.add(1_000_000);
        assertThat(small.hasSpaceFor(60_000)).isFalse();
        assertThat(small.hasSpaceFor(50_000))
                .as("an eighth of the share is always free")
                .isTrue();
        small.allowShare(true);
        assertThat(small.hasSpaceFor(400_000)).isTrue();
        assertThat(small.hasSpaceFor(400_001)).isFalse();
    }

    @Test
    void threadsDoNotLoseBytes() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            MemoryBudget.Account account = budget.open(Long.MAX_VALUE, "a task");
            int seed = i;
            threads.add(new Thread(() -> {
                Random random = new Random(seed);
                long own = 0;
                for (int change = 0; change < 100_000; change++) {
                    long bytes = random.nextInt(100_000);
                    account.add(own > 10_000_000 ? -bytes : bytes);
                    own += own > 10_000_000 ? -bytes : bytes;
                }
                account.close();
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(budget.retainedBytes()).isZero();
        assertThat(budget.peakBytes()).isPositive();
    }
}
