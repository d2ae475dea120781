package io.parquetry.format.internal.column;

/**
 * Judges from time to time whether the dictionary of a chunk pays: at the end of the first page after which there is
 * enough to judge by, and when the chunk has twice as many values as at the last judgement.
 */
final class DictionaryProbe {
    /** Fewer values say little about the next ones, where pages are small. */
    private static final int FIRST_VALUES = 4096;

    private static final int FIRST_BYTES = 1 << 20;

    private long dueAtValues;
    private Sizes last = new Sizes(0, 0, 0);

    /**
     * Sizes of a chunk with a dictionary, built or predicted, before compression.
     *
     * @param dictionaryBytes of the dictionary's page
     * @param indexBytes of the indexes in all pages
     * @param valueBytes of the values that they replace, in PLAIN form
     */
    record Sizes(long dictionaryBytes, long indexBytes, long valueBytes) {
        /** Whether indexes and dictionary together are smaller than the values. */
        boolean pays() {
            return valueBytes == 0 || dictionaryBytes + indexBytes < valueBytes;
        }

        /** Whether that may be so if the sizes are estimates, which are a few percent too large or too small. */
        boolean mayPay() {
            return dictionaryBytes + indexBytes < valueBytes + valueBytes / 16;
        }

        private Sizes since(Sizes then) {
            return new Sizes(
                    dictionaryBytes - then.dictionaryBytes, indexBytes - then.indexBytes, valueBytes - then.valueBytes);
        }
    }

    /**
     * @param values of the chunk
     * @param bytes of these values, in PLAIN form
     */
    boolean isDue(long values, long bytes) {
        return isFirst() ? values >= FIRST_VALUES || bytes >= FIRST_BYTES : values >= dueAtValues;
    }

    /** Whether no judgement has been made yet. */
    boolean isFirst() {
        return dueAtValues == 0;
    }

    /**
     * Makes a judgement. A dictionary that has not paid so far passes where it pays for the values since the last one,
     * most of which it then holds already.
     *
     * @param values of the chunk
     * @return whether to keep the dictionary
     */
    boolean judge(Sizes now, long values) {
        boolean passed = now.pays() || !isFirst() && now.since(last).pays();
        dueAtValues = values * 2;
        last = now;
        return passed;
    }
}
