package io.parquetry.format.metadata;

/**
 * The header of a bloom filter (BloomFilter.md, {@code BloomFilterHeader} in parquet.thrift). The ids are the field
 * numbers of the unions there; 1 is the only one of each: split block, XXHASH, uncompressed.
 *
 * @param bytes bytes of the bitset behind the header
 */
public record BloomFilterHeader(int bytes, int algorithmId, int hashId, int compressionId) {}
