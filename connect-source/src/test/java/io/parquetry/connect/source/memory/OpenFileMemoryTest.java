package io.parquetry.connect.source.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.source.memory.OpenFileMemory.Account;
import io.parquetry.connect.source.memory.OpenFileMemory.Reading;
import io.parquetry.connect.source.memory.OpenFileMemory.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

/** Tasks get memory for their files in turn, read ahead only where there is plenty, and never wait for each other. */
class OpenFileMemoryTest {
    private static final long LIMIT = 100 << 20;

    private long nowMs;
    private final OpenFileMemory memory = new OpenFileMemory(() -> nowMs);
    private final Account one = memory.open(LIMIT, "task 1");
    private final Account two = memory.open(LIMIT, "task 2");

    private static Optional<Reservation> reserve(Account account, int leastMebibytes) {
        return account.reserve(new MemoryNeed("a.parquet", (long) leastMebibytes << 21, (long) leastMebibytes << 20));
    }

    @Test
    void aFileWithinTheShareIsReadAhead() {
        assertThat(reserve(one, 25).orElseThrow().reading()).isEqualTo(Reading.WITH_READ_AHEAD);
        assertThat(memory.heldBytes()).isEqualTo(50 << 20);
    }

    @Test
    void aFileBeyondTheShareIsReadWithoutReadingAhead() {
        assertThat(reserve(one, 26).orElseThrow().reading()).isEqualTo(Reading.WITHOUT_READ_AHEAD);
        assertThat(memory.heldBytes()).isEqualTo(26 << 20);
    }

    @Test
    void aFileWaitsUntilAnotherIsClosed() {
        Reservation first = reserve(one, 60).orElseThrow();

        assertThat(reserve(two, 60)).isEmpty();
        assertThat(two.waits()).isTrue();

        first.close();
        assertThat(reserve(two, 60)).isPresent();
        two.proceeded();
        assertThat(two.waits()).isFalse();
    }

    @Test
    void onlyTheFirstInTheQueueOpensFiles() {
        Account three = memory.open(LIMIT, "task 3");
        Reservation held = reserve(one, 60).orElseThrow();
        assertThat(reserve(two, 60)).isEmpty();

        assertThat(reserve(three, 1)).isEmpty();

        held.close();
        assertThat(reserve(three, 1)).isEmpty();
        assertThat(reserve(two, 60)).isPresent();
        assertThat(reserve(three, 1)).as("before the first has a row").isEmpty();
        two.proceeded();
        assertThat(reserve(three, 1)).isPresent();
    }

    @Test
    void aFileLargerThanTheLimitIsOpenedAlone() {
        Reservation small = reserve(one, 30).orElseThrow();
        assertThat(reserve(two, 200)).isEmpty();

        small.close();

        assertThat(reserve(two, 200).orElseThrow().reading()).isEqualTo(Reading.WITHOUT_READ_AHEAD);
        assertThat(reserve(one, 1)).isEmpty();
    }

    @Test
    void filesThatMustBeOpenTogetherAndDoNotFitAreRefused() {
        assertThat(reserve(one, 60)).isPresent();

        assertThatThrownBy(() -> reserve(one, 50))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("cannot open a.parquet, which needs 50 MiB")
                .hasMessageContaining("1 files that are open and hold 60 MiB")
                .hasMessageContaining("100 MiB (open.files.memory.bytes)");
    }

    @Test
    void filesThatAreReadAheadAreClosedBeforeFilesAreRefused() {
        Reservation ahead = reserve(one, 25).orElseThrow();
        assertThat(reserve(two, 20)).isPresent();
        assertThat(reserve(one, 60)).isEmpty();
        assertThat(one.mustCloseFiles()).isTrue();

        ahead.close();

        assertThat(reserve(one, 25).orElseThrow().reading()).isEqualTo(Reading.WITHOUT_READ_AHEAD);
    }

    @Test
    void ofTwoTasksThatWaitWithOpenFilesTheSecondClosesThem() {
        assertThat(reserve(one, 40)).isPresent();
        Reservation closed = reserve(two, 40).orElseThrow();
        assertThat(reserve(one, 40)).isEmpty();
        assertThat(reserve(two, 40)).isEmpty();

        assertThat(one.mustCloseFiles()).isFalse();
        assertThat(two.mustCloseFiles()).isTrue();

        closed.close();
        assertThat(reserve(one, 40)).isPresent();
    }

