package io.parquetry.format.internal.statistics;

import io.parquetry.format.metadata.Statistics.Bound;
import java.util.Arrays;
import java.util.Optional;

/**
 * Truncates the bounds of long byte strings, so that a footer stays small. A lower bound is cut; an upper bound is
 * cut and then incremented, so that it is still above every value (PageIndex.md, "Technical approach"). Text is cut
 * between characters and stays valid UTF-8. Numbers are never truncated. Where a value of kilobytes would be the bound,
 * as a mask of set bits, which no shorter bytes are above, there is none.
 */
public final class BoundTruncation {
    /** Longer bounds are truncated to this many bytes. */
    public static final int BYTES_MAX = 64;

    /** Every reader of the file reads the bounds, and page indexes have them once more for each page. */
    static final int WHOLE_BYTES_MAX = 4 << 10;

    private BoundTruncation() {}

    /** A lower and an upper bound. */
    public record Bounds(Bound lower, Bound upper) {}

    /** The bounds of values; empty where there are none, or none that are short enough. */
    public static Optional<Bounds> of(MinMax values, ValueOrder order, boolean text) {
        return values.hasBounds()
                ? lower(values.min(), order, text)
                        .flatMap(lower -> upper(values.max(), order, text).map(upper -> new Bounds(lower, upper)))
                : Optional.empty();
    }

    /** The lower bound for a minimum. */
    static Optional<Bound> lower(byte[] min, ValueOrder order, boolean text) {
        return order != ValueOrder.BYTES || min.length <= BYTES_MAX
                ? whole(min)
                : Optional.of(new Bound(Arrays.copyOf(min, cut(min, text)), Optional.of(false)));
    }

    /** The upper bound for a maximum; the whole value where no truncated bound is above it. */
    static Optional<Bound> upper(byte[] max, ValueOrder order, boolean text) {
        if (order != ValueOrder.BYTES || max.length <= BYTES_MAX) {
            return whole(max);
        }
        byte[] incremented = text ? incrementText(max, cut(max, true)) : incrementBytes(max, cut(max, false));
        return incremented.length == 0 ? whole(max) : Optional.of(new Bound(incremented, Optional.of(false)));
    }

    private static Optional<Bound> whole(byte[] value) {
        return value.length <= WHOLE_BYTES_MAX ? Optional.of(new Bound(value, Optional.of(true))) : Optional.empty();
    }

    /** The least bound above every value that begins with these bytes; absent if there is none. */
    static Optional<byte[]> above(byte[] prefix) {
        byte[] incremented = incrementBytes(prefix, prefix.length);
        return incremented.length == 0 ? Optional.empty() : Optional.of(incremented);
    }

    private static int cut(byte[] value, boolean text) {
        int length = BYTES_MAX;
        while (text && length > 0 && isContinuation(value[length])) {
            length--;
        }
        return length;
    }

    private static boolean isContinuation(byte value) {
        return (value & 0xC0) == 0x80;
    }

    private static byte[] incrementBytes(byte[] value, int length) {
        for (int last = length - 1; last >= 0; last--) {
            if (value[last] != (byte) 0xFF) {
                byte[] incremented = Arrays.copyOf(value, last + 1);
                incremented[last]++;
                return incremented;
            }
        }
        return new byte[0];
    }

    /**
     * Increments the last byte that can be incremented within its character: ASCII below 0x7F, a tail byte below
     * 0xBF.
     */
    private static byte[] incrementText(byte[] value, int length) {
        for (int last = length - 1; last >= 0; last--) {
            byte b = value[last];
            boolean ascii = b >= 0 && b < 0x7F;
            if (ascii || (isContinuation(b) && b != (byte) 0xBF && !endsItsRange(value, last))) {
                int end = endOfCharacter(value, last, length);
                byte[] incremented = Arrays.copyOf(value, end);
                incremented[last]++;
                Arrays.fill(incremented, last + 1, end, (byte) 0x80);
                return incremented;
            }
        }
        return new byte[0];
    }

    /** ED A0 would begin a surrogate and F4 90 is above U+10FFFF: neither is a character. */
    private static boolean endsItsRange(byte[] value, int at) {
        return at > 0
                && (value[at - 1] == (byte) 0xED && value[at] == (byte) 0x9F
                        || value[at - 1] == (byte) 0xF4 && value[at] == (byte) 0x8F);
    }

    private static int endOfCharacter(byte[] value, int at, int length) {
        int end = at + 1;
        while (value[at] < 0 && end < length && isContinuation(value[end])) {
            end++;
        }
        return end;
    }
}
