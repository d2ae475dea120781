package io.parquetry.format.internal.encoding;

import java.util.Arrays;

/**
 * Distinct byte strings in the order of their first use, one after the other in an arena:
 *
 * <pre>
 * arena    entry 0 | entry 1 | ...
 * ends     where each entry ends in the arena
 * hashes   the hash of each entry, compared before its bytes are
 * slots    open addressing with linear probing, index plus one, at most half full
 * </pre>
 */
public final class BytesDictionary {
    private byte[] arena = new byte[64];
    private int[] ends = new int[16];
    private int[] hashes = new int[16];
    private int[] slots = new int[32];
    private int size;

    public int size() {
        return size;
    }

    /** The entries one after the other; {@link #start} and {@link #end} tell where each lies. */
    public byte[] arena() {
        return arena;
    }

    public int start(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    public int end(int index) {
        return ends[index];
    }

    /** Bytes of all entries. */
    public int arenaBytes() {
        return size == 0 ? 0 : ends[size - 1];
    }

    /** Heap held by the arrays. */
    public long retainedBytes() {
        return arena.length + 4L * (ends.length + hashes.length + slots.length);
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
        if (length > arena.length - start) {
            arena = Arrays.copyOf(arena, Growth.capacity(arena.length, (long) start + length));
        }
        System.arraycopy(source, offset, arena, start, length);
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, size * 2);
            hashes = Arrays.copyOf(hashes, size * 2);
        }
        ends[size] = start + length;
        hashes[size] = hash;
        slots[slot] = ++size;
        if (size * 2 > slots.length) {
            slots = new int[slots.length * 2];
            for (int i = 0; i < size; i++) {
                slots[freeSlot(hashes[i])] = i + 1;
            }
        }
        return size - 1;
    }

    private int freeSlot(int hash) {
        int slot = hash & (slots.length - 1);
        while (slots[slot] != 0) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** Forgets the entries added last, newest first: nothing was put behind them, so probing stays whole. */
    public void truncate(int newSize) {
        while (size > newSize) {
            int slot = hashes[size - 1] & (slots.length - 1);
            while (slots[slot] != size) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = 0;
            size--;
        }
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
