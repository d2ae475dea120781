package io.parquetry.format.internal.page;

/**
 * What reading pages may take.
 *
 * @param readAheadBytes bytes that are read at once where the chunk has as many
 * @param pageBytesMax largest page, decompressed, that is read
 * @param verifyChecksums whether the CRC of a page is compared where it has one
 */
public record PageLimits(int readAheadBytes, int pageBytesMax, boolean verifyChecksums) {}
