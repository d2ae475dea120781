package io.parquetry.benchmarks.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;

/**
 * Adds up what the current thread spends between {@link #start} and {@link #stop}, as often as they are called: the
 * making of fresh records in between is nobody's cost. CPU time and allocation are also those of the threads that
 * Parquetry has for spare cores, from the first start to the outcome.
 */
public final class CostMeter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String HELPERS = "parquetry-helper-";

    private final long thread = Thread.currentThread().getId();
    private long nanos;
    private long cpuNanos;
    private long allocatedBytes;
    private final Spent helpersBefore = Spent.byHelpers();
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

    public RunCost outcome(long rows, long bytes) {
        Spent helpers = Spent.byHelpers();
        return new RunCost(
                rows,
                bytes,
                nanos,
                cpuNanos + Math.max(0, helpers.cpuNanos() - helpersBefore.cpuNanos()),
                allocatedBytes + Math.max(0, helpers.allocatedBytes() - helpersBefore.allocatedBytes()));
    }

    /** What threads have spent since they began. */
    private record Spent(long cpuNanos, long allocatedBytes) {
        static Spent byHelpers() {
            long cpuNanos = 0;
            long allocatedBytes = 0;
            for (ThreadInfo info : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
                if (info != null && info.getThreadName().startsWith(HELPERS)) {
                    cpuNanos += Math.max(0, THREADS.getThreadCpuTime(info.getThreadId()));
                    allocatedBytes += Math.max(0, THREADS.getThreadAllocatedBytes(info.getThreadId()));
                }
            }
            return new Spent(cpuNanos, allocatedBytes);
        }
    }
}
