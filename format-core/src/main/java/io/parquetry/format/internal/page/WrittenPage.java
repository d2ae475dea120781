package io.parquetry.format.internal.page;

import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageType;

/**
 * A finished page, kept until its row group is written.
 *
 * @param bytes header and page as in the file
 * @param uncompressedBytes bytes of header and page before compression
 */
public record WrittenPage(PageType type, Encoding encoding, byte[] bytes, int uncompressedBytes) {}
