/**
 * Bounds, counts and histograms of pages and chunks, the order of a column's values, bloom filters and the building
 * of column indexes (parquet.thrift {@code Statistics}, PageIndex.md, BloomFilter.md). Statistics of a file are
 * validated by {@link io.parquetry.format.internal.statistics.StatisticsValidator} before they are used. This package
 * knows values as arrays and ranges, not pages or files.
 */
package io.parquetry.format.internal.statistics;
