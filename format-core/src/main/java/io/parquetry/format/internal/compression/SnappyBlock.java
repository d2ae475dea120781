package io.parquetry.format.internal.compression;

import io.parquetry.format.CorruptFileException;

/**
 * Computes the decompressed length of one block of Snappy's raw format (format_description.txt of Snappy):
 *
 * <pre>
 * block   := length of the content (varint), element*
 * literal := tag (low bits 00, length - 1 above; 60 to 63 for a length of 1 to 4 bytes), [length - 1], bytes
 * copy    := tag (low bits 01, 10, 11), distance (1, 2, 4 bytes); length in the tag
 * </pre>
 */
final class SnappyBlock {
    private static final int LONG_LITERAL = 60;

    private final byte[] in;
    private final int end;
    private int position;

    SnappyBlock(byte[] in, int offset, int length) {
        this.in = in;
        this.position = offset;
        this.end = offset + length;
    }

    /** Adds the lengths of the elements; stops at more than {@code most}. */
    long measure(int most) {
        // The length in the block's header is skipped, since it is not trusted.
        while (number(1) >= 0x80) {}
        long measured = 0;
        while (position < end && measured <= most) {
            int tag = (int) number(1);
            int bits = tag >>> 2;
            measured += switch (tag & 3) {
                case 0 -> literal(bits);
                case 1 -> copy(4 + (bits & 7), 1);
                case 2 -> copy(bits + 1, 2);
                default -> copy(bits + 1, 4);
            };
        }
        return measured;
    }

    private long literal(int bits) {
        long length = 1 + (bits < LONG_LITERAL ? bits : number(bits - LONG_LITERAL + 1));
        if (length > end - position) {
            throw truncated();
        }
        position += (int) length;
        return length;
    }

    private long copy(int length, int distanceBytes) {
        number(distanceBytes);
        return length;
    }

    private long number(int bytes) {
        if (bytes > end - position) {
            throw truncated();
        }
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (in[position++] & 0xFFL) << (8 * i);
        }
        return value;
    }

    private static CorruptFileException truncated() {
        return new CorruptFileException("SNAPPY data: a block ends in an element");
    }
}
