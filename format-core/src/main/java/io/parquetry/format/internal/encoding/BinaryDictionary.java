package io.parquetry.format.internal.encoding;

import java.util.Arrays;

/**
 * Distinct byte strings in the order of their first use, one after the other in an arena:
 *
 * <pre>
 * arena    entry 0 | entry 1 | ...
 * ends     where each entry ends in the arena
 * slots    open addressing with linear probing, index plus one, at most half full
 * </pre>
 */
public abstract sealed class BinaryDictionary permits BytesDictionary, TextDictionary {
    final RetainedBytes retained;
    byte[] arena = new byte[32];
    int[] ends = new int[8];
    int[] slots = new int[16];
    private int size;

    BinaryDictionary(RetainedBytes retained) {
        this.retained = retained;
    }

    /** The hash that decides the slot of an entry. */
    abstract int hashOf(int index);

    /** Called before {@link #ends} grows to {@code capacity}, for what subclasses keep beside it. */
    abstract void growBeside(int capacity);

    /** Called when the newest entry, {@code index}, goes away. */
    abstract void forget(int index);

    /** Heap that the dictionary holds. */
    public long retainedBytes() {
        return arena.length + 4L * (ends.length + slots.length);
    }

    public final int size() {
        return size;
    }

    /** The entries one after the other; {@link #start} and {@link #end} tell where each lies. */
    public final byte[] arena() {
        return arena;
    }

    public final int start(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    public final int end(int index) {
        return ends[index];
    }

    /** Bytes of all entries. */
    public final int arenaBytes() {
        return size == 0 ? 0 : ends[size - 1];
    }

    /** Makes room in the arena for {@code bytes} more. */
    final void ensureArena(long bytes) {
        long needed = arenaBytes() + bytes;
        if (needed > arena.length) {
            int before = arena.length;
            arena = Arrays.copyOf(arena, Growth.capacity(before, needed));
            retained.add(arena.length - before);
        }
    }

    /** Gives the next index to the bytes of the arena up to {@code end}. */
    final int append(int end, int slot) {
        ends[size] = end;
        slots[slot] = ++size;
        if (size * 2 > slots.length) {
            retained.add(4L * slots.length);
            slots = new int[slots.length * 2];
            for (int i = 0; i < size; i++) {
                slots[slotHolding(0, hashOf(i))] = i + 1;
            }
        }
        return size - 1;
    }

    /** Makes room for one more entry beside the arena. */
    final void ensureEntry() {
        if (size == ends.length) {
            growBeside(size * 2);
            ends = Arrays.copyOf(ends, size * 2);
            retained.add(4L * size);
        }
    }

    private int slotHolding(int content, int hash) {
        int slot = hash & (slots.length - 1);
        while (slots[slot] != content) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** Forgets the entries added last, newest first: nothing was put behind them, so probing stays whole. */
    public final void truncate(int newSize) {
        while (size > newSize) {
            slots[slotHolding(size, hashOf(size - 1))] = 0;
            forget(size - 1);
            size--;
        }
    }
}
