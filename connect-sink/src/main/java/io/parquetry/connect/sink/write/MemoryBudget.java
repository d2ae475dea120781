package io.parquetry.connect.sink.write;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that the open files of many tasks hold together.
 *
 * <ol type="a">
 *   <li>Each task has an account, which its thread alone changes. What it changes is added to the sum of all in lots of
 *       {@link #LOT_BYTES} and at the end of each batch, so that a record costs no more than a look at that sum.
 *   <li>The limit is the smallest that an open account was opened with.
 *   <li>A task's share is an equal part of what is to be left after making room. The shares together are less than the
 *       sum that asks for room, so when that is reached some task holds more than its share; it is the one to make room.
 * </ol>
 */
public final class MemoryBudget {
    /** The one of this plugin in this worker: each plugin has a class loader of its own. */
    public static final MemoryBudget OF_WORKER = new MemoryBudget();

    private static final long LOT_BYTES = 32 << 10;

    private final AtomicLong retained = new AtomicLong();
    private final AtomicLong most = new AtomicLong();
    private final Set<Account> accounts = ConcurrentHashMap.newKeySet();
    private volatile long limitBytes = Long.MAX_VALUE;
    private volatile int sharers = 1;

    /** Opens the account of a task. */
    Account open(long wantedBytes) {
        Account account = new Account(wantedBytes);
        accounts.add(account);
        settle();
        return account;
    }

    private synchronized void settle() {
        limitBytes = accounts.stream()
                .mapToLong(account -> account.wantedBytes)
                .min()
                .orElse(Long.MAX_VALUE);
        sharers = Math.max(1, accounts.size());
    }

    /** What all hold. */
    public long retainedBytes() {
        return retained.get();
    }

    /** The most that all have held. */
    public long mostBytes() {
        return most.get();
    }

    public long limitBytes() {
        return limitBytes;
    }

    /** One task's part. */
    final class Account implements AutoCloseable {
        private final long wantedBytes;
        private long ownBytes;
        private long publishedBytes;

        private Account(long wantedBytes) {
            this.wantedBytes = wantedBytes;
        }

        /** The task's files hold so much more, or less. */
        void add(long bytes) {
            set(ownBytes + bytes);
        }

        private void set(long bytes) {
            ownBytes = bytes;
            if (Math.abs(bytes - publishedBytes) >= LOT_BYTES) {
                publish();
            }
        }

        /** Lets all others see what this task holds, to the byte; at the end of each batch. */
        void publish() {
            long sum = retained.addAndGet(ownBytes - publishedBytes);
            publishedBytes = ownBytes;
            if (sum > most.get()) {
                most.accumulateAndGet(sum, Math::max);
            }
        }

        long ownBytes() {
            return ownBytes;
        }

        /** What all hold, this task's part to the byte. */
        long allBytes() {
            return retained.get() + ownBytes - publishedBytes;
        }

        long limitBytes() {
            return limitBytes;
        }

        /** What all may hold for records that come; what remains of the limit is for bringing spilled rows together. */
        long fillableBytes() {
            return limitBytes - gatherBytes();
        }

        private long gatherBytes() {
            return limitBytes / 16;
        }

        /** What this task may always use to bring spilled rows together. */
        long ownGatherBytes() {
            return gatherBytes() / sharers;
        }

        /** What all are to hold at most after somebody has made room. */
        long roomyBytes() {
            return limitBytes / 10 * 8;
        }

        /** From here on who holds more than his share makes room, and who does not waits. */
        long scarceBytes() {
            return limitBytes / 10 * 9;
        }

        /** Whether this task holds more than its share. */
        boolean exceedsShare() {
            return ownBytes > roomyBytes() / sharers;
        }

        /** Whether others could need what this task holds. */
        boolean isShared() {
            return sharers > 1;
        }

        /** Gives everything back. */
        @Override
        public void close() {
            set(0);
            publish();
            accounts.remove(this);
            settle();
        }
    }
}
