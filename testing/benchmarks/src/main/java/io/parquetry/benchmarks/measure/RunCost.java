package io.parquetry.benchmarks.measure;

/**
 * The cost of one run.
 *
 * @param rows records written or read
 * @param bytes size of the file
 * @param nanos elapsed time
 * @param cpuNanos CPU time of the whole process
 * @param allocatedBytes heap allocation of the thread and of Parquetry's helper threads
 */
public record RunCost(long rows, long bytes, long nanos, long cpuNanos, long allocatedBytes) {
    /** The costs of this run and of another of the same work. */
    RunCost plus(RunCost other) {
        return new RunCost(
                rows, bytes, nanos + other.nanos, cpuNanos + other.cpuNanos, allocatedBytes + other.allocatedBytes);
    }

    /** The cost of one of several runs, of which this is the sum. */
    RunCost ofOne(int runs) {
        return new RunCost(rows, bytes, nanos / runs, cpuNanos / runs, allocatedBytes / runs);
    }
}
