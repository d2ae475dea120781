package io.parquetry.format.internal.statistics;

import java.math.BigInteger;
import java.util.Arrays;

/** Two's-complement big-endian numbers of any length (LogicalTypes.md, DECIMAL). */
final class DecimalBytes {
    private DecimalBytes() {}

    static int compare(byte[] left, int leftStart, int leftEnd, byte[] right, int rightStart, int rightEnd) {
        int leftSign = leftStart < leftEnd ? left[leftStart] >> 7 : 0;
        int rightSign = rightStart < rightEnd ? right[rightStart] >> 7 : 0;
        if (leftSign != rightSign) {
            return leftSign < rightSign ? -1 : 1;
        }
        int leftFirst = leftStart;
        int rightFirst = rightStart;
        while (leftEnd - leftFirst > rightEnd - rightFirst) {
            if (left[leftFirst++] != leftSign) {
                return leftSign < 0 ? -1 : 1;
            }
        }
        while (rightEnd - rightFirst > leftEnd - leftFirst) {
            if (right[rightFirst++] != rightSign) {
                return leftSign < 0 ? 1 : -1;
            }
        }
        return Arrays.compareUnsigned(left, leftFirst, leftEnd, right, rightFirst, rightEnd);
    }

    /** One more, in as many bytes as the number, if they hold it: values of fixed length have one form only. */
    static byte[] successor(byte[] value) {
        byte[] shortest = new BigInteger(value).add(BigInteger.ONE).toByteArray();
        if (shortest.length >= value.length) {
            return shortest;
        }
        byte[] next = new byte[value.length];
        Arrays.fill(next, (byte) (shortest[0] >> 7));
        System.arraycopy(shortest, 0, next, next.length - shortest.length, shortest.length);
        return next;
    }
}
