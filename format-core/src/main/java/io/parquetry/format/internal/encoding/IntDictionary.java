package io.parquetry.format.internal.encoding;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Distinct 4-byte values in the order of their first use. Open addressing with linear probing; a slot holds an index
 * plus one. The table is at most half full.
 *
 * <p>Values can be chosen so that they share a slot, and each would be compared with all before. So where a value lands
 * far from its slot, which values that nobody chose do not, slots are given anew by a secret number.
 */
public final class IntDictionary {
    private final RetainedBytes retained;
    private int[] values = new int[8];
    private int[] slots = new int[16];
    private int size;
    /** 0 until a value lands far from its slot. The file does not depend on it. */
    private long secret;

    public IntDictionary(RetainedBytes retained) {
        this.retained = retained;
        retained.add(retainedBytes());
    }

    public int size() {
        return size;
    }

    /** The values by index; only the first {@link #size} are valid. */
    public int[] values() {
        return values;
    }

    /** Heap held by the arrays. */
    public long retainedBytes() {
        return (long) Integer.BYTES * values.length + (long) Integer.BYTES * slots.length;
    }

    /**
     * Finds the first {@code count} values; those that are new are added.
     *
     * @param indexes gets their indexes from {@code at} on
     */
    public void intern(int[] source, int count, int[] indexes, int at) {
        if (slots.length >= HashSlots.FETCHED_SLOTS_MIN) {
            internFar(source, count, indexes, at);
            return;
        }
        for (int i = 0; i < count; i++) {
            indexes[at + i] = intern(source[i]);
        }
    }

    /** Reads all slots first, then compares: no value waits for the slot of another to come from a farther cache. */
    private void internFar(int[] source, int count, int[] indexes, int at) {
        int mask = slots.length - 1;
        for (int i = 0; i < count; i++) {
            indexes[at + i] = Math.max(0, slots[HashSlots.home(source[i] ^ secret, mask)] - 1);
        }
        for (int i = 0; i < count; i++) {
            if (values[indexes[at + i]] != source[i]) {
                indexes[at + i] = intern(source[i]);
            }
        }
    }

    /** The index of {@code value}, which is added if it is new. */
    int intern(int value) {
        int mask = slots.length - 1;
        int slot = HashSlots.home(value ^ secret, mask);
        while (true) {
            int index = slots[slot] - 1;
            if (index < 0) {
                return add(value, slot);
            }
            if (values[index] == value) {
                return index;
            }
            slot = (slot + 1) & mask;
        }
    }

    private int add(int value, int slot) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
            retained.add((long) Integer.BYTES * size);
        }
        values[size] = value;
        slots[slot] = ++size;
        if (size * 2 > slots.length) {
            int before = slots.length;
            slots = new int[HashSlots.grow(before)];
            retained.add((long) Integer.BYTES * (slots.length - before));
            fillSlots();
        } else if (secret == 0 && HashSlots.isFar(slot, HashSlots.home(value, slots.length - 1), slots.length - 1)) {
            secret = ThreadLocalRandom.current().nextLong();
            Arrays.fill(slots, 0);
            fillSlots();
        }
        return size - 1;
    }

    private void fillSlots() {
        for (int i = 0; i < size; i++) {
            slots[freeSlot(values[i])] = i + 1;
        }
    }

    private int freeSlot(int value) {
        int slot = HashSlots.home(value ^ secret, slots.length - 1);
        while (slots[slot] != 0) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** The most slots that finding a value reads beside its first. */
    int longestSearch() {
        int longest = 0;
        int mask = slots.length - 1;
        for (int slot = 0; slot <= mask; slot++) {
            if (slots[slot] != 0) {
                int home = HashSlots.home(values[slots[slot] - 1] ^ secret, mask);
                longest = Math.max(longest, slot - home & mask);
            }
        }
        return longest;
    }
}
