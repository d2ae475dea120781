package io.parquetry.format.internal.page;

import io.parquetry.format.internal.encoding.ValueDecoder;
import io.parquetry.format.io.InputFile;
import java.io.IOException;

/**
 * A piece of a range of a file, held in memory and moved forwards: what is asked for is read together with what probably
 * follows. The array grows only for bytes that the file has, and has room for decoders to look a little behind them.
 */
final class ReadWindow {
    private final int aheadBytes;
    private final ReadMemory memory;
    private InputFile file;
    private byte[] bytes = {};
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
        byte[] target = bytes;
        if (target.length - ValueDecoder.SLACK_BYTES < wanted) {
            memory.replace(bytes.length, (long) wanted + ValueDecoder.SLACK_BYTES, "a page");
            target = new byte[wanted + ValueDecoder.SLACK_BYTES];
        }
        if (kept > 0) {
            System.arraycopy(bytes, (int) (position - start), target, 0, kept);
        }
        bytes = target;
        start = position;
        filled = kept;
        file.readFully(position + kept, bytes, kept, wanted - kept);
        filled = wanted;
        return 0;
    }
}
