package io.parquetry.format.internal.statistics;

import java.util.OptionalLong;

/**
 * How large bloom filters become.
 *
 * @param distinctValues how many distinct values a chunk is said to have; absent when they are to be counted
 * @param falsePositives share of the values not contained that a filter may take for contained
 * @param bytesMax the largest filter
 */
public record BloomFilterSettings(OptionalLong distinctValues, double falsePositives, int bytesMax) {}
