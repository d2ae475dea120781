package io.parquetry.format.internal.encoding;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Distinct byte strings in the order of their first use:
 *
 * <pre>
 * arena     index (4 bytes) length (4 bytes) bytes, zeros up to a whole word | ...
 * starts    where the bytes of each entry begin in the arena
 * slots     start of an entry in words (upper 28 bits) and a part of its hash (lower 4 bits), or 0
 * </pre>
 *
 * <p>A value is laid down behind the last entry, as if it were the next one, and stays there only if it is new. To find
 * one that is known takes two looks into memory, at its slot and at its entry; a dictionary that pays is often too large
 * for the processor's nearest caches, and then it is these looks that cost time. Slots are probed linearly and at most
 * two thirds full; the part of the hash spares most looks at entries that are others.
 */
public final class BinaryDictionary {
    private static final int WORD = Long.BYTES;
    private static final int ENTRY_HEADER_BYTES = 2 * Integer.BYTES;
    private static final int TAG_MASK = 0xF;
    /** Turns a start into the upper bits of a slot and back: starts are whole words. */
    private static final int START_SHIFT = 1;

    /** So that nobody can choose values that share their slots. The file does not depend on it. */
    private static final long SEED = ThreadLocalRandom.current().nextLong();

    private final RetainedBytes retained;
    private byte[] arena = new byte[64];
    private int[] starts = new int[4];
    private int[] slots = new int[8];
    private int size;
    private int valueBytes;
    /** Where the bytes of the next entry will begin. */
    private int nextStart = ENTRY_HEADER_BYTES;

    public BinaryDictionary(RetainedBytes retained) {
        this.retained = retained;
        retained.add(retainedBytes());
    }

    /** Heap that the arrays hold. */
    public long retainedBytes() {
        return arena.length + (long) Integer.BYTES * (starts.length + slots.length);
    }

    public int size() {
        return size;
    }

    /** Bytes of all entries. */
    public int valueBytes() {
        return valueBytes;
    }

    /** Holds the entries; {@link #start} and {@link #end} tell where each one's bytes lie. */
    public byte[] arena() {
        return arena;
    }

    public int start(int index) {
        return starts[index];
    }

    public int end(int index) {
        return starts[index] + length(index);
    }

    public int length(int index) {
        return LittleEndian.intAt(arena, starts[index] - Integer.BYTES);
    }

    /** The index of the bytes of this range. */
    public int indexOf(byte[] source, int offset, int length) {
        ensureArena(length);
        LittleEndian.putLong(arena, nextStart + (length & -WORD), 0);
        System.arraycopy(source, offset, arena, nextStart, length);
        return indexOfNext(length);
    }

    /** The index of a text, as UTF-8. */
    public int indexOf(String text) {
        ensureArena(text.length());
        int end = Utf8.encodeAscii(text, arena, nextStart);
        if (end < 0) {
            ensureArena(Utf8.maxBytes(text));
            end = Utf8.encode(text, arena, nextStart);
            LittleEndian.putLong(arena, end, 0);
        }
        return indexOfNext(end - nextStart);
    }

    /** Makes room for the bytes of the next entry, and the zeros behind them. */
    private void ensureArena(long length) {
        long needed = nextStart + length + WORD;
        if (needed > arena.length) {
            int before = arena.length;
            arena = Arrays.copyOf(arena, Growth.capacity(before, needed));
            retained.add(arena.length - before);
        }
    }

    private int indexOfNext(int length) {
        int hash = hash(nextStart, length);
        int tag = hash & TAG_MASK;
        int mask = slots.length - 1;
        int slot = homeSlot(hash, mask);
        while (slots[slot] != 0) {
            if ((slots[slot] & TAG_MASK) == tag) {
                int start = startIn(slots[slot]);
                if (LittleEndian.intAt(arena, start - Integer.BYTES) == length && equal(start, nextStart, length)) {
                    return LittleEndian.intAt(arena, start - ENTRY_HEADER_BYTES);
                }
            }
            slot = slot + 1 & mask;
        }
        keepNext(length, hash, slot);
        return size - 1;
    }

    private static int startIn(int slot) {
        return (slot & ~TAG_MASK) >>> START_SHIFT;
    }

    private static int slotContent(int start, int hash) {
        return start << START_SHIFT | hash & TAG_MASK;
    }

    private boolean equal(int left, int right, int length) {
        for (int at = 0; at < length; at += WORD) {
            if (LittleEndian.longAt(arena, left + at) != LittleEndian.longAt(arena, right + at)) {
                return false;
            }
        }
        return true;
    }

    private void keepNext(int length, int hash, int slot) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, size * 2);
            retained.add((long) Integer.BYTES * size);
        }
        LittleEndian.putInt(arena, nextStart - ENTRY_HEADER_BYTES, size);
        LittleEndian.putInt(arena, nextStart - Integer.BYTES, length);
        starts[size++] = nextStart;
        slots[slot] = slotContent(nextStart, hash);
        valueBytes += length;
        nextStart = startAfter(nextStart, length);
        if (size > slots.length / 3 * 2) {
            growSlots();
        }
    }

    private static int startAfter(int start, int length) {
        return Math.addExact(start, (length + WORD - 1 & -WORD) + ENTRY_HEADER_BYTES);
    }

    /** Puts the entries into the new slots in their order, for {@link #truncate}. */
    private void growSlots() {
        retained.add((long) Integer.BYTES * slots.length);
        slots = new int[slots.length * 2];
        int mask = slots.length - 1;
        for (int i = 0; i < size; i++) {
            int hash = hash(starts[i], length(i));
            int slot = homeSlot(hash, mask);
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = slotContent(starts[i], hash);
        }
    }

    /** Forgets the entries added last, newest first: no other was put behind them, so probing stays whole. */
    public void truncate(int newSize) {
        int mask = slots.length - 1;
        while (size > newSize) {
            int start = starts[--size];
            int length = length(size);
            int slot = homeSlot(hash(start, length), mask);
            while (startIn(slots[slot]) != start) {
                slot = slot + 1 & mask;
            }
            slots[slot] = 0;
            valueBytes -= length;
            nextStart = start;
        }
    }

    private static int homeSlot(int hash, int mask) {
        return hash >>> Integer.numberOfLeadingZeros(mask);
    }

    /** Goes over whole words, the zeros behind the value included. */
    private int hash(int start, int length) {
        long hash = SEED + length;
        for (int at = start; at < start + length; at += WORD) {
            hash = Long.rotateLeft((hash ^ LittleEndian.longAt(arena, at)) * 0x9E37_79B9_7F4A_7C15L, 32);
        }
        return (int) ((hash ^ hash >>> 32) * 0x9E37_79B9_7F4A_7C15L >>> 32);
    }
}
