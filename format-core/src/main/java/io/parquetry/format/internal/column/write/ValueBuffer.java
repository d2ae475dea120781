package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.metadata.Encoding;

/**
 * The values of the open page that are not interned, in an array of their type. Without a dictionary these are all
 * values of the page.
 */
sealed interface ValueBuffer permits BooleanValues, IntValues, LongValues, BinaryValues {
    /** Number of values. */
    int count();

    /** Bytes of the values in PLAIN form. */
    int bytes();

    /** Bytes of BYTE_ARRAY values without their lengths; 0 for other types. */
    long unencodedBytes();

    /** Starts a block that {@link #blockIsFull} ends; values of a fixed width ignore the limit. */
    void startBlock(int bytesMax);

    /** Whether the values of the block are so large that the block ends although they are few. */
    boolean blockIsFull();

    /** Drops all values but the first {@code kept}. */
    void truncate(int kept);

    /** @param encoding one that the type can have */
    void encode(Encoding encoding, ByteAppender body);

    MinMax minMax();

    void addTo(BloomFilterBuilder filter);

    /**
     * Gives the hash of each value.
     *
     * @param from 0, or what the last call returned
     * @return the position behind the last value
     */
    int addTo(ValueHashes hashes, int from);

    /** Drops all values. */
    void clear();

    /** Drops all values and the array. */
    void release();
}
