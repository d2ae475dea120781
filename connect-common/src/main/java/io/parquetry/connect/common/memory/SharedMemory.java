package io.parquetry.connect.common.memory;

import java.util.Comparator;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Memory, or other bytes such as those of a disk, that many tasks hold together.
 *
 * <ol type="a">
 *   <li>Each task has an account, which one thread at a time changes. Changes are added to the sum of all accounts in
 *       lots of {@link #LOT_BYTES} and by {@link Account#publish}, so that a change costs no more than reading that
 *       sum.
 *   <li>The limit is the smallest limit of the open accounts.
 * </ol>
 */
public final class SharedMemory {
    private static final long LOT_BYTES = 32 << 10;
    private static final int HOLDERS_NAMED = 3;

    private final AtomicLong held = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();
    private final Set<Account> accounts = ConcurrentHashMap.newKeySet();
    private volatile long limitBytes = Long.MAX_VALUE;
    private volatile int tasks = 1;

    /**
     * Opens the account of a task.
     *
     * @param holder names the task in log lines
     */
    public Account open(long limitBytes, String holder) {
        Account account = new Account(limitBytes, holder);
        accounts.add(account);
        updateLimit();
        return account;
    }

    private synchronized void updateLimit() {
        limitBytes = accounts.stream()
                .mapToLong(account -> account.wantedLimitBytes)
                .min()
                .orElse(Long.MAX_VALUE);
        tasks = Math.max(1, accounts.size());
    }

    /** Bytes that all accounts hold. */
    public long heldBytes() {
        return held.get();
    }

    /** The most bytes that all accounts have held at a time. */
    public long peakBytes() {
        return peak.get();
    }

    public long limitBytes() {
        return limitBytes;
    }

    /** The number of open accounts, at least 1. */
    public int tasks() {
        return tasks;
    }

    /** The memory of one task. */
    public final class Account implements AutoCloseable {
        private final long wantedLimitBytes;
        private final String holder;
        private long ownBytes;
        private volatile long publishedBytes;

        /** When the task last ended a batch; 0 before the first. Other tasks read it. */
        private volatile long batchEndedMs;

        private Account(long wantedLimitBytes, String holder) {
            this.wantedLimitBytes = wantedLimitBytes;
            this.holder = Objects.requireNonNull(holder, "holder");
        }

        /** The task holds so many bytes more. */
        public void add(long bytes) {
            ownBytes += bytes;
            if (Math.abs(ownBytes - publishedBytes) >= LOT_BYTES) {
                publish();
            }
        }

        /** Shows other tasks what this task holds, to the byte. */
        public void publish() {
            long sum = held.addAndGet(ownBytes - publishedBytes);
            publishedBytes = ownBytes;
            if (sum > peak.get()) {
                peak.accumulateAndGet(sum, Math::max);
            }
        }

        public long ownBytes() {
            return ownBytes;
        }

        /** What all tasks hold, this task's part to the byte. */
        public long allBytes() {
            return held.get() + ownBytes - publishedBytes;
        }

        /** What the other tasks hold. */
        public long othersBytes() {
            return held.get() - publishedBytes;
        }

        /** The task has ended a batch. */
        public void batchEnded(long nowMs) {
            batchEndedMs = nowMs;
        }

        /** Who holds the memory, the largest first, for log lines. */
        public String holders(long nowMs) {
            return accounts.stream()
                    .sorted(Comparator.comparingLong((Account account) -> account.publishedBytes)
                            .reversed())
                    .limit(HOLDERS_NAMED)
                    .map(account -> account.described(nowMs))
                    .collect(Collectors.joining(", "));
        }

        private String described(long nowMs) {
            String calls = batchEndedMs == 0
                    ? "has ended no batch yet"
                    : "ended its last batch " + Math.max(0, nowMs - batchEndedMs) / 1000 + " s ago";
            return holder + " holds " + (publishedBytes >> 20) + " MiB and " + calls;
        }

        /** Gives all bytes back. */
        @Override
        public void close() {
            ownBytes = 0;
            publish();
            accounts.remove(this);
            updateLimit();
        }
    }
}
