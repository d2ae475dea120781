package io.parquetry.format.internal.helper;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads for cores that would have nothing to do, shared by all files of the process.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>(a) One core is left to each thread that is known to be busy ({@link #occupy}), and one if none is known; where
 *       no core remains, nothing is taken.
 *   <li>(b) What waits is limited in number and in bytes, and nobody waits for room.
 *   <li>(c) Threads end when there is nothing to do, and keep neither the process nor another class loader alive.
 * </ul>
 */
public final class HelperPool {
    /** More than one thread that reads or writes can keep busy. */
    private static final int THREADS_MAX = 4;

    private static final int WAITING_MAX = 64;
    private static final int IDLE_SECONDS = 5;
    private static final AtomicInteger THREADS_MADE = new AtomicInteger();

    /** Those of this process; as a plugin has a class loader of its own, those of this plugin. */
    public static final HelperPool OF_PROCESS = new HelperPool(
            Runtime.getRuntime().availableProcessors(),
            Math.min(32L << 20, Runtime.getRuntime().maxMemory() / 32));

    private final int cores;
    private final long heapBytesMax;
    private final AtomicLong heapBytes = new AtomicLong();
    private final ThreadPoolExecutor threads;
    private int occupied;
    private volatile int spare;

    /**
     * Threads for the cores that are spare of so many.
     *
     * @param heapBytesMax heap that what was taken and is not done may hold
     */
    HelperPool(int cores, long heapBytesMax) {
        this(cores, heapBytesMax, HelperPool::thread);
    }

    HelperPool(int cores, long heapBytesMax, ThreadFactory factory) {
        this.cores = cores;
        this.heapBytesMax = heapBytesMax;
        this.threads = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING_MAX), factory);
        threads.allowCoreThreadTimeOut(true);
        settle();
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, "parquetry-spare-" + THREADS_MADE.getAndIncrement(), 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(HelperPool.class.getClassLoader());
        return thread;
    }

    /** Says that one more thread will be busy, until what is returned is closed. */
    public Occupied occupy() {
        return new Occupied();
    }

    private synchronized void occupy(int more) {
        occupied += more;
        settle();
    }

    private synchronized void settle() {
        spare = Math.max(0, Math.min(THREADS_MAX, cores - Math.max(1, occupied)));
        int most = Math.max(1, spare);
        if (most > threads.getMaximumPoolSize()) {
            threads.setMaximumPoolSize(most);
            threads.setCorePoolSize(most);
        } else {
            threads.setCorePoolSize(most);
            threads.setMaximumPoolSize(most);
        }
    }

    /** Whether there is any core that work may be offered to. */
    public boolean areThere() {
        return spare > 0;
    }

    /** Takes work that is no good to anybody but its owner, who may do it first; says whether there is room for it. */
    boolean take(Runnable work, long workHeapBytes) {
        if (spare == 0) {
            return false;
        }
        boolean taken = heapBytes.addAndGet(workHeapBytes) <= heapBytesMax && handOn(work, workHeapBytes);
        if (!taken) {
            heapBytes.addAndGet(-workHeapBytes);
        }
        return taken;
    }

    private boolean handOn(Runnable work, long workHeapBytes) {
        try {
            threads.execute(() -> {
                try {
                    work.run();
                } finally {
                    heapBytes.addAndGet(-workHeapBytes);
                }
            });
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // Enough is waiting, or the process may not have another thread: the owner does it.
            return false;
        }
    }

    /** A core that is left to somebody else. */
    public final class Occupied implements AutoCloseable {
        private boolean open = true;

        private Occupied() {
            occupy(1);
        }

        @Override
        public void close() {
            synchronized (HelperPool.this) {
                if (open) {
                    open = false;
                    occupy(-1);
                }
            }
        }
    }
}
