package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.MinMax;

/** The dictionary of one chunk, and how values move between it and a {@link ValueBuffer}. */
sealed interface ChunkDictionary permits IntChunkDictionary, LongChunkDictionary, BinaryChunkDictionary {
    /** Number of entries. */
    int size();

    /** Bytes of the entries in PLAIN form. */
    int bytes();

    /** Moves all values out of the buffer into the dictionary, and appends their indexes. */
    void intern(IndexBuffer indexes);

    /** Puts the values of all indexes into the buffer, which is empty. */
    void expand(IndexBuffer indexes);

    /** Bounds of the values that the indexes name. */
    MinMax minMax(IndexBuffer indexes);

    void encode(ByteAppender body);

    void addTo(BloomFilterBuilder filter);

    /** Drops all entries. */
    void release();
}
