package io.parquetry.format.internal.encoding;

import io.parquetry.format.CorruptFileException;

/** Decodes dictionary indexes: one byte with the bit width, then runs (Encodings.md, "Dictionary Encoding"). */
public final class IndexDecoder {
    private final RleDecoder runs = new RleDecoder();
    private long pagesWithoutRuns;

    /** Starts a page with at least one value. */
    public void start(byte[] bytes, int from, int to) {
        if (from >= to) {
            throw new CorruptFileException("dictionary indexes are missing: the page ends before their bit width");
        }
        int width = bytes[from];
        if (width < 0 || width > Integer.SIZE) {
            throw new CorruptFileException(
                    "dictionary indexes have a bit width of " + (width & 0xff) + "; it must be 0 to 32");
        }
        if (width == 0 && from + 1 == to) {
            // As hardwood wrote them until August 2026 where a dictionary has one entry.
            runs.startZeros();
            pagesWithoutRuns++;
        } else {
            runs.start(bytes, from + 1, to, width);
        }
    }

    /** Reads indexes, and checks that every one is below {@code dictionarySize}. */
    public void read(int[] into, int count, int dictionarySize) {
        runs.readInts(into, count);
        int last = dictionarySize - 1;
        int outside = 0;
        for (int i = 0; i < count; i++) {
            outside |= into[i] | last - into[i];
        }
        if (outside < 0) {
            throw outside(into, count, dictionarySize);
        }
    }

    private static CorruptFileException outside(int[] indexes, int count, int dictionarySize) {
        int least = 0;
        int most = 0;
        for (int i = 0; i < count; i++) {
            least = Math.min(least, indexes[i]);
            most = Math.max(most, indexes[i]);
        }
        return new CorruptFileException("a value points to entry " + (least < 0 ? least & 0xffffffffL : most)
                + " of a dictionary that has " + dictionarySize + " entries");
    }

    /** How many of the pages so far have a width of 0 and no run. */
    public long pagesWithoutRuns() {
        return pagesWithoutRuns;
    }

    /** Skips indexes without checking them. */
    public void skip(int count) {
        runs.skip(count);
    }
}
