package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.LongDictionary;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.RleHybridEncoder;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.Bounds;
import io.parquetry.format.internal.statistics.LongBounds;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.LeafColumn;
import java.util.Arrays;

/** INT64, and DOUBLE as its bits. While there is a dictionary the indexes are kept, and the values after. */
public final class LongColumnWriter extends ColumnChunkWriter {
    private static final int[] NO_INDEXES = {};
    private static final long[] NO_VALUES = {};

    private final ValueEncoders.OfLongs encoder;
    private int[] indexes = NO_INDEXES;
    private long[] buffer = NO_VALUES;
    /** Null when values are kept as they are. */
    private LongDictionary dictionary;

    private boolean dictionaryActive;
    private boolean dictionaryWorthwhile;
    private int rowFirstIndex;

    public LongColumnWriter(LeafColumn column, ChunkSettings settings, PageWriter pages, RetainedBytes retained) {
        super(column, settings, pages, retained);
        encoder = ValueEncoders.longs(settings.encoding(), column.type().physicalType());
        dictionaryWorthwhile = settings.dictionaryBytesMax() > 0;
        dictionaryActive = dictionaryWorthwhile;
    }

    public void add(int repetitionLevel, long value) {
        addPresent(repetitionLevel);
        if (dictionaryActive) {
            if (values == indexes.length) {
                growIndexes();
            }
            indexes[values++] = indexOf(value);
        } else {
            if (values == buffer.length) {
                grow(values + 1);
            }
            buffer[values++] = value;
        }
    }

    private int indexOf(long value) {
        if (dictionary == null) {
            dictionary = new LongDictionary(retained);
        }
        return dictionary.indexOf(value);
    }

    private void growIndexes() {
        int capacity = Growth.capacity(indexes.length, values + 1L);
        retained.add(4L * (capacity - indexes.length));
        indexes = Arrays.copyOf(indexes, capacity);
    }

    private void grow(int needed) {
        int capacity = Growth.capacity(buffer.length, needed);
        retained.add(8L * (capacity - buffer.length));
        buffer = Arrays.copyOf(buffer, capacity);
    }

    private void releaseIndexes() {
        retained.add(-4L * indexes.length);
        indexes = NO_INDEXES;
    }

    @Override
    int pendingValueBytes() {
        return values * Long.BYTES;
    }

    @Override
    boolean hasDictionary() {
        return dictionaryActive;
    }

    @Override
    int dictionaryBytes() {
        return dictionarySize() * Long.BYTES;
    }

    @Override
    int dictionarySize() {
        return dictionary == null ? 0 : dictionary.size();
    }

    @Override
    boolean dictionaryPays(long valuesSoFar) {
        long indexBits = valuesSoFar * RleHybridEncoder.bitWidth(dictionarySize());
        return dictionaryBytes() + indexBits / 8 < valuesSoFar * Long.BYTES;
    }

    @Override
    void giveUpDictionary() {
        dictionaryActive = false;
        dictionaryWorthwhile = false;
        if (dictionary != null && values > 0) {
            grow(values);
            for (int i = 0; i < values; i++) {
                buffer[i] = dictionary.values()[indexes[i]];
            }
        }
        releaseIndexes();
    }

    @Override
    void markRow() {
        rowFirstIndex = dictionarySize();
    }

    @Override
    void takeBackValues(int firstValue) {
        if (dictionaryActive && dictionary != null) {
            dictionary.truncate(rowFirstIndex);
        }
    }

    @Override
    Encoding encodeValues(ByteAppender body) {
        if (dictionaryActive) {
            int bitWidth = RleHybridEncoder.bitWidth(Math.max(0, dictionarySize() - 1));
            body.putByte(bitWidth);
            RleHybridEncoder.encode(indexes, values, bitWidth, body);
            return Encoding.RLE_DICTIONARY;
        }
        encoder.encode(buffer, values, body);
        return settings.encoding();
    }

    @Override
    Bounds pageBounds() {
        LongBounds bounds = new LongBounds(settings.order());
        if (!dictionaryActive) {
            bounds.addAll(buffer, values);
        } else if (dictionary != null) {
            bounds.addAll(dictionary.values(), indexes, values);
        }
        return bounds;
    }

    @Override
    long unencodedBytes() {
        return 0;
    }

    @Override
    void encodeDictionary(ByteAppender body) {
        if (dictionary != null) {
            body.putLongs(dictionary.values(), dictionary.size());
        }
    }

    @Override
    void addValuesTo(BloomFilterBuilder filter) {
        filter.add(buffer, values);
    }

    @Override
    void addDictionaryTo(BloomFilterBuilder filter) {
        if (dictionary != null) {
            filter.add(dictionary.values(), dictionary.size());
        }
    }

    @Override
    void clearValues() {}

    @Override
    void startChunk() {
        releaseIndexes();
        retained.add(-8L * buffer.length);
        buffer = NO_VALUES;
        if (dictionary != null) {
            retained.add(-dictionary.retainedBytes());
            dictionary = null;
        }
        dictionaryActive = dictionaryWorthwhile;
    }
}
