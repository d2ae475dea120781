package io.parquetry.format.internal.encoding;

import java.util.Arrays;

/**
 * The two encodings of byte strings that store lengths separately (Encodings.md, "Delta-length byte array" and "Delta
 * Strings"):
 *
 * <pre>
 * DELTA_LENGTH_BYTE_ARRAY    lengths as DELTA_BINARY_PACKED, then all bytes
 * DELTA_BYTE_ARRAY           lengths of the prefix that each value shares with the one before, as DELTA_BINARY_PACKED,
 *                            then the suffixes of the values as DELTA_LENGTH_BYTE_ARRAY
 * </pre>
 *
 * <p>The source holds the values in PLAIN form, each behind its length or all of the same length.
 */
final class DeltaByteArrayEncoders {
    private DeltaByteArrayEncoders() {}

    /** BYTE_ARRAY only. */
    static void encodeLengths(byte[] plain, int count, ByteAppender out) {
        int[] lengths = new int[count];
        int at = 0;
        for (int i = 0; i < count; i++) {
            lengths[i] = LittleEndian.intAt(plain, at);
            at += Integer.BYTES + lengths[i];
        }
        DeltaBinaryPackedEncoder.encode(lengths, count, out);
        out.ensure(at - count * Integer.BYTES);
        at = Integer.BYTES;
        for (int length : lengths) {
            out.put(plain, at, length);
            at += length + Integer.BYTES;
        }
    }

    /** @param typeLength length of every value, or 0 for BYTE_ARRAY */
    static void encodePrefixes(byte[] plain, int count, int typeLength, ByteAppender out) {
        int headBytes = typeLength == 0 ? Integer.BYTES : 0;
        int[] prefixes = new int[count];
        int[] suffixes = new int[count];
        int previousStart = 0;
        int previousEnd = 0;
        int at = 0;
        for (int i = 0; i < count; i++) {
            int start = at + headBytes;
            int end = start + (typeLength == 0 ? LittleEndian.intAt(plain, at) : typeLength);
            prefixes[i] = shared(plain, previousStart, previousEnd, start, end);
            suffixes[i] = end - start - prefixes[i];
            previousStart = start;
            previousEnd = end;
            at = end;
        }
        DeltaBinaryPackedEncoder.encode(prefixes, count, out);
        DeltaBinaryPackedEncoder.encode(suffixes, count, out);
        at = 0;
        for (int i = 0; i < count; i++) {
            at += headBytes + prefixes[i];
            out.put(plain, at, suffixes[i]);
            at += suffixes[i];
        }
    }

    private static int shared(byte[] plain, int leftStart, int leftEnd, int rightStart, int rightEnd) {
        int most = Math.min(leftEnd - leftStart, rightEnd - rightStart);
        int differs = Arrays.mismatch(plain, leftStart, leftStart + most, plain, rightStart, rightStart + most);
        return differs < 0 ? most : differs;
    }
}
