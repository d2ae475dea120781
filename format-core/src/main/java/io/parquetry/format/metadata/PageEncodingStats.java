package io.parquetry.format.metadata;

/** How many pages of a chunk have this type and encoding ({@code PageEncodingStats} in parquet.thrift). */
public record PageEncodingStats(int pageTypeId, int encodingId, int pages) {}
