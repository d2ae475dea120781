package io.parquetry.format.variant;

import io.parquetry.format.CorruptFileException;

/** Little-endian numbers of one to eight bytes in variant data. */
final class VariantBytes {
    private VariantBytes() {}

    static void requireRange(byte[] bytes, long start, long length) {
        if (length < 0 || start < 0 || start > bytes.length - length) {
            throw new CorruptFileException(
                    "variant data of " + bytes.length + " bytes ends before byte " + (start + length));
        }
    }

    static long unsigned(byte[] bytes, int start, int width) {
        requireRange(bytes, start, width);
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= (bytes[start + i] & 0xFFL) << (8 * i);
        }
        return value;
    }

    /** Returns the position behind the number. */
    static int put(byte[] bytes, int start, long value, int width) {
        for (int i = 0; i < width; i++) {
            bytes[start + i] = (byte) (value >> 8 * i);
        }
        return start + width;
    }

    static long signed(byte[] bytes, int start, int width) {
        int unused = 64 - 8 * width;
        return unsigned(bytes, start, width) << unused >> unused;
    }
}
