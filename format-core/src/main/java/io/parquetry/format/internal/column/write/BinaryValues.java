package io.parquetry.format.internal.column.write;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.internal.encoding.BinaryDictionary;
import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.LittleEndian;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.Utf8;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.BytesMinMax;
import io.parquetry.format.internal.statistics.MinMax;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.PhysicalType;
import java.util.Arrays;

/**
 * Buffered values of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY, in PLAIN form:
 *
 * <pre>
 * BYTE_ARRAY              length (4 bytes) value | length value | ...
 * FIXED_LEN_BYTE_ARRAY    value | value | ...
 * </pre>
 */
final class BinaryValues implements ValueBuffer {
    private static final byte[] NONE = {};
    /** A text of so many characters is worth a guess. */
    private static final int GUESSED_MIN = 16;

    /** A wrong guess reserves three bytes for each character. */
    private static final int GUESSED_MAX = 1 << 14;

    private final PhysicalType type;
    private final int typeLength;
    private final int prefixBytes;
    private final ValueOrder order;
    private final RetainedBytes retained;
    private final Utf8 utf8;
    /** Has at least 8 bytes behind the last value, since dictionaries read whole words. */
    private byte[] plain = NONE;

    private int bytes;
    private int count;
    /** Whether the last text was not ASCII; the next one then hardly is, and is not tried as ASCII. */
    private boolean beyondAscii;

    /** Whether many characters were not ASCII of the last text that was not. */
    private boolean dense;

    /** The block is full when so many bytes are buffered. */
    private int blockEndBytes;

    BinaryValues(ColumnContext context) {
        this.type = context.column().type().physicalType();
        this.typeLength = context.column().type().typeLength();
        this.prefixBytes = type == PhysicalType.BYTE_ARRAY ? Integer.BYTES : 0;
        this.order = context.settings().order();
        this.retained = context.retained();
        this.utf8 = context.utf8();
    }

    void add(byte[] value) {
        if (prefixBytes == 0 && value.length != typeLength) {
            throw new InvalidRecordException("value has " + value.length + " bytes, but the type holds exactly "
                    + typeLength + " bytes in every value");
        }
        add(value, 0, value.length);
    }

    /** Adds the bytes of this range, whose length fits the type. */
    void add(byte[] source, int start, int length) {
        ensure((long) prefixBytes + length);
        int at = bytes + prefixBytes;
        if (length >= Long.BYTES && length <= 2 * Long.BYTES) {
            // Two words, which may overlap, take less time than the call that copies a range.
            int toLast = length - Long.BYTES;
            LittleEndian.putLong(plain, at, LittleEndian.longAt(source, start));
            LittleEndian.putLong(plain, at + toLast, LittleEndian.longAt(source, start + toLast));
        } else {
            System.arraycopy(source, start, plain, at, length);
        }
        endValue(at + length);
    }

    /** Only for BYTE_ARRAY. */
    void add(String text) {
        int length = text.length();
        ensure((long) prefixBytes + length);
        int start = bytes + prefixBytes;
        boolean guessed = beyondAscii && length >= GUESSED_MIN && length <= GUESSED_MAX;
        int end = guessed ? -1 : Utf8.encodeAscii(text, plain, start);
        if (end < 0) {
            ensure(prefixBytes + Utf8.maxBytes(text));
            end = dense ? utf8.encodeDense(text, plain, start) : Utf8.encode(text, plain, start);
            dense = end - start > length + length / 4;
        }
        beyondAscii = end - start > length;
        endValue(end);
    }

    private void ensure(long more) {
        long needed = bytes + more + Long.BYTES;
        if (needed > plain.length) {
            int capacity = Growth.capacity(plain.length, needed);
            retained.add(capacity - plain.length);
            plain = Arrays.copyOf(plain, capacity);
        }
    }

    private void endValue(int end) {
        if (prefixBytes != 0) {
            LittleEndian.putInt(plain, bytes, end - bytes - prefixBytes);
        }
        bytes = end;
        count++;
    }

    /** The values in PLAIN form; only the first {@link #bytes} are valid. */
    byte[] array() {
        return plain;
    }

    /** Bytes of the length before each value. */
    int prefixBytes() {
        return prefixBytes;
    }

    int typeLength() {
        return typeLength;
    }

    ValueOrder order() {
        return order;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int bytes() {
        return bytes;
    }

    @Override
    public long unencodedBytes() {
        return prefixBytes == 0 ? 0 : bytes - (long) count * prefixBytes;
    }

    @Override
    public void startBlock(int bytesMax) {
        blockEndBytes = bytesMax;
    }

    @Override
    public boolean blockIsFull() {
        return bytes >= blockEndBytes;
    }

    @Override
    public void truncate(int kept) {
        int end = 0;
        for (int i = 0; i < kept; i++) {
            end = endOf(end);
        }
        bytes = end;
        count = kept;
    }

    /** The end of the value whose length or first byte is at this position. */
    private int endOf(int at) {
        return at + prefixBytes + (prefixBytes == 0 ? typeLength : LittleEndian.intAt(plain, at));
    }

    @Override
    public void encode(Encoding encoding, ByteAppender body) {
        ValueEncoders.binaries(encoding, type, typeLength).encode(plain, bytes, count, body);
    }

    @Override
    public MinMax minMax() {
        BytesMinMax minMax = new BytesMinMax(order);
        if (order != ValueOrder.NONE && prefixBytes == 0) {
            minMax.addFixed(plain, bytes, typeLength);
        } else if (order != ValueOrder.NONE) {
            forEach(minMax::add);
        }
        return minMax;
    }

    @Override
    public void addTo(BloomFilterBuilder filter) {
        forEach(filter::add);
    }

    private void forEach(RangeConsumer consumer) {
        int at = 0;
        while (at < bytes) {
            int end = endOf(at);
            consumer.accept(plain, at + prefixBytes, end);
            at = end;
        }
    }

    @Override
    public int addTo(ValueHashes hashes, int from) {
        int at = from;
        while (at < bytes) {
            int end = endOf(at);
            hashes.add(BinaryDictionary.sampleHash(plain, at + prefixBytes, end - at - prefixBytes));
            at = end;
        }
        return bytes;
    }

    /** Drops all values, which have been interned; the block goes on with fewer bytes until its end. */
    void drain() {
        blockEndBytes -= bytes;
        clear();
    }

    @Override
    public void clear() {
        bytes = 0;
        count = 0;
    }

    @Override
    public void release() {
        clear();
        retained.add(-plain.length);
        plain = NONE;
    }

    private interface RangeConsumer {
        void accept(byte[] source, int start, int end);
    }
}
