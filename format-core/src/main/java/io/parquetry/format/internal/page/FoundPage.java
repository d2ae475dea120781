package io.parquetry.format.internal.page;

import io.parquetry.format.metadata.PageHeader;
import java.util.OptionalInt;

/** The position of a page in the file, and its header. */
record FoundPage(PageHeader header, long position, long bodyPosition) {
    static final FoundPage NONE =
            new FoundPage(new PageHeader(0, 0, OptionalInt.empty(), new PageHeader.Other(-1)), 0, 0);

    /** Position of the next page. */
    long end() {
        return bodyPosition + header.compressedBytes();
    }
}
