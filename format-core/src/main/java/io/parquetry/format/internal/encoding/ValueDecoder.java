package io.parquetry.format.internal.encoding;

/**
 * Decodes the values of pages, one page after the other. Decoders check all that they read: they throw {@link
 * io.parquetry.format.CorruptFileException} without a place, which the caller adds.
 *
 * @param <V> holds the decoded values of the type
 */
public interface ValueDecoder<V extends DecodedValues> {
    /** Bytes that must be readable behind the end of a decoder's range; their content is ignored. */
    int SLACK_BYTES = 8;

    /** Starts a page with at least one value; the bytes must not change until its last value has been used. */
    void start(byte[] bytes, int from, int to);

    /**
     * How many of the next values may be decoded at once without taking much more memory than their page.
     *
     * @param count the most that are wanted; the page may have fewer
     * @return at least 1, at most {@code count}
     */
    default int fitting(int count) {
        return count;
    }

    /** Decodes the next {@code count} values into the start of {@code into}, which is large enough. */
    void read(V into, int count);
}
