package io.parquetry.format.internal.column;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.internal.encoding.BinaryDictionary;
import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.LittleEndian;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.RleHybridEncoder;
import io.parquetry.format.internal.encoding.Utf8;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.Bounds;
import io.parquetry.format.internal.statistics.BytesBounds;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.PhysicalType;
import java.util.Arrays;

/**
 * BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY. Without a dictionary the buffer holds the values in PLAIN form:
 *
 * <pre>
 * BYTE_ARRAY              length (4 bytes) value | length value | ...
 * FIXED_LEN_BYTE_ARRAY    value | value | ...
 * </pre>
 *
 * <p>A column takes either text or bytes, whichever its records hold.
 */
public final class BinaryColumnWriter extends ColumnChunkWriter {
    private static final int[] NO_INDEXES = {};
    private static final byte[] NO_BYTES = {};

    private final int typeLength;
    private final int prefixBytes;
    private final ValueOrder order;
    private final ValueEncoders.OfBinaries encoder;
    private byte[] plain = NO_BYTES;
    private int plainBytes;
    private int[] indexes = NO_INDEXES;
    /** Null until the first value, and when values are kept as they are. */
    private BinaryDictionary dictionary;

    private boolean dictionaryActive;
    private boolean dictionaryWorthwhile;
    private int rowFirstIndex;
    private int rowFirstByte;
    /** Bytes of the values in the open page that are indexes. */
    private long openBytes;

    public BinaryColumnWriter(LeafColumn column, ChunkSettings settings, PageWriter pages, RetainedBytes retained) {
        super(column, settings, pages, retained);
        typeLength = column.type().typeLength();
        prefixBytes = column.type().physicalType() == PhysicalType.BYTE_ARRAY ? Integer.BYTES : 0;
        order = settings.order();
        encoder = ValueEncoders.binaries(settings.encoding(), column.type().physicalType(), typeLength);
        dictionaryWorthwhile = settings.dictionaryBytesMax() > 0;
        dictionaryActive = dictionaryWorthwhile;
    }

    public void add(int repetitionLevel, byte[] value) {
        if (prefixBytes == 0 && value.length != typeLength) {
            throw new InvalidRecordException("value has " + value.length + " bytes, but the type holds exactly "
                    + typeLength + " bytes in every value");
        }
        addPresent(repetitionLevel);
        if (dictionaryActive) {
            putIndex(dictionary().indexOf(value, 0, value.length));
        } else {
            ensurePlain((long) prefixBytes + value.length);
            System.arraycopy(value, 0, plain, plainBytes + prefixBytes, value.length);
            endPlainValue(plainBytes + prefixBytes + value.length);
        }
    }

    /** Only for BYTE_ARRAY. */
    public void add(int repetitionLevel, String text) {
        addPresent(repetitionLevel);
        if (dictionaryActive) {
            putIndex(dictionary().indexOf(text));
        } else {
            ensurePlain(prefixBytes + Utf8.maxBytes(text));
            endPlainValue(Utf8.encode(text, plain, plainBytes + prefixBytes));
        }
    }

    private BinaryDictionary dictionary() {
        if (dictionary == null) {
            dictionary = new BinaryDictionary(retained);
        }
        return dictionary;
    }

    private void putIndex(int index) {
        if (values == indexes.length) {
            int capacity = Growth.capacity(indexes.length, values + 1L);
            retained.add(4L * (capacity - indexes.length));
            indexes = Arrays.copyOf(indexes, capacity);
        }
        indexes[values++] = index;
        openBytes += dictionary.length(index);
        if (index == dictionary.size() - 1 && dictionaryBytes() > settings.dictionaryBytesMax()) {
            checkBeforeNextRow();
        }
    }

    private void ensurePlain(long more) {
        long needed = plainBytes + more;
        if (needed > plain.length) {
            int capacity = Growth.capacity(plain.length, needed);
            retained.add(capacity - plain.length);
            plain = Arrays.copyOf(plain, capacity);
        }
    }

    private void endPlainValue(int end) {
        if (prefixBytes != 0) {
            LittleEndian.putInt(plain, plainBytes, end - plainBytes - prefixBytes);
        }
        plainBytes = end;
        values++;
        if (plainBytes >= settings.pageBytesMax()) {
            checkBeforeNextRow();
        }
    }

    @Override
    int pendingValueBytes() {
        return dictionaryActive ? values * Integer.BYTES : plainBytes;
    }

    @Override
    boolean hasDictionary() {
        return dictionaryActive;
    }

    @Override
    int dictionaryBytes() {
        return dictionary == null ? 0 : dictionary.valueBytes() + dictionary.size() * prefixBytes;
    }

