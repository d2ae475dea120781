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
public record RunCost(long rows, long bytes, long nanos, long cpuNanos, long allocatedBytes) {}
