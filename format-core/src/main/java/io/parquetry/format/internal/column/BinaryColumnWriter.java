package io.parquetry.format.internal.column;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.internal.encoding.BinaryDictionary;
import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.BytesDictionary;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.LittleEndian;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.RleHybridEncoder;
import io.parquetry.format.internal.encoding.TextDictionary;
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
 * <p>A column takes either text or bytes, whichever its records hold; the two differ in how a dictionary finds a value.
 */
public final class BinaryColumnWriter extends ColumnChunkWriter {
    private static final int[] NO_INDEXES = {};
    private static final byte[] NO_BYTES = {};

    private final int typeLength;
    private final int prefixBytes;
    private final ValueOrder order;
    private final BytesBounds pageBounds;
    private final BytesBounds chunkBounds;
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
    /** For each dictionary entry, the last page that was seen to use it. */
    private int[] usedInPage = NO_INDEXES;

    private int pageNumber;

    public BinaryColumnWriter(LeafColumn column, ChunkSettings settings, PageWriter pages, RetainedBytes retained) {
        super(column, settings, pages, retained);
        typeLength = column.type().typeLength();
        prefixBytes = column.type().physicalType() == PhysicalType.BYTE_ARRAY ? Integer.BYTES : 0;
        order = settings.order();
        pageBounds = new BytesBounds(order);
        chunkBounds = new BytesBounds(order);
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
            if (dictionary == null) {
                dictionary = new BytesDictionary(retained);
            }
            putIndex(((BytesDictionary) dictionary).indexOf(value, 0, value.length));
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
            if (dictionary == null) {
                dictionary = new TextDictionary(retained);
            }
            putIndex(((TextDictionary) dictionary).indexOf(text));
        } else {
            ensurePlain(prefixBytes + Utf8.maxBytes(text));
            endPlainValue(Utf8.encode(text, plain, plainBytes + prefixBytes));
        }
    }

    private void putIndex(int index) {
        if (values == indexes.length) {
            int capacity = Growth.capacity(indexes.length, values + 1L);
            retained.add(4L * (capacity - indexes.length));
            indexes = Arrays.copyOf(indexes, capacity);
        }
        indexes[values++] = index;
        if (dictionary.arenaBytes() > settings.dictionaryBytesMax()) {
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
        return dictionary == null ? 0 : dictionary.arenaBytes() + dictionary.size() * prefixBytes;
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
                int length = dictionary.end(indexes[i]) - start;
                ensurePlain((long) prefixBytes + length);
                System.arraycopy(dictionary.arena(), start, plain, plainBytes + prefixBytes, length);
                endPlainValue(plainBytes + prefixBytes + length);
            }
        }
        retained.add(-4L * (indexes.length + usedInPage.length));
        indexes = NO_INDEXES;
        usedInPage = NO_INDEXES;
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
        pageBounds.clear();
        if (order == ValueOrder.NONE) {
            return pageBounds;
        }
        if (dictionaryActive) {
            addUsedEntries();
        } else {
            forEachPlain(pageBounds::add);
        }
        return pageBounds;
    }

    /** Looks at every entry that the page uses once, except where NaN must be counted as often as it occurs. */
    private void addUsedEntries() {
        if (dictionary == null) {
            return;
        }
        if (usedInPage.length < dictionary.size()) {
            int capacity = Growth.capacity(usedInPage.length, dictionary.size());
            retained.add(4L * (capacity - usedInPage.length));
            usedInPage = Arrays.copyOf(usedInPage, capacity);
        }
        pageNumber++;
        for (int i = 0; i < values; i++) {
            int index = indexes[i];
            if (usedInPage[index] != pageNumber || order == ValueOrder.FLOAT16) {
                usedInPage[index] = pageNumber;
                pageBounds.add(dictionary.arena(), dictionary.start(index), dictionary.end(index));
            }
        }
    }

    @Override
    void mergePageBounds() {
        chunkBounds.merge(pageBounds);
    }

    @Override
    Bounds chunkBounds() {
        return chunkBounds;
    }

    @Override
    long unencodedBytes() {
        if (prefixBytes == 0) {
            return 0;
        }
        if (!dictionaryActive) {
            return plainBytes - (long) values * prefixBytes;
        }
        long bytes = 0;
        for (int i = 0; i < values; i++) {
            bytes += dictionary.end(indexes[i]) - dictionary.start(indexes[i]);
        }
        return bytes;
    }

    @Override
    void encodeDictionary(ByteAppender body) {
        if (dictionary == null) {
            return;
        }
        for (int i = 0; i < dictionary.size(); i++) {
            int start = dictionary.start(i);
            int length = dictionary.end(i) - start;
            if (prefixBytes != 0) {
                body.putInt(length);
            }
            body.put(dictionary.arena(), start, length);
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
    }

    @Override
    void startChunk() {
        chunkBounds.clear();
        retained.add(-(plain.length + 4L * (indexes.length + usedInPage.length)));
        plain = NO_BYTES;
        plainBytes = 0;
        indexes = NO_INDEXES;
        usedInPage = NO_INDEXES;
        pageNumber = 0;
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
