package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.IntDictionary;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.IntMinMax;
import io.parquetry.format.internal.statistics.MinMax;

/** The dictionary of a chunk of INT32, and of FLOAT as its bits. */
final class IntChunkDictionary implements ChunkDictionary {
    private final IntValues buffer;
    private final RetainedBytes retained;
    /** Null before the first value is interned. */
    private IntDictionary dictionary;

    IntChunkDictionary(IntValues buffer, RetainedBytes retained) {
        this.buffer = buffer;
        this.retained = retained;
    }

    @Override
    public int size() {
        return dictionary == null ? 0 : dictionary.size();
    }

    @Override
    public int bytes() {
        return size() * Integer.BYTES;
    }

    @Override
    public void intern(IndexBuffer indexes) {
        int count = buffer.count();
        if (count == 0) {
            return;
        }
        if (dictionary == null) {
            dictionary = new IntDictionary(retained);
        }
        dictionary.intern(buffer.array(), count, indexes.ensure(count), indexes.count());
        indexes.advance(count, 0);
        buffer.clear();
    }

    @Override
    public void expand(IndexBuffer indexes) {
        buffer.addEntries(dictionary.values(), indexes.array(), indexes.count());
    }

    @Override
    public MinMax minMax(IndexBuffer indexes) {
        IntMinMax minMax = new IntMinMax(buffer.order());
        if (dictionary != null) {
            minMax.addAll(dictionary.values(), indexes.array(), indexes.count());
        }
        return minMax;
    }

    @Override
    public void encode(ByteAppender body) {
        if (dictionary != null) {
            body.putInts(dictionary.values(), dictionary.size());
        }
    }

    @Override
    public void addTo(BloomFilterBuilder filter) {
        if (dictionary != null) {
            filter.add(dictionary.values(), dictionary.size());
        }
    }

    @Override
    public void release() {
        if (dictionary != null) {
            retained.add(-dictionary.retainedBytes());
            dictionary = null;
        }
    }
}
