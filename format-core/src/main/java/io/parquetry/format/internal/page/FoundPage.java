package io.parquetry.format.internal.page;

import io.parquetry.format.metadata.PageHeader;
import java.util.OptionalInt;

/** Where a page of a file lies, and what its header says. */
record FoundPage(PageHeader header, long position, long bodyPosition) {
    static final FoundPage NOWHERE =
            new FoundPage(new PageHeader(0, 0, OptionalInt.empty(), new PageHeader.Other(-1)), 0, 0);

    /** Where the next one begins. */
    long end() {
        return bodyPosition + header.compressedBytes();
    }
}
