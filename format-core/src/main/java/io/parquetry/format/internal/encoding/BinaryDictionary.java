package io.parquetry.format.internal.encoding;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Distinct byte strings in the order of their first use:
 *
 * <pre>
 * arena     index (4 bytes) length (4 bytes) bytes, zeros up to a whole word, at least one | ...
 * starts    where the bytes of each entry begin in the arena
 * hashes    of each entry
 * slots     start of an entry in words (upper 28 bits) and a part of its hash (lower 4 bits), or 0
 * </pre>
 *
 * <p>Finding a known value reads memory in two places, its slot and its entry. Slots are probed linearly and at most
 * half full, since processors mispredict second probes; the part of the hash spares reading most entries of other
 * values.
 */
public final class BinaryDictionary {
    private static final int WORD = Long.BYTES;
    private static final int ENTRY_HEADER_BYTES = 2 * Integer.BYTES;
    private static final int TAG_MASK = 0xF;

    /** Turns a start into the upper bits of a slot and back: starts are whole words. */
    private static final int START_SHIFT = 1;

    /** Keeps attackers from choosing values that share their slots. The file does not depend on it. */
    private static final long SEED = ThreadLocalRandom.current().nextLong();

    private final RetainedBytes retained;
    private byte[] arena = new byte[64];
    private int[] starts = new int[4];
    private int[] hashes = new int[4];
    private int[] slots = new int[8];
    private int size;
    private int valueBytes;
    /** Keeps the compiler from leaving out the reads of {@link #fetchEntries}. */
    @SuppressWarnings("UnusedVariable")
    private int fetched;
    /** Position of the bytes of the next entry. */
    private int nextStart = ENTRY_HEADER_BYTES;

    public BinaryDictionary(RetainedBytes retained) {
        this.retained = retained;
        retained.add(retainedBytes());
    }

    /** Heap that the arrays hold. */
    public long retainedBytes() {
        return arena.length + (long) Integer.BYTES * (starts.length + hashes.length + slots.length);
    }

    public int size() {
        return size;
    }

    /** Bytes of all entries. */
    public int valueBytes() {
        return valueBytes;
    }

    /** Holds the entries; {@link #start} and {@link #end} are the range of an entry's bytes. */
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

    /**
     * Finds consecutive values, each behind its length in 4 bytes; those that are new are added.
     *
     * @param source has at least 8 more bytes behind the last value
     * @param indexes gets their indexes from {@code at} on
     */
    public void internPrefixed(byte[] source, int count, int[] indexes, int at) {
        if (slots.length < HashSlots.FETCHED_SLOTS_MIN) {
            internOneByOne(source, count, indexes, at);
            return;
        }
        int start = 0;
        for (int i = at; i < at + count; i++) {
            int length = LittleEndian.intAt(source, start);
            start += Integer.BYTES;
            indexes[i] = hash(source, start, length);
            start += length;
        }
        fetchEntries(indexes, count, at);
        start = 0;
        for (int i = at; i < at + count; i++) {
            int length = LittleEndian.intAt(source, start);
            start += Integer.BYTES;
            indexes[i] = intern(source, start, length, indexes[i]);
            start += length;
        }
    }

    private void internOneByOne(byte[] source, int count, int[] indexes, int at) {
        int start = 0;
        for (int i = at; i < at + count; i++) {
            int length = LittleEndian.intAt(source, start);
            start += Integer.BYTES;
            indexes[i] = intern(source, start, length);
            start += length;
        }
    }

    /**
     * Loads the slots of many values and the entries that they name into the cache at once; finding one value after the
     * other would wait for each.
     */
    private void fetchEntries(int[] hashes, int count, int at) {
        int mask = slots.length - 1;
        int seen = 0;
        for (int i = at; i < at + count; i++) {
            seen |= arena[startIn(slots[homeSlot(hashes[i], mask)])];
        }
        fetched = seen;
    }

    /** Finds consecutive values of the same length, likewise. */
    public void internFixed(byte[] source, int length, int count, int[] indexes, int at) {
        for (int i = 0; i < count; i++) {
            indexes[at + i] = intern(source, i * length, length);
        }
    }

    /** The index of the bytes of this range, behind which there are at least 8 more. */
    int intern(byte[] source, int start, int length) {
        return intern(source, start, length, hash(source, start, length));
    }

