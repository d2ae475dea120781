package io.parquetry.format.internal.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * XXH64 with seed 0 (xxhash_spec.md of xxHash), the hash of bloom filters over the PLAIN form of values. Numbers are
 * hashed as their little-endian bytes without an intermediate array.
 */
final class XxHash64 {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;
    private static final int STRIPE_BYTES = 32;

    private XxHash64() {}

    static long ofInt(int value) {
        return finish(withInt(PRIME_5 + Integer.BYTES, value));
    }

    static long ofLong(long value) {
        return finish(withLong(PRIME_5 + Long.BYTES, value));
    }

    static long ofBytes(byte[] source, int start, int end) {
        int at = start;
        long hash;
        if (end - start < STRIPE_BYTES) {
            hash = PRIME_5;
        } else {
            long lane1 = 0x60EA_27EE_ADC0_B5D6L; // PRIME_1 + PRIME_2, which overflows
            long lane2 = PRIME_2;
            long lane3 = 0;
            long lane4 = -PRIME_1;
            for (; at <= end - STRIPE_BYTES; at += STRIPE_BYTES) {
                lane1 = round(lane1, (long) LONG.get(source, at));
                lane2 = round(lane2, (long) LONG.get(source, at + 8));
                lane3 = round(lane3, (long) LONG.get(source, at + 16));
                lane4 = round(lane4, (long) LONG.get(source, at + 24));
            }
            hash = Long.rotateLeft(lane1, 1)
                    + Long.rotateLeft(lane2, 7)
                    + Long.rotateLeft(lane3, 12)
                    + Long.rotateLeft(lane4, 18);
            hash = withLane(withLane(withLane(withLane(hash, lane1), lane2), lane3), lane4);
        }
        hash += end - start;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            hash = withLong(hash, (long) LONG.get(source, at));
        }
        if (at <= end - Integer.BYTES) {
            hash = withInt(hash, (int) INT.get(source, at));
            at += Integer.BYTES;
        }
        for (; at < end; at++) {
            hash = Long.rotateLeft(hash ^ (source[at] & 0xFF) * PRIME_5, 11) * PRIME_1;
        }
        return finish(hash);
    }

    private static long round(long lane, long word) {
        return Long.rotateLeft(lane + word * PRIME_2, 31) * PRIME_1;
    }

    private static long withLane(long hash, long lane) {
        return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
    }

    private static long withLong(long hash, long word) {
        return Long.rotateLeft(hash ^ round(0, word), 27) * PRIME_1 + PRIME_4;
    }

    private static long withInt(long hash, int word) {
        return Long.rotateLeft(hash ^ (word & 0xFFFF_FFFFL) * PRIME_1, 23) * PRIME_2 + PRIME_3;
    }

    private static long finish(long hash) {
        long mixed = (hash ^ hash >>> 33) * PRIME_2;
        mixed = (mixed ^ mixed >>> 29) * PRIME_3;
        return mixed ^ mixed >>> 32;
    }
}
