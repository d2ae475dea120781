package io.parquetry.format.internal.page;

/**
 * How pages are read.
 *
 * @param readAheadBytes bytes that are read at once where the chunk has as many
 * @param keepsBytes whether the bytes behind a page that was decompressed are kept for the next page
 * @param verifyChecksums whether the CRC of a page is verified, if it has one
 * @param compressedAnyway whether pages are compressed also where their headers deny it ({@link CompressionFlags})
 */
public record PageLimits(int readAheadBytes, boolean keepsBytes, boolean verifyChecksums, boolean compressedAnyway) {}
