package io.parquetry.format.internal.encoding;

/**
 * BYTE_STREAM_SPLIT (Encodings.md, "Byte Stream Split"): the first bytes of all values, then the second bytes of all
 * values, and so on. The encoding saves no bytes itself, but similar bytes become adjacent, which compresses better.
 */
final class ByteStreamSplitEncoder {
    private ByteStreamSplitEncoder() {}

    static void encode(int[] values, int count, ByteAppender out) {
        int bytes = Math.multiplyExact(count, Integer.BYTES);
        out.ensure(bytes);
        byte[] target = out.array();
        int at = out.size();
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            for (int i = 0; i < count; i++) {
                target[at + i] = (byte) (values[i] >>> shift);
            }
            at += count;
        }
        out.advance(bytes);
    }

    static void encode(long[] values, int count, ByteAppender out) {
        int bytes = Math.multiplyExact(count, Long.BYTES);
        out.ensure(bytes);
        byte[] target = out.array();
        int at = out.size();
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            for (int i = 0; i < count; i++) {
                target[at + i] = (byte) (values[i] >>> shift);
            }
            at += count;
        }
        out.advance(bytes);
    }

    /** @param values consecutive values of {@code width} bytes each */
    static void encode(byte[] values, int count, int width, ByteAppender out) {
        int bytes = Math.multiplyExact(count, width);
        out.ensure(bytes);
        byte[] target = out.array();
        int at = out.size();
        for (int stream = 0; stream < width; stream++) {
            for (int i = stream; i < bytes; i += width) {
                target[at++] = values[i];
            }
        }
        out.advance(bytes);
    }
}
