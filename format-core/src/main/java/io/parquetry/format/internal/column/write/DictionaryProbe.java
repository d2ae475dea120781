package io.parquetry.format.internal.column.write;

/**
 * Judges from time to time whether the dictionary of a chunk pays: at the end of the first page after which there is
 * enough to judge by, and when the chunk has twice as many values as at the last judgement.
 */
final class DictionaryProbe {
    /** Fewer values say little about the next ones, where pages are small. */
    private static final int FIRST_VALUES = 4096;

    private static final int FIRST_BYTES = 1 << 20;

    private Weights weights = Weights.EVEN;
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
        /** Whether the dictionary may pay if these sizes are estimates, a few percent too large or too small. */
        boolean mayPay() {
            return dictionaryBytes + indexBytes < valueBytes + valueBytes / 16;
        }

        private Sizes since(Sizes then) {
            return new Sizes(
                    dictionaryBytes - then.dictionaryBytes, indexBytes - then.indexBytes, valueBytes - then.valueBytes);
        }
    }

    /**
     * Bytes in the file for one byte before compression; for values, for one byte in PLAIN form.
     *
     * @param dictionary for one byte of the dictionary
     * @param indexes for one byte of the indexes
     * @param values for one byte of the values that they replace
     */
    record Weights(double dictionary, double indexes, double values) {
        private static final Weights EVEN = new Weights(1, 1, 1);
    }

    /** Has all further sizes weighed, which a trial has measured. */
    void weigh(Weights measured) {
        weights = measured;
    }

    /** Whether indexes and dictionary together are smaller than the values. */
    boolean pays(Sizes sizes) {
        return sizes.valueBytes == 0
                || sizes.dictionaryBytes * weights.dictionary + sizes.indexBytes * weights.indexes
                        < sizes.valueBytes * weights.values;
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
        boolean pays = pays(now) || !isFirst() && pays(now.since(last));
        keep(now, values);
        return pays;
    }

    /** Takes it as judged that the dictionary is to be kept. */
    void keep(Sizes now, long values) {
        dueAtValues = values * 2;
        last = now;
    }
}
