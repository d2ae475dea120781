package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.RleHybridEncoder;

/**
 * Judges now and then whether the dictionary of a chunk pays: when twice as many values have come as at the last probe.
 * The first one only notes how far the dictionary is.
 */
final class DictionaryProbe {
    private static final int FIRST_VALUES = 4096;

    private long dueAtValues = FIRST_VALUES;
    private long probedValues;
    private long probedEntries;

    /**
     * What there is, or would be.
     *
     * @param entries of the dictionary
     * @param bytes of its page before compression
     * @param values of the chunk
     */
    record Figures(long entries, long bytes, long values) {
        /** Whether indexes and dictionary together are smaller than the values that they stand for. */
        boolean pay() {
            return pay(entries, values);
        }

        /** Whether that is so for some of the values, and the entries that they added. */
        private boolean pay(long someEntries, long someValues) {
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

    /** Whether none has been made yet. */
    boolean isFirst() {
        return probedValues == 0;
    }

    /** Makes a probe. A dictionary that has not paid so far may still do so, where most of the newest values are known. */
    boolean passes(Figures now) {
        boolean passes = isFirst() || now.pay() || now.pay(now.entries() - probedEntries, now.values() - probedValues);
        dueAtValues = now.values() * 2;
        probedValues = now.values();
        probedEntries = now.entries();
        return passes;
    }
}
