package io.parquetry.benchmarks.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;

/**
 * Adds up what passes between {@link #start} and {@link #stop}, over several calls; the creation of records in between
 * is not counted. CPU time is that of the whole process: what the collector and the compilers of the JVM, and helper
 * threads, do meanwhile is the price of the measured work too. Allocation is that of the current thread and, from the
 * first start to the result, of Parquetry's helper threads.
 */
public final class CostMeter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String HELPERS = "parquetry-helper-";

    private final long thread = Thread.currentThread().getId();
    private final ProcessClock cpu = new ProcessClock();
    private final long allocatedByHelpersBefore = allocatedByHelpers();
    private long nanos;
    private long cpuNanos;
    private long allocatedBytes;
    private long startNanos;
    private long startCpuNanos;
    private long startAllocatedBytes;

    public void start() {
        startAllocatedBytes = THREADS.getThreadAllocatedBytes(thread);
        startCpuNanos = cpu.nanos();
        startNanos = System.nanoTime();
    }

    public void stop() {
        nanos += System.nanoTime() - startNanos;
        cpuNanos += cpu.nanos() - startCpuNanos;
        allocatedBytes += THREADS.getThreadAllocatedBytes(thread) - startAllocatedBytes;
    }

    public RunCost cost(long rows, long bytes) {
        long byHelpers = Math.max(0, allocatedByHelpers() - allocatedByHelpersBefore);
        return new RunCost(rows, bytes, nanos, cpuNanos, allocatedBytes + byHelpers);
    }

    private static long allocatedByHelpers() {
        long bytes = 0;
        for (ThreadInfo info : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (info != null && info.getThreadName().startsWith(HELPERS)) {
                bytes += Math.max(0, THREADS.getThreadAllocatedBytes(info.getThreadId()));
            }
        }
        return bytes;
    }
}
