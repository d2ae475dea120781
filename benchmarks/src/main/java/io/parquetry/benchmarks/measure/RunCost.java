package io.parquetry.benchmarks.measure;

/**
 * What one run cost.
 *
 * @param rows records written or read
 * @param bytes size of the file
 * @param nanos time that passed
 * @param cpuNanos time that the thread itself ran, without waiting for a core and without the collector's threads
 * @param allocatedBytes heap that the thread allocated
 */
public record RunCost(long rows, long bytes, long nanos, long cpuNanos, long allocatedBytes) {}
