package io.parquetry.format.metadata;

/**
 * A column by which the rows of a row group are sorted ({@code SortingColumn} in parquet.thrift).
 *
 * @param columnOrdinal ordinal of the leaf column
 */
public record SortingColumn(int columnOrdinal, boolean descending, boolean nullsFirst) {}
