package io.parquetry.format.internal.page;

import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageType;

/**
 * A finished page, waiting for its row group.
 *
 * @param bytes header and page as they will stand in the file
 * @param uncompressedBytes bytes of header and page before compression
 */
public record WrittenPage(PageType type, Encoding encoding, byte[] bytes, int uncompressedBytes) {}
