package io.parquetry.format.internal.encoding;

import java.util.Arrays;

/** A dictionary of byte strings. The hash of each entry is kept and compared before its bytes are. */
public final class BytesDictionary extends BinaryDictionary {
    private int[] hashes = new int[8];

    public BytesDictionary(RetainedBytes retained) {
        super(retained);
        retained.add(retainedBytes());
    }

    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 4L * hashes.length;
    }

    /** The index of the bytes of this range, which are copied in if they are new. */
    public int indexOf(byte[] source, int offset, int length) {
        int hash = hash(source, offset, length);
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (true) {
            int index = slots[slot] - 1;
            if (index < 0) {
                return add(source, offset, length, hash, slot);
            }
            if (hashes[index] == hash
                    && Arrays.equals(arena, start(index), ends[index], source, offset, offset + length)) {
                return index;
            }
            slot = (slot + 1) & mask;
        }
    }

    private int add(byte[] source, int offset, int length, int hash, int slot) {
        int start = arenaBytes();
        ensureArena(length);
        System.arraycopy(source, offset, arena, start, length);
        ensureEntry();
        hashes[size()] = hash;
        return append(start + length, slot);
    }

    @Override
    int hashOf(int index) {
        return hashes[index];
    }

    @Override
    void growBeside(int capacity) {
        retained.add(4L * (capacity - hashes.length));
        hashes = Arrays.copyOf(hashes, capacity);
    }

    @Override
    void forget(int index) {
        hashes[index] = 0;
    }

    private static int hash(byte[] source, int offset, int length) {
        int hash = length;
        int end = offset + length;
        int at = offset;
        for (; at + 8 <= end; at += 8) {
            long word = LittleEndian.longAt(source, at) * 0x9E3779B97F4A7C15L;
            hash = hash * 31 + (int) (word >>> 32) + (int) word;
        }
        for (; at < end; at++) {
            hash = hash * 31 + source[at];
        }
        hash *= 0x85EBCA6B;
        return hash ^ (hash >>> 15);
    }
}
