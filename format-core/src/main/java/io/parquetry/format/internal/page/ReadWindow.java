package io.parquetry.format.internal.page;

import io.parquetry.format.internal.encoding.ValueDecoder;
import io.parquetry.format.io.InputFile;
import java.io.IOException;

/**
 * A part of a range of a file, held in memory and moved forwards: bytes that are required are read together with those
 * that probably follow. The array grows only for bytes that the file has, and has {@link ValueDecoder#SLACK_BYTES} more
 * behind them, which decoders may read.
 */
final class ReadWindow {
    private static final byte[] NO_BYTES = {};

    private final int readAheadBytes;
    private final ReadMemory memory;
    private InputFile file;
    private byte[] bytes = NO_BYTES;
    private int reservedBytes;
    private long start;
    private int filled;
    private long end;
    private long wantedEnd;

    ReadWindow(int readAheadBytes, ReadMemory memory) {
        this.readAheadBytes = readAheadBytes;
        this.memory = memory;
    }

    /** Opens a range of a file, which must be within the file. */
    void open(InputFile input, long from, long to) {
        file = input;
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
     * before them.
     *
     * @return their start in {@link #bytes()}
     */
    int require(long position, int count) throws IOException {
        int kept = availableAt(position);
        if (kept >= count) {
            return (int) (position - start);
        }
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
}
