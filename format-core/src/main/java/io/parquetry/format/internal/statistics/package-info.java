/**
 * Bounds, counts and histograms of pages and chunks, the order of a column's values, and the making of column indexes
 * (parquet.thrift {@code Statistics}, PageIndex.md). What a file says of its own values passes {@link
 * io.parquetry.format.internal.statistics.StatisticsValidator} before anything relies on it. It sees values as arrays and ranges; pages and files it does not
 * know.
 */
package io.parquetry.format.internal.statistics;