    @Override
    int dictionarySize() {
        return dictionary == null ? 0 : dictionary.size();
    }

    /** The values are taken to be as long on average as the dictionary's. */
    @Override
    boolean dictionaryPays(long valuesSoFar) {
        if (dictionary == null) {
            return true;
        }
        long indexBits = valuesSoFar * RleHybridEncoder.bitWidth(dictionary.size());
        return dictionaryBytes() + indexBits / 8 < valuesSoFar * dictionaryBytes() / dictionary.size();
    }

    @Override
    void giveUpDictionary() {
        dictionaryActive = false;
        dictionaryWorthwhile = false;
        if (dictionary != null && values > 0) {
            int count = values;
            values = 0;
            for (int i = 0; i < count; i++) {
                int start = dictionary.start(indexes[i]);
                int length = dictionary.length(indexes[i]);
                ensurePlain((long) prefixBytes + length);
                System.arraycopy(dictionary.arena(), start, plain, plainBytes + prefixBytes, length);
                endPlainValue(plainBytes + prefixBytes + length);
            }
        }
        retained.add(-4L * indexes.length);
        indexes = NO_INDEXES;
    }

    @Override
    void markRow() {
        rowFirstIndex = dictionarySize();
        rowFirstByte = plainBytes;
    }

    @Override
    void takeBackValues(int firstValue) {
        plainBytes = rowFirstByte;
        if (dictionaryActive && dictionary != null) {
            for (int i = firstValue; i < values; i++) {
                openBytes -= dictionary.length(indexes[i]);
            }
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
        encoder.encode(plain, plainBytes, values, body);
        return settings.encoding();
    }

    @Override
    Bounds pageBounds() {
        BytesBounds bounds = new BytesBounds(order);
        if (order == ValueOrder.NONE) {
            return bounds;
        }
        if (dictionaryActive) {
            addUsedEntries(bounds);
        } else {
            forEachPlain(bounds::add);
        }
        return bounds;
    }

    /**
     * Looks at every entry that the page uses once, in the order in which they lie in memory; except where NaN must be
     * counted as often as it occurs.
     */
    private void addUsedEntries(BytesBounds bounds) {
        if (order == ValueOrder.FLOAT16) {
            for (int i = 0; i < values; i++) {
                addEntry(indexes[i], bounds);
            }
            return;
        }
        long[] used = new long[dictionarySize() + 63 >>> 6];
        for (int i = 0; i < values; i++) {
            used[indexes[i] >>> 6] |= 1L << indexes[i];
        }
        for (int i = 0; i < used.length; i++) {
            for (long rest = used[i]; rest != 0; rest &= rest - 1) {
                addEntry(i << 6 | Long.numberOfTrailingZeros(rest), bounds);
            }
        }
    }

    private void addEntry(int index, BytesBounds bounds) {
        bounds.add(dictionary.arena(), dictionary.start(index), dictionary.end(index));
    }

    @Override
    long unencodedBytes() {
        if (prefixBytes == 0) {
            return 0;
        }
        return dictionaryActive ? openBytes : plainBytes - (long) values * prefixBytes;
    }

    @Override
    void encodeDictionary(ByteAppender body) {
        if (dictionary == null) {
            return;
        }
        for (int i = 0; i < dictionary.size(); i++) {
            if (prefixBytes != 0) {
                body.putInt(dictionary.length(i));
            }
            body.put(dictionary.arena(), dictionary.start(i), dictionary.length(i));
        }
    }

    @Override
    void addValuesTo(BloomFilterBuilder filter) {
        forEachPlain(filter::add);
    }

    @Override
    void addDictionaryTo(BloomFilterBuilder filter) {
        for (int i = 0; i < dictionarySize(); i++) {
            filter.add(dictionary.arena(), dictionary.start(i), dictionary.end(i));
        }
    }

    private void forEachPlain(RangeConsumer values) {
        int at = 0;
        while (at < plainBytes) {
            int start = at + prefixBytes;
            int end = start + (prefixBytes == 0 ? typeLength : LittleEndian.intAt(plain, at));
            values.accept(plain, start, end);
            at = end;
        }
    }

    @Override
    void clearValues() {
        plainBytes = 0;
        openBytes = 0;
    }

    @Override
    void startChunk() {
        retained.add(-(plain.length + 4L * indexes.length));
        plain = NO_BYTES;
        plainBytes = 0;
        indexes = NO_INDEXES;
        if (dictionary != null) {
            retained.add(-dictionary.retainedBytes());
            dictionary = null;
        }
        dictionaryActive = dictionaryWorthwhile;
    }

    private interface RangeConsumer {
        void accept(byte[] source, int start, int end);
    }
}
