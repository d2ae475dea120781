package io.parquetry.format.internal.encoding;

import java.util.Arrays;

/**
 * A dictionary of texts, kept as UTF-8 and looked up as {@link String}s by the hash that a string keeps: a text that is
 * known is never encoded again. Two strings are equal exactly when their UTF-8 is, because {@link Utf8} refuses what
 * UTF-8 cannot carry.
 */
public final class TextDictionary extends BinaryDictionary {
    /** A string object and the header of its byte array. */
    private static final int STRING_OVERHEAD_BYTES = 24 + 16;

    private String[] texts = new String[8];

    public TextDictionary(RetainedBytes retained) {
        super(retained);
        retained.add(retainedBytes());
    }

    /** The strings count as one byte per byte of UTF-8 and their overhead. */
    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 4L * texts.length + (long) size() * STRING_OVERHEAD_BYTES + arenaBytes();
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
        ensureArena(Utf8.maxBytes(text));
        int end = Utf8.encode(text, arena, start);
        ensureEntry();
        texts[size()] = text;
        retained.add(STRING_OVERHEAD_BYTES + end - start);
        return append(end, slot);
    }

    @Override
    int hashOf(int index) {
        return hash(texts[index]);
    }

    @Override
    void growBeside(int capacity) {
        retained.add(4L * (capacity - texts.length));
        texts = Arrays.copyOf(texts, capacity);
    }

    @Override
    void forget(int index) {
        retained.add(start(index) - end(index) - STRING_OVERHEAD_BYTES);
        texts[index] = null;
    }

    private static int hash(String text) {
        int hash = text.hashCode() * 0x9E3779B9;
        return hash ^ (hash >>> 16);
    }
}
