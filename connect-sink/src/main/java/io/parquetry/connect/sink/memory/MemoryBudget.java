package io.parquetry.connect.sink.memory;

import io.parquetry.connect.common.memory.SharedMemory;

/**
 * Memory that the open files of many tasks hold together.
 *
 * <ol type="a">
 *   <li>Each task has an account in a {@link SharedMemory}, which only the task's thread changes; it is published at
 *       the end of each batch. The limit is the smallest limit of the open accounts.
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

    /** The part of its share that a task may always fill: the less, the more often single rows would be spilled. */
    private static final long OWN_LEAST_PER_SHARE = 8;

    /** Row groups of reloaded rows are not written earlier than this for want of memory. */
    private static final long RELOAD_BYTES_LEAST = 64 << 10;

    private final SharedMemory memory = new SharedMemory();

    /**
     * Opens the account of a task.
     *
     * @param holder names the task in log lines
     */
    public Account open(long limitBytes, String holder) {
        return new Account(memory.open(limitBytes, holder));
    }

    /** Bytes that all accounts hold. */
    public long retainedBytes() {
        return memory.heldBytes();
    }

    /** The most bytes that all accounts have held at a time. */
    public long peakBytes() {
        return memory.peakBytes();
    }

    public long limitBytes() {
        return memory.limitBytes();
    }

    /** The memory of one task. */
    public final class Account implements AutoCloseable {
        private final SharedMemory.Account shared;
        private boolean mayFillShare;
        private int usages;
        private long writes;

        private Account(SharedMemory.Account shared) {
            this.shared = shared;
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
            shared.add(bytes);
        }

        /** Shows other tasks what this task holds, to the byte; at the end of each batch. */
        public void publish() {
            shared.publish();
        }

        public long ownBytes() {
            return shared.ownBytes();
        }

        /** What all tasks hold, this task's part to the byte. */
        public long allBytes() {
            return shared.allBytes();
        }

        /** What the other tasks hold. */
        public long othersBytes() {
            return shared.othersBytes();
        }

        public long limitBytes() {
            return memory.limitBytes();
        }

        /** Whether a file may grow by so many bytes. */
        public boolean hasSpaceFor(long growthBytes) {
            return allBytes() + growthBytes <= fillableBytes() || ownBytes() + growthBytes <= ownLeastBytes();
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
            shared.batchEnded(nowMs);
        }

        /** Who holds the memory, the largest first, for log lines. */
        public String holders(long nowMs) {
            return shared.holders(nowMs);
        }

        /** What all tasks may hold for incoming records; the rest of the limit is for reloading spilled rows. */
        public long fillableBytes() {
            return limitBytes() - reloadBytes();
        }

        private long reloadBytes() {
            return limitBytes() / 16;
        }

        /**
         * Bytes of a row group of reloaded rows: half of what is free, or this task's part of what is kept for that.
         */
        public long reloadRowGroupBytesMax() {
            long free = fillableBytes() - allBytes();
            return Math.max(RELOAD_BYTES_LEAST, Math.max(reloadBytes() / memory.tasks(), free / 2));
        }

        /** What all tasks should hold at most after memory was freed. */
        public long targetBytes() {
            return limitBytes() / 10 * 8;
        }

        /** Whether a task that holds more than its share must free memory, and one that does not must wait. */
        public boolean isScarce() {
            return allBytes() > scarceBytes();
        }

        long scarceBytes() {
            return limitBytes() / 10 * 9;
        }

        /** Whether this task holds more than its share. */
        public boolean exceedsShare() {
            return ownBytes() > shareBytes();
        }

        /** This task's part of the memory. */
        public long shareBytes() {
            return targetBytes() / memory.tasks();
        }

        /** Whether other tasks use the budget too. */
        public boolean isShared() {
            return memory.tasks() > 1;
        }

        /** Gives all bytes back. */
        @Override
        public void close() {
            shared.close();
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
