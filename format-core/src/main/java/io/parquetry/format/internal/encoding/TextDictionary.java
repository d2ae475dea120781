package io.parquetry.format.internal.encoding;

import java.util.Arrays;

/**
 * Distinct texts in the order of their first use. Texts are looked up as {@link String}s, by the hash that a string
 * keeps, so a text that is known is never encoded again; two strings are equal exactly when their UTF-8 is, because
 * {@link Utf8} refuses what UTF-8 cannot carry.
 *
 * <pre>
 * arena    UTF-8 of entry 0 | entry 1 | ...
 * ends     where each entry ends in the arena
 * texts    the strings themselves, by index
 * slots    open addressing with linear probing, index plus one, at most half full
 * </pre>
 */
public final class TextDictionary {
    /** A string object and the header of its byte array. */
    private static final int STRING_OVERHEAD_BYTES = 24 + 16;

    private byte[] arena = new byte[64];
    private int[] ends = new int[16];
    private String[] texts = new String[16];
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

    /** Heap held by the arrays and by the strings, each counted as one byte per byte of UTF-8. */
    public long retainedBytes() {
        return arena.length
                + 4L * (ends.length + texts.length + slots.length)
                + (long) size * STRING_OVERHEAD_BYTES
                + arenaBytes();
    }

    /** The index of {@code text}, which is encoded if it is new. */
    public int indexOf(String text) {
        int mask = slots.length - 1;
        int slot = hash(text) & mask;
        while (true) {
            int index = slots[slot] - 1;
            if (index < 0) {
                return add(text, slot);
            }
            String known = texts[index];
            if (known == text || (known.hashCode() == text.hashCode() && known.equals(text))) {
                return index;
            }
            slot = (slot + 1) & mask;
        }
    }

    private int add(String text, int slot) {
        int start = arenaBytes();
        long room = (long) start + Utf8.maxBytes(text);
        if (room > arena.length) {
            arena = Arrays.copyOf(arena, Growth.capacity(arena.length, room));
        }
        int end = Utf8.encode(text, arena, start);
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, size * 2);
            texts = Arrays.copyOf(texts, size * 2);
        }
        ends[size] = end;
        texts[size] = text;
        slots[slot] = ++size;
        if (size * 2 > slots.length) {
            slots = new int[slots.length * 2];
            for (int i = 0; i < size; i++) {
                slots[freeSlot(texts[i])] = i + 1;
            }
        }
        return size - 1;
    }

    private int freeSlot(String text) {
        int slot = hash(text) & (slots.length - 1);
        while (slots[slot] != 0) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** Forgets the entries added last, newest first: nothing was put behind them, so probing stays whole. */
    public void truncate(int newSize) {
        while (size > newSize) {
            int slot = hash(texts[size - 1]) & (slots.length - 1);
            while (slots[slot] != size) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = 0;
            size--;
            texts[size] = null;
        }
    }

    private static int hash(String text) {
        int hash = text.hashCode() * 0x9E3779B9;
        return hash ^ (hash >>> 16);
    }
}
