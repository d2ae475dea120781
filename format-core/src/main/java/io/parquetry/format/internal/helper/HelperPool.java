package io.parquetry.format.internal.helper;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Helper threads for cores that are otherwise idle, shared by all files of the process.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>(a) One core is left to each thread that has reserved one ({@link #reserveCore}), and one if none has; where no
 *       core remains, no task is accepted.
 *   <li>(b) Queued tasks are limited in number and in bytes, and no caller blocks.
 *   <li>(c) Idle threads end, and threads keep neither the process nor another class loader alive.
 * </ul>
 */
public final class HelperPool {
    /** More than one thread that reads or writes can keep busy. */
    private static final int THREADS_MAX = 4;

    private static final int QUEUE_TASKS_MAX = 64;
    private static final int IDLE_SECONDS = 5;
    private static final AtomicInteger THREADS_CREATED = new AtomicInteger();

    /** The pool of this process; a plugin has a class loader of its own, and so a pool of its own. */
    public static final HelperPool OF_PROCESS = new HelperPool(
            Runtime.getRuntime().availableProcessors(),
            Math.min(32L << 20, Runtime.getRuntime().maxMemory() / 32));

    private final int cores;
    private final long heapBytesMax;
    private final AtomicLong heapBytes = new AtomicLong();
    private final ThreadPoolExecutor threads;
    private int reservedCores;
    private volatile int threadsMax;

    /**
     * A pool for a machine of so many cores.
     *
     * @param heapBytesMax heap that accepted tasks may hold together until they are done
     */
    HelperPool(int cores, long heapBytesMax) {
        this(cores, heapBytesMax, HelperPool::thread);
    }

    HelperPool(int cores, long heapBytesMax, ThreadFactory factory) {
        this.cores = cores;
        this.heapBytesMax = heapBytesMax;
        this.threads = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE_TASKS_MAX), factory);
        threads.allowCoreThreadTimeOut(true);
        resize();
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, "parquetry-helper-" + THREADS_CREATED.getAndIncrement(), 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(HelperPool.class.getClassLoader());
        return thread;
    }

    /** Leaves one more core to a thread of the caller, until the reservation is closed. */
    public Reservation reserveCore() {
        return new Reservation();
    }

    private synchronized void reserve(int more) {
        reservedCores += more;
        resize();
    }

    private synchronized void resize() {
        threadsMax = Math.max(0, Math.min(THREADS_MAX, cores - Math.max(1, reservedCores)));
        int size = Math.max(1, threadsMax);
        if (size > threads.getMaximumPoolSize()) {
            threads.setMaximumPoolSize(size);
            threads.setCorePoolSize(size);
        } else {
            threads.setCorePoolSize(size);
            threads.setMaximumPoolSize(size);
        }
    }

    /** Whether there is a core for helper threads. */
    public boolean hasThreads() {
        return threadsMax > 0;
    }

    /**
     * Queues a task that its owner may still run first.
     *
     * @return whether the task was accepted
     */
    boolean offer(Runnable task, long taskHeapBytes) {
        if (threadsMax == 0) {
            return false;
        }
        boolean accepted = heapBytes.addAndGet(taskHeapBytes) <= heapBytesMax && execute(task, taskHeapBytes);
        if (!accepted) {
            heapBytes.addAndGet(-taskHeapBytes);
        }
        return accepted;
    }

    private boolean execute(Runnable task, long taskHeapBytes) {
        try {
            threads.execute(() -> {
                try {
                    task.run();
                } finally {
                    heapBytes.addAndGet(-taskHeapBytes);
                }
            });
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The queue is full, or the process may not have another thread: the owner runs the task.
            return false;
        }
    }

    /** A core that is left to another thread. */
    public final class Reservation implements AutoCloseable {
        private boolean open = true;

        private Reservation() {
            reserve(1);
        }

        @Override
        public void close() {
            synchronized (HelperPool.this) {
                if (open) {
                    open = false;
                    reserve(-1);
                }
            }
        }
    }
}
