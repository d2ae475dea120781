package io.parquetry.format.internal.encoding;

/**
 * Decodes the values of pages, one page after the other. Decoders distrust what they read: they throw {@link
 * io.parquetry.format.CorruptFileException} without a place, which the caller adds.
 *
 * @param <V> where the values of the type go
 */
public interface ValueDecoder<V extends DecodedValues> {
    /** Bytes that must be readable behind the end of a range that is given to a decoder; their content is ignored. */
    int SLACK_BYTES = 8;

    /** Turns to a page with at least one value; the bytes must stay until its last value has been used. */
    void start(byte[] bytes, int from, int to);

    /**
     * How many of the next values may be decoded at once without taking much more memory than their page does.
     *
     * @param count as many as are wanted at most; the page may have fewer
     * @return at least 1, at most {@code count}
     */
    default int fitting(int count) {
        return count;
    }

    /** Decodes the next {@code count} values into the start of {@code into}, which has room for them. */
    void read(V into, int count);
}
