package io.parquetry.benchmarks.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Adds up what the current thread spends between {@link #start} and {@link #stop}, as often as they are called: the
 * making of fresh records in between is nobody's cost.
 */
public final class Meter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final long thread = Thread.currentThread().getId();
    private long nanos;
    private long cpuNanos;
    private long allocatedBytes;
    private long startNanos;
    private long startCpuNanos;
    private long startAllocatedBytes;

    public void start() {
        startAllocatedBytes = THREADS.getThreadAllocatedBytes(thread);
        startCpuNanos = THREADS.getCurrentThreadCpuTime();
        startNanos = System.nanoTime();
    }

    public void stop() {
        nanos += System.nanoTime() - startNanos;
        cpuNanos += THREADS.getCurrentThreadCpuTime() - startCpuNanos;
        allocatedBytes += THREADS.getThreadAllocatedBytes(thread) - startAllocatedBytes;
    }

    public Outcome outcome(long rows, long bytes) {
        return new Outcome(rows, bytes, nanos, cpuNanos, allocatedBytes);
    }
}
