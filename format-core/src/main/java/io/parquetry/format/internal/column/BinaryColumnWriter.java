package io.parquetry.format.internal.column;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.internal.encoding.BinaryDictionary;
import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.LittleEndian;
import io.parquetry.format.internal.encoding.Utf8;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.BytesMinMax;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.schema.PhysicalType;
import java.util.Arrays;

/**
 * BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY. Values wait in PLAIN form:
 *
 * <pre>
 * BYTE_ARRAY              length (4 bytes) value | length value | ...
 * FIXED_LEN_BYTE_ARRAY    value | value | ...
 * </pre>
 *
 * <p>A column takes either text or bytes, whichever its records hold.
 */
public final class BinaryColumnWriter extends DictionaryColumnWriter {
    private static final byte[] NONE = {};

    private final int typeLength;
    private final int prefixBytes;
    private final ValueOrder order;
    private final ValueEncoders.OfBinaries encoder;
    /** The values that wait, and room for a whole word behind them. */
    private byte[] plain = NONE;

    private int plainBytes;
    /** The values are looked at before the next row when so many bytes wait. */
    private int checkAtBytes;
    /** How many bytes that wait are in the sample already. */
    private int sampledBytes;

    /** Null before the first value is looked up. */
    private BinaryDictionary dictionary;

    /** Bytes of the values in the open page that have been looked up. */
    private long lookedUpBytes;

    BinaryColumnWriter(ColumnContext context) {
        super(context);
        typeLength = column.type().typeLength();
        prefixBytes = column.type().physicalType() == PhysicalType.BYTE_ARRAY ? Integer.BYTES : 0;
        order = settings.order();
        encoder = ValueEncoders.binaries(settings.encoding(), column.type().physicalType(), typeLength);
        startBlock();
    }

    public void add(int repetitionLevel, byte[] value) {
        if (prefixBytes == 0 && value.length != typeLength) {
            throw new InvalidRecordException("value has " + value.length + " bytes, but the type holds exactly "
                    + typeLength + " bytes in every value");
        }
        addPresent(repetitionLevel);
        ensurePlain((long) prefixBytes + value.length);
        System.arraycopy(value, 0, plain, plainBytes + prefixBytes, value.length);
        endValue(plainBytes + prefixBytes + value.length);
    }

    /** Only for BYTE_ARRAY. */
    public void add(int repetitionLevel, String text) {
        addPresent(repetitionLevel);
        ensurePlain((long) prefixBytes + text.length());
        int end = Utf8.encodeAscii(text, plain, plainBytes + prefixBytes);
        if (end < 0) {
            ensurePlain(prefixBytes + Utf8.maxBytes(text));
            end = Utf8.encode(text, plain, plainBytes + prefixBytes);
        }
        endValue(end);
    }

    /** Makes room for more bytes and a whole word behind them. */
    private void ensurePlain(long more) {
        long needed = plainBytes + more + Long.BYTES;
        if (needed > plain.length) {
            int capacity = Growth.capacity(plain.length, needed);
            retained.add(capacity - plain.length);
            plain = Arrays.copyOf(plain, capacity);
        }
    }

    private void endValue(int end) {
        if (prefixBytes != 0) {
            LittleEndian.putInt(plain, plainBytes, end - plainBytes - prefixBytes);
        }
        plainBytes = end;
        values++;
        if (plainBytes >= checkAtBytes) {
            checkBeforeNextRow();
        }
    }

    @Override
    int waitingBytes() {
        return plainBytes;
    }

    @Override
    boolean blockIsLarge() {
        return plainBytes >= checkAtBytes;
    }

    @Override
    void startBlock() {
        int pageBytes = settings.pageBytesMax();
        checkAtBytes = hasBlocks() ? Math.min(plainBytes + BLOCK_BYTES, pageBytes) : pageBytes;
    }

