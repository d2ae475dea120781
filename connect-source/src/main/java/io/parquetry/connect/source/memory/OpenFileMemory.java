package io.parquetry.connect.source.memory;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.memory.SharedMemory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The memory of the files that all source tasks of a worker have open.
 *
 * <ol type="a">
 *   <li>A file reserves its estimated memory before it is opened, and counts with what it really holds afterwards.
 *   <li>A file is read with usual reading ahead if its task stays within its share, an equal part of the limit, or if
 *       all tasks stay within half the limit. Otherwise it is read without reading ahead, as far as the limit goes.
 *   <li>Where a file does not fit, its task waits in a queue. Only the first in the queue may open files, so what
 *       others close becomes its memory; it stays the first until it has a row, with all files that this takes.
 *   <li>Only the first in the queue waits with files open. Any other task that waits closes its files, and so does one
 *       that has read for a while and holds more than its share. So no two tasks wait for each other.
 *   <li>When nobody holds memory, a file may be opened whatever it needs: one file in the worker is always open.
 *   <li>A task that does not take part for a while, since it is paused or its storage hangs, leaves the queue; but it
 *       holds what it holds. The first in the queue may then fill its share beyond the limit.
 * </ol>
 */
public final class OpenFileMemory {
    /** The memory of this plugin in this worker: each plugin has a class loader of its own. */
    public static final OpenFileMemory OF_WORKER =
            new OpenFileMemory(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));

    private static final Log LOG = Log.of(OpenFileMemory.class);

    /** After so long, tasks with more than their share make way for the first in the queue. */
    private static final long SHARE_WAIT_MS_MAX = 2_000;

    /** After so long all tasks make way. */
    private static final long WAIT_MS_MAX = 30_000;

    /** Opening files again is not free, so a task reads for so long before it makes way. */
    private static final long TURN_MS_MIN = 5_000;

    /** After so long the first in the queue may fill its share beyond the limit, and the log says who holds memory. */
    private static final long PATIENCE_MS = 60_000;

    /** A task that has not tried for so long is not in the queue any more. */
    private static final long ABSENCE_MS_MAX = 5_000;

    private final LongSupplier steadyMs;
    private final SharedMemory memory = new SharedMemory();
    private final Deque<Account> queue = new ArrayDeque<>();

    /** @param steadyMs milliseconds of a monotonic clock */
    public OpenFileMemory(LongSupplier steadyMs) {
        this.steadyMs = Objects.requireNonNull(steadyMs, "steadyMs");
    }

    /** How a file is opened. */
    public enum Reading {
        WITH_READ_AHEAD,
        WITHOUT_READ_AHEAD
    }

    /**
     * Opens the account of a task.
     *
     * @param limitBytes what the files of all tasks may hold together; the smallest limit applies to all
     * @param holder names the task in log lines
     */
    public Account open(long limitBytes, String holder) {
        return new Account(memory.open(limitBytes, holder), holder);
    }

    /** Bytes that the open files of all tasks hold. */
    public long heldBytes() {
        return memory.heldBytes();
    }

    /** The most bytes that they have held at a time. */
    public long peakBytes() {
        return memory.peakBytes();
    }

    public long limitBytes() {
        return memory.limitBytes();
    }

    private static long mebibytes(long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }

    /** The first task in the queue that still takes part; null if there is none. */
    private Account first(long nowMs) {
        while (!queue.isEmpty() && nowMs - queue.peek().triedMs > ABSENCE_MS_MAX) {
            queue.remove().waits = false;
        }
        return queue.peek();
    }

    /** The open files of one task. */
    public final class Account implements AutoCloseable {
        private final SharedMemory.Account shared;
        private final String holder;
        private int files;
        private int filesReadingAhead;
        private long turnBeganMs;

        /** Whether the task had to wait since it last had no file open: it then opens files without read ahead. */
        private boolean isLean;

        private boolean waits;
        private long waitsSinceMs;
        private long triedMs;
        private long warnedMs;

        private Account(SharedMemory.Account shared, String holder) {
            this.shared = shared;
            this.holder = Objects.requireNonNull(holder, "holder");
        }

        /**
         * Reserves the memory of a file that is to be opened.
         *
         * @return empty when there is none now; the task is then in the queue
         * @throws ConnectException when the file and those that the task has open do not fit together
         */
        public Optional<Reservation> reserve(MemoryNeed need) {
            synchronized (OpenFileMemory.this) {
                long nowMs = steadyMs.getAsLong();
                triedMs = nowMs;
                Account first = first(nowMs);
                isLean = isLean && (waits || files > 0);
                if (first == null && !isLean && fitsWithReadAhead(need.usualBytes())) {
                    return Optional.of(new Reservation(this, need.usualBytes(), Reading.WITH_READ_AHEAD));
                }
                if ((first == null || first == this) && fits(need.leastBytes(), nowMs)) {
                    return Optional.of(new Reservation(this, need.leastBytes(), Reading.WITHOUT_READ_AHEAD));
                }
                requirePossible(need);
                queueUp(need, nowMs);
                return Optional.empty();
            }
        }

        private boolean fitsWithReadAhead(long bytes) {
            return shared.ownBytes() + bytes <= shareBytes() && shared.allBytes() + bytes <= limitBytes()
                    || shared.allBytes() + bytes <= limitBytes() / 2;
        }

        private boolean fits(long bytes, long nowMs) {
            return shared.allBytes() + bytes <= limitBytes()
                    || shared.allBytes() == 0
                    || waits && nowMs - waitsSinceMs >= PATIENCE_MS && shared.ownBytes() + bytes <= shareBytes();
        }

        private long shareBytes() {
            return limitBytes() / memory.tasks();
        }

        private void requirePossible(MemoryNeed need) {
            if (files > 0 && filesReadingAhead == 0 && shared.ownBytes() + need.leastBytes() > limitBytes()) {
                throw new ConnectException("cannot open " + need.path() + ", which needs "
                        + mebibytes(need.leastBytes()) + " MiB of memory: its rows come between those of " + files
                        + " files that are open and hold "
                        + mebibytes(shared.ownBytes()) + " MiB, and all open files may hold "
                        + mebibytes(limitBytes()) + " MiB (open.files.memory.bytes). Raise the key and the heap of"
                        + " the worker (KAFKA_HEAP_OPTS), send fewer columns, or set order to name or modified");
            }
        }

        private void queueUp(MemoryNeed need, long nowMs) {
            isLean = true;
            if (!waits) {
                waits = true;
                waitsSinceMs = nowMs;
                warnedMs = nowMs;
                queue.add(this);
            } else if (nowMs - warnedMs >= PATIENCE_MS) {
                warnedMs = nowMs;
                LOG.warn(
                        "{} has waited {} s for memory to open {}, which needs {} MiB; open files hold {} MiB of {} MiB"
                                + " (open.files.memory.bytes): {}",
                        holder,
                        (nowMs - waitsSinceMs) / 1_000,
                        need.path(),
                        mebibytes(need.leastBytes()),
                        mebibytes(memory.heldBytes()),
                        mebibytes(limitBytes()),
                        shared.holders(nowMs));
            }
        }

        /** The task has a row, with all files open that this takes: it does not wait any more. */
        public void proceeded() {
            synchronized (OpenFileMemory.this) {
                leaveQueue();
                turnBeganMs = steadyMs.getAsLong();
            }
        }

        private void leaveQueue() {
            if (waits) {
                waits = false;
                queue.remove(this);
            }
        }

        /** Whether the task must close its files now, so that others can go on; it opens them again later. */
        public boolean mustCloseFiles() {
            synchronized (OpenFileMemory.this) {
                long nowMs = steadyMs.getAsLong();
                Account first = first(nowMs);
                if (files == 0 || first == null) {
                    return false;
                }
                if (waits) {
                    return first != this || filesReadingAhead > 0;
                }
                long waitedMs = nowMs - first.waitsSinceMs;
                return nowMs - turnBeganMs >= TURN_MS_MIN
                        && (waitedMs >= WAIT_MS_MAX
                                || waitedMs >= SHARE_WAIT_MS_MAX && shared.ownBytes() > shareBytes());
            }
        }

        /** Whether the task waits for memory. */
        public boolean waits() {
            synchronized (OpenFileMemory.this) {
                return waits;
            }
        }

        /** The task has ended a batch. */
        public void batchEnded() {
            shared.batchEnded(steadyMs.getAsLong());
        }

        public long ownBytes() {
            return shared.ownBytes();
        }

        /** Bytes that the open files of all tasks hold. */
        public long allBytes() {
            return memory.heldBytes();
        }

        public long limitBytes() {
            return memory.limitBytes();
        }

        /** Gives all bytes back. */
        @Override
        public void close() {
            synchronized (OpenFileMemory.this) {
                leaveQueue();
                shared.close();
            }
        }
    }

    /** The memory of one open file. */
    public final class Reservation implements AutoCloseable {
        private final Account account;
        private final Reading reading;
        private long bytes;
        private boolean closed;

        /** With the lock held. */
        private Reservation(Account account, long bytes, Reading reading) {
            this.account = account;
            this.reading = reading;
            if (account.files++ == 0) {
                account.turnBeganMs = steadyMs.getAsLong();
            }
            account.filesReadingAhead += reading == Reading.WITH_READ_AHEAD ? 1 : 0;
            add(bytes);
        }

        private void add(long more) {
            bytes += more;
            account.shared.add(more);
            account.shared.publish();
        }

        public Reading reading() {
            return reading;
        }

        /** The file really holds so many bytes. */
        public void set(long held) {
            if (held != bytes) {
                synchronized (OpenFileMemory.this) {
                    if (!closed) {
                        add(held - bytes);
                    }
                }
            }
        }

        /** The file is closed. */
        @Override
        public void close() {
            synchronized (OpenFileMemory.this) {
                if (!closed) {
                    closed = true;
                    add(-bytes);
                    account.files--;
                    account.filesReadingAhead -= reading == Reading.WITH_READ_AHEAD ? 1 : 0;
                }
            }
        }
    }
}
