package io.parquetry.format.internal.page;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.internal.thrift.CompactReader;
import io.parquetry.format.internal.thrift.PageHeaderThrift;
import io.parquetry.format.metadata.PageHeader;
import java.io.IOException;
import java.util.Optional;

/** Reads the headers of a chunk's pages at given positions; the compressed bytes must be within the chunk. */
final class PageFinder {
    static final int HEADER_BYTES_USUAL = 256;
    private static final int HEADER_BYTES_MAX = 1 << 24;

    private final ReadWindow window;
    private final PagePrefetch prefetch;
    private Place chunk = Place.of("");
    private long bytesEnd;

    /** @param prefetch may read its page from the window on another thread */
    PageFinder(ReadWindow window, PagePrefetch prefetch) {
        this.window = window;
        this.prefetch = prefetch;
    }

    /** Opens a chunk, whose pages end before {@code end}. */
    void open(long end, Place place) {
        bytesEnd = end;
        chunk = place;
    }

    /** Reads the header of the page that begins at this position of the file. */
    FoundPage find(long position) throws IOException {
        long rest = bytesEnd - position;
        int wanted = (int) Math.min(rest, Math.max(HEADER_BYTES_USUAL, window.availableAt(position)));
        while (true) {
            int at = require(position, wanted);
            int length = (int) Math.min(rest, window.availableAt(position));
            CompactReader in = new CompactReader("page header", window.bytes(), at, length);
            Optional<PageHeader> header = parse(in, position);
            if (header.isPresent()) {
                return requireWithinChunk(new FoundPage(header.get(), position, position + in.consumed()));
            }
            if (length == rest || length >= HEADER_BYTES_MAX) {
                throw new CorruptFileException(
                        chunk,
                        "the page header at byte " + position + " does not end within " + length + " bytes"
                                + (length == rest ? ", where the column chunk ends" : ""));
            }
            wanted = (int) Math.min(rest, Math.max(length * 4L, 1 << 16));
        }
    }

    private Optional<PageHeader> parse(CompactReader in, long position) {
        try {
            return PageHeaderThrift.read(in);
        } catch (CorruptFileException e) {
            throw new CorruptFileException(chunk, "at byte " + position + " of the file: " + e.reason());
        }
    }

    private FoundPage requireWithinChunk(FoundPage found) {
        long left = bytesEnd - found.bodyPosition();
        if (found.header().compressedBytes() > left) {
            throw new CorruptFileException(
                    chunk,
                    "the page at byte " + found.position() + " claims "
                            + found.header().compressedBytes() + " bytes, but only " + left
                            + " bytes of the column chunk are left");
        }
        return found;
    }

    /** Makes bytes readable, after the prefetch no longer reads those that they may replace. */
    int require(long position, int count) throws IOException {
        if (window.availableAt(position) < count) {
            prefetch.await();
        }
        return window.require(position, count);
    }
}
