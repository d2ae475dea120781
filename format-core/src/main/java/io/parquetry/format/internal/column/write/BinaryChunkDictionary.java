package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.BinaryDictionary;
import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.BytesMinMax;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.internal.statistics.ValueOrder;

/** The dictionary of a chunk of BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY. */
final class BinaryChunkDictionary implements ChunkDictionary {
    private final BinaryValues buffer;
    private final RetainedBytes retained;
    /** Null before the first value is interned. */
    private BinaryDictionary dictionary;

    BinaryChunkDictionary(BinaryValues buffer, RetainedBytes retained) {
        this.buffer = buffer;
        this.retained = retained;
    }

    @Override
    public int size() {
        return dictionary == null ? 0 : dictionary.size();
    }

    @Override
    public int bytes() {
        return dictionary == null ? 0 : dictionary.valueBytes() + dictionary.size() * buffer.prefixBytes();
    }

    @Override
    public void intern(IndexBuffer indexes) {
        int count = buffer.count();
        if (count == 0) {
            return;
        }
        if (dictionary == null) {
            dictionary = new BinaryDictionary(retained);
        }
        int[] target = indexes.ensure(count);
        if (buffer.prefixBytes() != 0) {
            dictionary.internPrefixed(buffer.array(), count, target, indexes.count());
        } else {
            dictionary.internFixed(buffer.array(), buffer.typeLength(), count, target, indexes.count());
        }
        indexes.advance(count, buffer.unencodedBytes());
        buffer.drain();
    }

    @Override
    public void expand(IndexBuffer indexes) {
        for (int i = 0; i < indexes.count(); i++) {
            int index = indexes.array()[i];
            buffer.add(dictionary.arena(), dictionary.start(index), dictionary.length(index));
        }
    }

    /**
     * Reads every entry that the page uses once, in the order of memory; but for FLOAT16 as often as it occurs, since
     * each NaN counts.
     */
    @Override
    public MinMax minMax(IndexBuffer indexes) {
        BytesMinMax minMax = new BytesMinMax(buffer.order());
        if (buffer.order() == ValueOrder.FLOAT16) {
            for (int i = 0; i < indexes.count(); i++) {
                addEntry(indexes.array()[i], minMax);
            }
        } else if (buffer.order() != ValueOrder.NONE) {
            addUsedEntries(indexes, minMax);
        }
        return minMax;
    }

    private void addUsedEntries(IndexBuffer indexes, BytesMinMax minMax) {
        int[] used = indexes.array();
        int count = indexes.count();
        long[] seen = new long[size() + 63 >>> 6];
        for (int i = 0; i < count; i++) {
            seen[used[i] >>> 6] |= 1L << used[i];
        }
        for (int i = 0; i < seen.length; i++) {
            for (long rest = seen[i]; rest != 0; rest &= rest - 1) {
                addEntry(i << 6 | Long.numberOfTrailingZeros(rest), minMax);
            }
        }
    }

    private void addEntry(int index, BytesMinMax minMax) {
        minMax.add(dictionary.arena(), dictionary.start(index), dictionary.end(index));
    }

    @Override
    public void encode(ByteAppender body) {
        for (int i = 0; i < size(); i++) {
            if (buffer.prefixBytes() != 0) {
                body.putInt(dictionary.length(i));
            }
            body.put(dictionary.arena(), dictionary.start(i), dictionary.length(i));
        }
    }

    @Override
    public void addTo(BloomFilterBuilder filter) {
        for (int i = 0; i < size(); i++) {
            filter.add(dictionary.arena(), dictionary.start(i), dictionary.end(i));
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
