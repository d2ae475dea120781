package io.parquetry.format.internal.statistics;

import io.parquetry.format.metadata.Statistics.Bound;
import java.util.Arrays;
import java.util.Optional;

/**
 * Shortens the bounds of long byte strings, so that a footer stays small whatever the values are. A lower bound is cut;
 * an upper bound is cut and then raised, so that it still lies above every value (PageIndex.md, "Technical approach").
 * Text is cut between characters and stays text. Numbers are never shortened.
 */
public final class BoundTruncation {
    /** Longer bounds are shortened to this many bytes. */
    public static final int BYTES_MAX = 64;

    private BoundTruncation() {}

    /** The lower bound for a least value. */
    public static Bound lower(byte[] min, ValueOrder order, boolean text) {
        if (order != ValueOrder.BYTES || min.length <= BYTES_MAX) {
            return new Bound(min, Optional.of(true));
        }
        return new Bound(Arrays.copyOf(min, cut(min, text)), Optional.of(false));
    }

    /** The upper bound for a greatest value; exact, though long, where no shorter one lies above it. */
    public static Bound upper(byte[] max, ValueOrder order, boolean text) {
        if (order != ValueOrder.BYTES || max.length <= BYTES_MAX) {
            return new Bound(max, Optional.of(true));
        }
        byte[] raised = text ? raiseText(max, cut(max, true)) : raiseBytes(max, cut(max, false));
        return raised.length == 0 ? new Bound(max, Optional.of(true)) : new Bound(raised, Optional.of(false));
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

    private static byte[] raiseBytes(byte[] value, int length) {
        for (int last = length - 1; last >= 0; last--) {
            if (value[last] != (byte) 0xFF) {
                byte[] raised = Arrays.copyOf(value, last + 1);
                raised[last]++;
                return raised;
            }
        }
        return new byte[0];
    }

    /** Raises the last byte that can be raised within its character: ASCII below 0x7F, or a tail byte below 0xBF. */
    private static byte[] raiseText(byte[] value, int length) {
        for (int last = length - 1; last >= 0; last--) {
            byte b = value[last];
            boolean ascii = b >= 0 && b < 0x7F;
            if (ascii || (isContinuation(b) && b != (byte) 0xBF && !endsItsRange(value, last))) {
                int end = endOfCharacter(value, last, length);
                byte[] raised = Arrays.copyOf(value, end);
                raised[last]++;
                Arrays.fill(raised, last + 1, end, (byte) 0x80);
                return raised;
            }
        }
        return new byte[0];
    }

    /** ED A0 would begin a surrogate and F4 90 lies above U+10FFFF: neither is a character. */
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