    @Override
    void lookUp() {
        int waiting = waiting();
        if (waiting == 0) {
            return;
        }
        if (dictionary == null) {
            dictionary = new BinaryDictionary(retained);
        }
        int[] target = indexes.room(waiting);
        if (prefixBytes != 0) {
            dictionary.lookUpPrefixed(plain, waiting, target, indexes.count());
        } else {
            dictionary.lookUpFixed(plain, typeLength, waiting, target, indexes.count());
        }
        indexes.advance(waiting);
        lookedUpBytes += plainBytes - (long) waiting * prefixBytes;
        checkAtBytes -= plainBytes;
        plainBytes = 0;
    }

    @Override
    void layOut() {
        int count = indexes.count();
        for (int i = 0; i < count; i++) {
            int index = indexes.array()[i];
            int length = dictionary.length(index);
            ensurePlain((long) prefixBytes + length);
            if (prefixBytes != 0) {
                LittleEndian.putInt(plain, plainBytes, length);
            }
            System.arraycopy(dictionary.arena(), dictionary.start(index), plain, plainBytes + prefixBytes, length);
            plainBytes += prefixBytes + length;
        }
        indexes.clear();
        lookedUpBytes = 0;
    }

    @Override
    void addWaitingTo(DistinctSample distinct, int from) {
        int at = from == 0 ? 0 : sampledBytes;
        while (at < plainBytes) {
            int end = endAt(at);
            distinct.add(BinaryDictionary.sampleHash(plain, at + prefixBytes, end - at - prefixBytes));
            at = end;
        }
        sampledBytes = plainBytes;
    }

    @Override
    void dropDictionary() {
        if (dictionary != null) {
            retained.add(-dictionary.retainedBytes());
            dictionary = null;
        }
    }

    @Override
    int dictionaryBytes() {
        return dictionary == null ? 0 : dictionary.valueBytes() + dictionary.size() * prefixBytes;
    }

    @Override
    int dictionarySize() {
        return dictionary == null ? 0 : dictionary.size();
    }

    @Override
    void takeBackValues(int firstValue) {
        int kept = firstValue - indexes.count();
        int end = 0;
        for (int i = 0; i < kept; i++) {
            end = endAt(end);
        }
        plainBytes = end;
    }

    /** Where the value ends that stands at this place, its length included. */
    private int endAt(int at) {
        return at + prefixBytes + (prefixBytes == 0 ? typeLength : LittleEndian.intAt(plain, at));
    }

    @Override
    void encodeWaiting(ByteAppender body) {
        encoder.encode(plain, plainBytes, waiting(), body);
    }

    @Override
    MinMax pageBounds() {
        BytesMinMax bounds = new BytesMinMax(order);
        if (order == ValueOrder.NONE) {
            return bounds;
        }
        if (hasDictionary()) {
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
    private void addUsedEntries(BytesMinMax bounds) {
        int[] used = indexes.array();
        if (order == ValueOrder.FLOAT16) {
            for (int i = 0; i < values; i++) {
                addEntry(used[i], bounds);
            }
            return;
        }
        long[] seen = new long[dictionarySize() + 63 >>> 6];
        for (int i = 0; i < values; i++) {
            seen[used[i] >>> 6] |= 1L << used[i];
        }
        for (int i = 0; i < seen.length; i++) {
            for (long rest = seen[i]; rest != 0; rest &= rest - 1) {
                addEntry(i << 6 | Long.numberOfTrailingZeros(rest), bounds);
            }
        }
    }

    private void addEntry(int index, BytesMinMax bounds) {
        bounds.add(dictionary.arena(), dictionary.start(index), dictionary.end(index));
    }

    @Override
    long unencodedBytes() {
        return prefixBytes == 0 ? 0 : lookedUpBytes + plainBytes - (long) waiting() * prefixBytes;
    }

    @Override
    void encodeDictionary(ByteAppender body) {
        for (int i = 0; i < dictionarySize(); i++) {
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
            int end = endAt(at);
            values.accept(plain, at + prefixBytes, end);
            at = end;
        }
    }

    @Override
    void clearValues() {
        indexes.clear();
        plainBytes = 0;
        lookedUpBytes = 0;
    }

    @Override
    void release() {
        clearValues();
        retained.add(-plain.length);
        plain = NONE;
        dropDictionary();
    }

    private interface RangeConsumer {
        void accept(byte[] source, int start, int end);
    }
}