    @Test
    void aTaskThatHoldsMoreThanItsShareMakesWayAfterItsTurn() {
        assertThat(reserve(one, 60)).isPresent();
        assertThat(reserve(two, 60)).isEmpty();
        assertThat(one.mustCloseFiles()).isFalse();

        nowMs += 5_000;

        assertThat(one.mustCloseFiles()).isTrue();
    }

    @Test
    void aTaskWithinItsShareMakesWayLater() {
        assertThat(reserve(one, 40)).isPresent();
        assertThat(reserve(two, 90)).isEmpty();
        for (int i = 0; i < 7; i++) {
            nowMs += 4_000;
            assertThat(reserve(two, 90)).isEmpty();
            assertThat(one.mustCloseFiles()).isFalse();
        }

        nowMs += 4_000;

        assertThat(one.mustCloseFiles()).isTrue();
    }

    @Test
    void aTaskThatDoesNotTryAnyMoreLeavesTheQueue() {
        assertThat(reserve(one, 60)).isPresent();
        assertThat(reserve(two, 60)).isEmpty();
        Account three = memory.open(LIMIT, "task 3");

        nowMs += 5_001;

        assertThat(reserve(three, 1)).isPresent();
    }

    @Test
    void aTaskFillsItsShareBeyondTheLimitWhenOthersDoNotMakeWay() {
        assertThat(reserve(one, 90)).isPresent();
        for (int i = 0; i < 15; i++) {
            assertThat(reserve(two, 20)).isEmpty();
            nowMs += 4_000;
        }

        assertThat(reserve(two, 20)).isPresent();
        assertThat(reserve(two, 40)).isEmpty();
    }

    @Test
    void aClosedAccountHoldsNothing() {
        Reservation reserved = reserve(one, 60).orElseThrow();
        assertThat(reserve(two, 60)).isEmpty();

        reserved.close();
        reserved.close();
        one.close();
        two.close();

        assertThat(memory.heldBytes()).isZero();
        assertThat(reserve(memory.open(LIMIT, "task 3"), 10).orElseThrow().reading())
                .isEqualTo(Reading.WITH_READ_AHEAD);
    }

    @Test
    void tasksThatNeedSeveralFilesAtATimeAllGetThemHoweverTheyTakeTurns() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            OpenFileMemory shared = new OpenFileMemory(() -> nowMs);
            List<Merge> merges = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                merges.add(new Merge(shared.open(LIMIT, "task " + i), random));
            }
            for (int step = 0; step < 3_000 && merges.stream().anyMatch(merge -> merge.rowsLeft > 0); step++) {
                nowMs += random.nextInt(200);
                merges.get(random.nextInt(merges.size())).step();
                assertThat(shared.heldBytes()).isLessThanOrEqualTo(LIMIT);
            }
            assertThat(merges).as("seed " + seed).allMatch(merge -> merge.rowsLeft == 0);
        }
    }

    /** A task that needs all its files open for each of its rows. */
    private static final class Merge {
        private final Account account;
        private final List<Integer> files = new ArrayList<>();
        private final List<Reservation> open = new ArrayList<>();
        private int rowsLeft = 40;

        Merge(Account account, Random random) {
            this.account = account;
            int left = 95;
            for (int i = 0; i < 4; i++) {
                int size = 1 + random.nextInt(left / (4 - i));
                files.add(size);
                left -= size;
            }
        }

        void step() {
            if (rowsLeft == 0 || account.mustCloseFiles()) {
                closeAll();
                return;
            }
            while (open.size() < files.size()) {
                Optional<Reservation> reserved = reserve(account, files.get(open.size()));
                if (reserved.isEmpty()) {
                    if (open.isEmpty() || account.mustCloseFiles()) {
                        closeAll();
                    }
                    return;
                }
                open.add(reserved.get());
            }
            account.proceeded();
            rowsLeft--;
        }

        private void closeAll() {
            open.forEach(Reservation::close);
            open.clear();
        }
    }
}
