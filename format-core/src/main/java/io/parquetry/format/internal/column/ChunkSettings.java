package io.parquetry.format.internal.column;

/**
 * When pages are cut and dictionaries given up.
 *
 * @param pageBytesMax a page is cut when its values reach this many bytes
 * @param pageRowsMax a page is cut at this many rows
 * @param dictionaryBytesMax a dictionary that grows beyond this is given up; 0 when none is tried
 */
public record ChunkSettings(int pageBytesMax, int pageRowsMax, int dictionaryBytesMax) {}
