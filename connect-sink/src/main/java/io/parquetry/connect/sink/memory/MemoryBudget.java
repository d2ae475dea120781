package io.parquetry.connect.sink.memory;

import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Memory that the open files of many tasks hold together.
 *
 * <ol type="a">
 *   <li>Each task has an account, which only the task's thread changes. Changes are added to the sum of all accounts
 *       in lots of {@link #LOT_BYTES} and at the end of each batch, so that a record costs no more than reading that
 *       sum.
 *   <li>The limit is the smallest limit of the open accounts.
 *   <li>A task's share is an equal part of {@link Account#targetBytes}. The shares together are less than {@link
 *       Account#scarceBytes}, so when memory is scarce some task holds more than its share; that task frees memory.
 *   <li>A task that does not free memory, because a call of its storage hangs, must not stop the others for ever: each
 *       of them may fill its share after a while ({@link Account#allowShare}), also if all hold more than the limit
 *       then. So together they hold less than the limit and the shares of all tasks but one.
 * </ol>
 */
public final class MemoryBudget {
    /** The budget of this plugin in this worker: each plugin has a class loader of its own. */
    public static final MemoryBudget OF_WORKER = new MemoryBudget();

    private static final long LOT_BYTES = 32 << 10;

    /** The part of its share that a task may always fill: the less, the more often single rows would be spilled. */
    private static final long OWN_LEAST_PER_SHARE = 8;

    private static final int HOLDERS_NAMED = 3;

    /** Row groups of reloaded rows are not written earlier than this for want of memory. */
    private static final long RELOAD_BYTES_LEAST = 64 << 10;

    private final AtomicLong retained = new AtomicLong();
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
    public long retainedBytes() {
        return retained.get();
    }

    /** The most bytes that all accounts have held at a time. */
    public long peakBytes() {
        return peak.get();
    }

    public long limitBytes() {
        return limitBytes;
    }

    /** The memory of one task. */
    public final class Account implements AutoCloseable {
        private final long wantedLimitBytes;
        private final String holder;
        private long ownBytes;
        private volatile long publishedBytes;
        /** When the task last ended a batch; 0 before the first. Other tasks read it. */
        private volatile long batchEndedMs;

        private boolean mayFillShare;
        private int usages;
        private long writes;

        private Account(long wantedLimitBytes, String holder) {
            this.wantedLimitBytes = wantedLimitBytes;
            this.holder = holder;
        }

        /** Begins to account for an open file. */
        public Usage newUsage() {
            return new Usage(this);
        }

        /** Number of open files. */
        public int files() {
            return usages;
        }

        void add(long bytes) {
            set(ownBytes + bytes);
        }

        private void set(long bytes) {
            ownBytes = bytes;
            if (Math.abs(bytes - publishedBytes) >= LOT_BYTES) {
                publish();
            }
        }

        /** Shows other tasks what this task holds, to the byte; at the end of each batch. */
        public void publish() {
            long sum = retained.addAndGet(ownBytes - publishedBytes);
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
            return retained.get() + ownBytes - publishedBytes;
        }

        /** What the other tasks hold. */
        public long othersBytes() {
            return retained.get() - publishedBytes;
        }

        public long limitBytes() {
            return limitBytes;
        }

        /** Whether a file may grow by so many bytes. */
        public boolean hasSpaceFor(long growthBytes) {
            return allBytes() + growthBytes <= fillableBytes() || ownBytes + growthBytes <= ownLeastBytes();
        }

        /** What this task may hold whatever others hold. */
        private long ownLeastBytes() {
            return mayFillShare ? shareBytes() : shareBytes() / OWN_LEAST_PER_SHARE;
        }

        /** Allows this task to fill its share, because it has waited long enough for memory; or ends that. */
        public void allowShare(boolean allowed) {
            mayFillShare = allowed;
        }

        /** Whether {@link #allowShare} holds. */
        public boolean mayFillShare() {
            return mayFillShare;
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

        /** What all tasks may hold for incoming records; the rest of the limit is for reloading spilled rows. */
        public long fillableBytes() {
            return limitBytes - reloadBytes();
        }

        private long reloadBytes() {
            return limitBytes / 16;
        }

        /**
         * Bytes of a row group of reloaded rows: half of what is free, or this task's part of what is kept for that.
         */
        public long reloadRowGroupBytesMax() {
            long free = fillableBytes() - allBytes();
            return Math.max(RELOAD_BYTES_LEAST, Math.max(reloadBytes() / tasks, free / 2));
        }

        /** What all tasks should hold at most after memory was freed. */
        public long targetBytes() {
            return limitBytes / 10 * 8;
        }

        /** Whether a task that holds more than its share must free memory, and one that does not must wait. */
        public boolean isScarce() {
            return allBytes() > scarceBytes();
        }

        long scarceBytes() {
            return limitBytes / 10 * 9;
        }

        /** Whether this task holds more than its share. */
        public boolean exceedsShare() {
            return ownBytes > shareBytes();
        }

        /** This task's part of the memory. */
        public long shareBytes() {
            return targetBytes() / tasks;
        }

        /** Whether other tasks use the budget too. */
        public boolean isShared() {
            return tasks > 1;
        }

        /** Gives all bytes back. */
        @Override
        public void close() {
            set(0);
            publish();
            accounts.remove(this);
            updateLimit();
        }
    }

    /** What one open file holds of its task's account. */
    public static final class Usage implements AutoCloseable {
        private final Account account;
        private long bytes;
        private long lastWrite;
        private boolean open = true;

        private Usage(Account account) {
            this.account = account;
            account.usages++;
        }

        /** The file holds so many bytes now. */
        public void set(long newBytes) {
            if (newBytes != bytes) {
                account.add(newBytes - bytes);
                bytes = newBytes;
            }
        }

        /** A record was written to the file; called for each record, so it only counts. */
        public void setWritten(long newBytes) {
            set(newBytes);
            lastWrite = ++account.writes;
        }

        /** Number of the last write among all writes of the task. */
        public long lastWrite() {
            return lastWrite;
        }

        /** The file is not open any more. */
        @Override
        public void close() {
            if (open) {
                set(0);
                account.usages--;
                open = false;
            }
        }
    }
}
