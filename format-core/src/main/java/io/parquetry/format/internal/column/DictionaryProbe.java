package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.RleHybridEncoder;

/**
 * Judges from time to time whether the dictionary of a chunk pays: when the chunk has twice as many values as at the
 * last probe. The first probe passes always and only records the size of the dictionary.
 */
final class DictionaryProbe {
    private static final int FIRST_VALUES = 4096;

    private long dueAtValues = FIRST_VALUES;
    private long probedValues;
    private long probedEntries;

    /**
     * Sizes of a chunk with a dictionary, built or predicted.
     *
     * @param entries of the dictionary
     * @param bytes of its page before compression
     * @param values of the chunk
     */
    record Sizes(long entries, long bytes, long values) {
        /** Whether indexes and dictionary together are smaller than the values that they replace. */
        boolean pays() {
            return pays(entries, values);
        }

        /** Whether that is so for some of the values, and the entries that they added. */
        private boolean pays(long someEntries, long someValues) {
            if (entries == 0) {
                return true;
            }
            long indexBits = someValues * RleHybridEncoder.bitWidth((int) entries);
            return someEntries * bytes / entries + indexBits / 8 < someValues * bytes / entries;
        }
    }

    boolean isDue(long values) {
        return values >= dueAtValues;
    }

    /** Whether no probe has been made yet. */
    boolean isFirst() {
        return probedValues == 0;
    }

    /**
     * Makes a probe. A dictionary that has not paid so far passes where it pays for the values since the last probe,
     * most of which it then holds already.
     *
     * @return whether to keep the dictionary
     */
    boolean judge(Sizes now) {
        boolean passed =
                isFirst() || now.pays() || now.pays(now.entries() - probedEntries, now.values() - probedValues);
        dueAtValues = now.values() * 2;
        probedValues = now.values();
        probedEntries = now.entries();
        return passed;
    }
}
