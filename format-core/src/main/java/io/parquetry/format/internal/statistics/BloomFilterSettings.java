package io.parquetry.format.internal.statistics;

import java.util.OptionalLong;

/**
 * The settings that give a bloom filter its size.
 *
 * @param distinctValues expected number of distinct values of a chunk; absent if they are to be counted
 * @param falsePositives share of false positives, between 0 and 1
 * @param bytesMax size of the largest filter
 */
public record BloomFilterSettings(OptionalLong distinctValues, double falsePositives, int bytesMax) {}
