package io.parquetry.format.internal.page;

import io.parquetry.format.internal.encoding.ValueDecoder;
import io.parquetry.format.io.InputFile;
import java.io.IOException;

/**
 * A piece of a range of a file, held in memory and moved forwards: what is asked for is read together with what probably
 * follows. The array grows only for bytes that the file has, and has room for decoders to look a little behind them.
 */
final class ReadWindow {
    private static final byte[] NO_BYTES = {};

    private final int aheadBytes;
    private final ReadMemory memory;
    private InputFile file;
    private byte[] bytes = NO_BYTES;
    private int taken;
    private long start;
    private int filled;
    private long end;
    private long wantedEnd;

    ReadWindow(int aheadBytes, ReadMemory memory) {
        this.aheadBytes = aheadBytes;
        this.memory = memory;
    }

    /** Turns to a range of a file, which must lie within it. */
    void open(InputFile input, long from, long to) {
        file = input;
        start = from;
        filled = 0;
        end = to;
        wantedEnd = to;
    }

    /** Reads ahead no further than this position, until another one is said. */
    void wantUntil(long position) {
        wantedEnd = position;
    }

    /** Gives its memory back; bytes that are required again are read again. */
    void release() {
        ReadBuffers.give(bytes);
        memory.replace(taken, 0, "a page");
        taken = 0;
        bytes = NO_BYTES;
        filled = 0;
    }

    /** Whether bytes from this position on are wanted. */
    boolean isWanted(long position) {
        return position < Math.min(wantedEnd, end);
    }

    /** The array that the bytes of the last {@link #require} lie in. */
    byte[] bytes() {
        return bytes;
    }

    /** How many bytes behind {@code position} are in memory. */
    int availableAt(long position) {
        return position < start ? 0 : (int) Math.max(0, start + filled - position);
    }

    /**
     * Makes {@code count} bytes from {@code position} on readable, which must be within the range, and moves everything
     * before them out.
     *
     * @return where in {@link #bytes()} they begin
     */
    int require(long position, int count) throws IOException {
        int kept = availableAt(position);
        if (kept >= count) {
            return (int) (position - start);
        }
        long ahead = Math.min(aheadBytes, wantedEnd - position);
        int wanted = (int) Math.min(Math.max(count, ahead), end - position);
        byte[] before = bytes;
        if (taken - ValueDecoder.SLACK_BYTES < wanted) {
            memory.replace(taken, (long) wanted + ValueDecoder.SLACK_BYTES, "a page");
            taken = wanted + ValueDecoder.SLACK_BYTES;
            bytes = ReadBuffers.take(taken);
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
