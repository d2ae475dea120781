package io.parquetry.benchmarks.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.function.LongSupplier;

/**
 * Adds up the cost of the current thread between {@link #start} and {@link #stop}, over several calls; the creation of
 * records in between is not counted. CPU time and allocation include those of Parquetry's helper threads, from the
 * first start to the result. {@link #ofProcess} counts the CPU time of all threads instead.
 */
public final class CostMeter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String HELPERS = "parquetry-helper-";

    private final long thread = Thread.currentThread().getId();
    private final LongSupplier cpuTime;
    private final boolean addsHelpers;
    private long nanos;
    private long cpuNanos;
    private long allocatedBytes;
    private final ThreadCost helpersBefore = ThreadCost.byHelpers();
    private long startNanos;
    private long startCpuNanos;
    private long startAllocatedBytes;

    /** Counts the CPU time of the current thread and the helpers. */
    public CostMeter() {
        this(THREADS::getCurrentThreadCpuTime, true);
    }

    private CostMeter(LongSupplier cpuTime, boolean addsHelpers) {
        this.cpuTime = cpuTime;
        this.addsHelpers = addsHelpers;
    }

    /** Counts the CPU time of all threads: those that end meanwhile, the collector and the compilers of the JVM too. */
    public static CostMeter ofProcess() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new CostMeter(system::getProcessCpuTime, false);
    }

    public void start() {
        startAllocatedBytes = THREADS.getThreadAllocatedBytes(thread);
        startCpuNanos = cpuTime.getAsLong();
        startNanos = System.nanoTime();
    }

    public void stop() {
        nanos += System.nanoTime() - startNanos;
        cpuNanos += cpuTime.getAsLong() - startCpuNanos;
        allocatedBytes += THREADS.getThreadAllocatedBytes(thread) - startAllocatedBytes;
    }

    public RunCost cost(long rows, long bytes) {
        ThreadCost helpers = ThreadCost.byHelpers();
        return new RunCost(
                rows,
                bytes,
                nanos,
                cpuNanos + (addsHelpers ? Math.max(0, helpers.cpuNanos() - helpersBefore.cpuNanos()) : 0),
                allocatedBytes + Math.max(0, helpers.allocatedBytes() - helpersBefore.allocatedBytes()));
    }

    /** The cost of threads since their start. */
    private record ThreadCost(long cpuNanos, long allocatedBytes) {
        static ThreadCost byHelpers() {
            long cpuNanos = 0;
            long allocatedBytes = 0;
            for (ThreadInfo info : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
                if (info != null && info.getThreadName().startsWith(HELPERS)) {
                    cpuNanos += Math.max(0, THREADS.getThreadCpuTime(info.getThreadId()));
                    allocatedBytes += Math.max(0, THREADS.getThreadAllocatedBytes(info.getThreadId()));
                }
            }
            return new ThreadCost(cpuNanos, allocatedBytes);
        }
    }
}
