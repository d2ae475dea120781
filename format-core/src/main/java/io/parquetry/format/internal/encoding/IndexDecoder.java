package io.parquetry.format.internal.encoding;

import io.parquetry.format.CorruptFileException;

/** Decodes dictionary indexes: one byte with the bit width, then runs (Encodings.md, "Dictionary Encoding"). */
public final class IndexDecoder {
    private final RleDecoder runs = new RleDecoder();

    /** Turns to a page with at least one value. */
    public void start(byte[] bytes, int from, int to) {
        if (from >= to) {
            throw new CorruptFileException("dictionary indexes are missing: the page ends before their bit width");
        }
        int width = bytes[from];
        if (width < 0 || width > Integer.SIZE) {
            throw new CorruptFileException(
                    "dictionary indexes have a bit width of " + (width & 0xff) + "; it must be 0 to 32");
        }
        runs.start(bytes, from + 1, to, width);
    }

    /** Reads indexes, every one of them below {@code dictionarySize}. */
    public void read(int[] into, int count, int dictionarySize) {
        runs.readInts(into, count);
        int least = 0;
        int most = 0;
        for (int i = 0; i < count; i++) {
            least = Math.min(least, into[i]);
            most = Math.max(most, into[i]);
        }
        if (least < 0 || most >= dictionarySize) {
            throw new CorruptFileException("a value points to entry " + (least < 0 ? least & 0xffffffffL : most)
                    + " of a dictionary that has " + dictionarySize + " entries");
        }
    }

    /** Steps over indexes, whatever they are. */
    public void skip(int count) {
        runs.skip(count);
    }
}
