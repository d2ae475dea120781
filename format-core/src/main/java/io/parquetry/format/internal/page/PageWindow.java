package io.parquetry.format.internal.page;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.internal.encoding.ValueDecoder;
import io.parquetry.format.internal.thrift.CompactReader;
import io.parquetry.format.internal.thrift.PageHeaderThrift;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.PageHeader;
import java.io.IOException;
import java.util.Optional;

/**
 * A part of a column chunk, held in memory and moved forwards, and the headers of the pages in it. Bytes that are
 * required are read together with those that probably follow. The array grows only for bytes that the file has, and has
 * {@link ValueDecoder#SLACK_BYTES} more behind them, which decoders may read. What a header says of the bytes of its
 * page must be within the chunk.
 */
final class PageWindow {
    static final int HEADER_BYTES_USUAL = 256;
    private static final int HEADER_BYTES_MAX = 1 << 24;
    private static final byte[] NO_BYTES = {};

    private final int readAheadBytes;
    private final ReadMemory memory;
    private final PagePrefetch prefetch;
    private InputFile file;
    private Place chunk = Place.of("");
    private byte[] bytes = NO_BYTES;
    private int reservedBytes;
    private long start;
    private int filled;
    private long end;
    private long wantedEnd;

    /** @param prefetch may read its page from the window on another thread */
    PageWindow(int readAheadBytes, ReadMemory memory, PagePrefetch prefetch) {
        this.readAheadBytes = readAheadBytes;
        this.memory = memory;
        this.prefetch = prefetch;
    }

    /** Opens a chunk at its range of a file, which must be within the file. */
    void open(InputFile input, long from, long to, Place place) {
        file = input;
        chunk = place;
        start = from;
        filled = 0;
        end = to;
        wantedEnd = to;
    }

    /** Reads ahead no further than this position, until the next call. */
    void wantUntil(long position) {
        wantedEnd = position;
    }

    /** Releases its memory; bytes that are required again are read again. */
    void release() {
        ReadBuffers.give(bytes);
        memory.replace(reservedBytes, 0, "a page");
        reservedBytes = 0;
        bytes = NO_BYTES;
        filled = 0;
    }

    /** Whether bytes from this position on are wanted. */
    boolean isWanted(long position) {
        return position < Math.min(wantedEnd, end);
    }

    /** The array with the bytes of the last {@link #require}. */
    byte[] bytes() {
        return bytes;
    }

    /** How many bytes behind {@code position} are in memory. */
    int availableAt(long position) {
        return position < start ? 0 : (int) Math.max(0, start + filled - position);
    }

    /**
     * Makes {@code count} bytes from {@code position} on readable, which must be within the range, and drops all bytes
     * before them, when the prefetch no longer reads any.
     *
     * @return their start in {@link #bytes()}
     */
    int require(long position, int count) throws IOException {
        int kept = availableAt(position);
        if (kept >= count) {
            return (int) (position - start);
        }
        prefetch.await();
        long ahead = Math.min(readAheadBytes, wantedEnd - position);
        int wanted = (int) Math.min(Math.max(count, ahead), end - position);
        byte[] before = bytes;
        if (reservedBytes - ValueDecoder.SLACK_BYTES < wanted) {
            memory.replace(reservedBytes, (long) wanted + ValueDecoder.SLACK_BYTES, "a page");
            reservedBytes = wanted + ValueDecoder.SLACK_BYTES;
            bytes = ReadBuffers.take(reservedBytes);
        }
        if (kept > 0) {
            System.arraycopy(before, (int) (position - start), bytes, 0, kept);
        }
        if (bytes != before) {
            ReadBuffers.give(before);
        }
        start = position;
        filled = kept;
        file.readFully(position + kept, bytes, kept, wanted - kept);
        filled = wanted;
        return 0;
    }

    /** Reads the header of the page that begins at this position of the file. */
    FoundPage find(long position) throws IOException {
        long rest = end - position;
        int wanted = (int) Math.min(rest, Math.max(HEADER_BYTES_USUAL, availableAt(position)));
        while (true) {
            int at = require(position, wanted);
            int length = (int) Math.min(rest, availableAt(position));
            CompactReader in = new CompactReader("page header", bytes, at, length);
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
        long left = end - found.bodyPosition();
        if (found.header().compressedBytes() > left) {
            throw new CorruptFileException(
                    chunk,
                    "the page at byte " + found.position() + " claims "
                            + found.header().compressedBytes() + " bytes, but only " + left
                            + " bytes of the column chunk are left");
        }
        return found;
    }
}