    private int intern(byte[] source, int start, int length, int hash) {
        int tag = hash & TAG_MASK;
        int mask = slots.length - 1;
        int slot = homeSlot(hash, mask);
        while (slots[slot] != 0) {
            if ((slots[slot] & TAG_MASK) == tag) {
                int entry = startIn(slots[slot]);
                if (LittleEndian.intAt(arena, entry - Integer.BYTES) == length && equal(entry, source, start, length)) {
                    return LittleEndian.intAt(arena, entry - ENTRY_HEADER_BYTES);
                }
            }
            slot = slot + 1 & mask;
        }
        keep(source, start, length, hash, slot);
        return size - 1;
    }

    private static int startIn(int slot) {
        return (slot & ~TAG_MASK) >>> START_SHIFT;
    }

    private static int slotContent(int start, int hash) {
        return start << START_SHIFT | hash & TAG_MASK;
    }

    private boolean equal(int entry, byte[] source, int start, int length) {
        if (length <= WORD) {
            return LittleEndian.longAt(arena, entry) == shortWord(source, start, length);
        }
        int last = length - WORD;
        for (int at = WORD; at < last; at += WORD) {
            if (LittleEndian.longAt(arena, entry + at) != LittleEndian.longAt(source, start + at)) {
                return false;
            }
        }
        return LittleEndian.longAt(arena, entry) == LittleEndian.longAt(source, start)
                && LittleEndian.longAt(arena, entry + last) == LittleEndian.longAt(source, start + last);
    }

    /** A value of at most 8 bytes, filled up with zeros. */
    private static long shortWord(byte[] source, int start, int length) {
        return length == 0 ? 0 : LittleEndian.longAt(source, start) & -1L >>> -Byte.SIZE * length;
    }

    private void keep(byte[] source, int start, int length, int hash, int slot) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, size * 2);
            hashes = Arrays.copyOf(hashes, size * 2);
            retained.add(2L * Integer.BYTES * size);
        }
        int next = startAfter(nextStart, length);
        ensureArena(next);
        LittleEndian.putInt(arena, nextStart - ENTRY_HEADER_BYTES, size);
        LittleEndian.putInt(arena, nextStart - Integer.BYTES, length);
        System.arraycopy(source, start, arena, nextStart, length);
        starts[size] = nextStart;
        hashes[size++] = hash;
        slots[slot] = slotContent(nextStart, hash);
        valueBytes += length;
        nextStart = next;
        if (size > slots.length / 2) {
            growSlots();
        }
    }

    private void ensureArena(int bytes) {
        if (bytes > arena.length) {
            int before = arena.length;
            arena = Arrays.copyOf(arena, Growth.capacity(before, bytes));
            retained.add(arena.length - before);
        }
    }

    private static int startAfter(int start, int length) {
        return Math.addExact(start, (Math.max(1, length) + WORD - 1 & -WORD) + ENTRY_HEADER_BYTES);
    }

    private void growSlots() {
        int before = slots.length;
        slots = new int[HashSlots.grow(before)];
        retained.add((long) Integer.BYTES * (slots.length - before));
        int mask = slots.length - 1;
        for (int i = 0; i < size; i++) {
            int slot = homeSlot(hashes[i], mask);
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = slotContent(starts[i], hashes[i]);
        }
    }

    private static int homeSlot(int hash, int mask) {
        return hash >>> Integer.numberOfLeadingZeros(mask);
    }

    /**
     * A number that is the same for equal values, in every process.
     *
     * @param source has at least 8 more bytes behind the value
     */
    public static long sampleHash(byte[] source, int start, int length) {
        return hash(source, start, length, 0);
    }

    private static int hash(byte[] source, int start, int length) {
        return (int) (hash(source, start, length, SEED) >>> 32);
    }

    /** Hashes whole words; the last word may overlap the one before. */
    private static long hash(byte[] source, int start, int length, long seed) {
        long hash = seed + length;
        if (length <= WORD) {
            hash = mix(hash, shortWord(source, start, length));
        } else {
            int last = start + length - WORD;
            hash = mix(hash, LittleEndian.longAt(source, start));
            for (int at = start + WORD; at < last; at += WORD) {
                hash = mix(hash, LittleEndian.longAt(source, at));
            }
            hash = mix(hash, LittleEndian.longAt(source, last));
        }
        return (hash ^ hash >>> 32) * 0x9E37_79B9_7F4A_7C15L;
    }

    private static long mix(long hash, long word) {
        return Long.rotateLeft((hash ^ word) * 0x9E37_79B9_7F4A_7C15L, 32);
    }
}
