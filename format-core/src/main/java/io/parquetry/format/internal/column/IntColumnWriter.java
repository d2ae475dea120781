package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.IntDictionary;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.RleHybridEncoder;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.Bounds;
import io.parquetry.format.internal.statistics.IntBounds;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.LeafColumn;
import java.util.Arrays;

/** INT32, and FLOAT as its bits. The buffer holds indexes while there is a dictionary, and values after. */
public final class IntColumnWriter extends ColumnChunkWriter {
    private static final int[] NONE = {};

    private final ValueEncoders.OfInts encoder;
    private int[] buffer = NONE;
    /** Null when values are kept as they are. */
    private IntDictionary dictionary;

    private boolean dictionaryActive;
    private boolean dictionaryWorthwhile;
    private int rowFirstIndex;

    public IntColumnWriter(LeafColumn column, ChunkSettings settings, PageWriter pages, RetainedBytes retained) {
        super(column, settings, pages, retained);
        encoder = ValueEncoders.ints(settings.encoding(), column.type().physicalType());
        dictionaryWorthwhile = settings.dictionaryBytesMax() > 0;
        dictionaryActive = dictionaryWorthwhile;
    }

    public void add(int repetitionLevel, int value) {
        addPresent(repetitionLevel);
        if (values == buffer.length) {
            grow();
        }
        buffer[values++] = dictionaryActive ? indexOf(value) : value;
    }

    private int indexOf(int value) {
        if (dictionary == null) {
            dictionary = new IntDictionary(retained);
        }
        return dictionary.indexOf(value);
    }

    private void grow() {
        int capacity = Growth.capacity(buffer.length, values + 1L);
        retained.add(4L * (capacity - buffer.length));
        buffer = Arrays.copyOf(buffer, capacity);
    }

    @Override
    int pendingValueBytes() {
        return values * Integer.BYTES;
    }

    @Override
    boolean hasDictionary() {
        return dictionaryActive;
    }

    @Override
    int dictionaryBytes() {
        return dictionarySize() * Integer.BYTES;
    }

    @Override
    int dictionarySize() {
        return dictionary == null ? 0 : dictionary.size();
    }

    @Override
    boolean dictionaryPays(long valuesSoFar) {
        long indexBits = valuesSoFar * RleHybridEncoder.bitWidth(dictionarySize());
        return dictionaryBytes() + indexBits / 8 < valuesSoFar * Integer.BYTES;
    }

    @Override
    void giveUpDictionary() {
        dictionaryActive = false;
        dictionaryWorthwhile = false;
        if (dictionary != null) {
            for (int i = 0; i < values; i++) {
                buffer[i] = dictionary.values()[buffer[i]];
            }
        }
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
            RleHybridEncoder.encode(buffer, values, bitWidth, body);
            return Encoding.RLE_DICTIONARY;
        }
        encoder.encode(buffer, values, body);
        return settings.encoding();
    }

    @Override
    Bounds pageBounds() {
        IntBounds bounds = new IntBounds(settings.order());
        if (!dictionaryActive) {
            bounds.addAll(buffer, values);
        } else if (dictionary != null) {
            bounds.addAll(dictionary.values(), buffer, values);
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
            body.putInts(dictionary.values(), dictionary.size());
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
        retained.add(-4L * buffer.length);
        buffer = NONE;
        if (dictionary != null) {
            retained.add(-dictionary.retainedBytes());
            dictionary = null;
        }
        dictionaryActive = dictionaryWorthwhile;
    }
}
