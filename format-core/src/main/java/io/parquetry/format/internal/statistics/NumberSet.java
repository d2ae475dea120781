package io.parquetry.format.internal.statistics;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A set of numbers of up to 64 bits, as integer keys in the order of the numbers. */
final class NumberSet extends ValueSet {
    private static final int HALF_SIGN = 0x8000;

    private final LongRanges keys;
    private final boolean nan;

    private NumberSet(ValueOrder order, LongRanges keys, boolean nan) {
        super(order);
        this.keys = keys;
        this.nan = nan;
    }

    static NumberSet ofValues(ValueOrder order, List<byte[]> values) {
        return new NumberSet(
                order,
                LongRanges.of(
                        values.stream().mapToLong(value -> key(order, value)).toArray()),
                false);
    }

    static NumberSet valuesBelow(ValueOrder order, byte[] value) {
        return new NumberSet(order, LongRanges.below(key(order, value)), false);
    }

    static NumberSet valuesAbove(ValueOrder order, byte[] value) {
        long key = key(order, value);
        return new NumberSet(order, key == Long.MAX_VALUE ? LongRanges.NONE : LongRanges.from(key + 1), false);
    }

    private static ByteBuffer littleEndian(byte[] value) {
        return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long key(ValueOrder order, byte[] value) {
        return switch (order) {
            case BOOLEAN -> value[0] == 0 ? 0 : 1;
            case INT32_SIGNED -> littleEndian(value).getInt();
            case INT32_UNSIGNED -> Integer.toUnsignedLong(littleEndian(value).getInt());
            case INT64_SIGNED -> littleEndian(value).getLong();
            case INT64_UNSIGNED -> littleEndian(value).getLong() ^ Long.MIN_VALUE;
            case FLOAT -> key(littleEndian(value).getFloat());
            case DOUBLE -> key(littleEndian(value).getDouble());
            case FLOAT16 -> halfKey(littleEndian(value).getShort());
            case BYTES, DECIMAL_BYTES, NONE -> throw new IllegalStateException(order + " is not an order of numbers");
        };
    }

    private static byte[] value(ValueOrder order, long key) {
        ByteBuffer value = ByteBuffer.allocate(order.width()).order(ByteOrder.LITTLE_ENDIAN);
        switch (order) {
            case BOOLEAN -> value.put((byte) key);
            case INT32_SIGNED, INT32_UNSIGNED -> value.putInt((int) key);
            case INT64_SIGNED -> value.putLong(key);
            case INT64_UNSIGNED -> value.putLong(key ^ Long.MIN_VALUE);
            case FLOAT -> value.putInt(sortable((int) key));
            case DOUBLE -> value.putLong(sortable(key));
            case FLOAT16 -> value.putShort((short) (key < 0 ? HALF_SIGN | -key : key));
            case BYTES, DECIMAL_BYTES, NONE -> throw new IllegalStateException(order + " is not an order of numbers");
        }
        return value.array();
    }

    /** Adding zero turns -0.0 into 0.0, so that both have one key. */
    private static int key(float value) {
        return sortable(Float.floatToRawIntBits(value + 0.0f));
    }

    private static long key(double value) {
        return sortable(Double.doubleToRawLongBits(value + 0.0));
    }

    private static int sortable(int bits) {
        return bits ^ (bits >> 31 & Integer.MAX_VALUE);
    }

    private static long sortable(long bits) {
        return bits ^ (bits >> 63 & Long.MAX_VALUE);
    }

    private static long halfKey(int bits) {
        int magnitude = bits & ~HALF_SIGN & 0xFFFF;
        return (bits & HALF_SIGN) == 0 ? magnitude : -magnitude;
    }

    @Override
    public ValueSet not() {
        return new NumberSet(order, keys.not(), !nan);
    }

    @Override
    public ValueSet and(ValueSet other) {
        NumberSet that = (NumberSet) other;
        return new NumberSet(order, keys.and(that.keys), nan && that.nan);
    }

    @Override
    public boolean isEmpty() {
        return keys.isEmpty() && !nan;
    }

    @Override
    public boolean containsNan() {
        return nan;
    }

    @Override
    public boolean meets(Optional<byte[]> min, Optional<byte[]> max) {
        return keys.meets(
                min.map(bound -> key(order, bound)).orElse(Long.MIN_VALUE),
                max.map(bound -> key(order, bound)).orElse(Long.MAX_VALUE));
    }

    @Override
    public Optional<List<byte[]>> members(int most) {
        return nan
                ? Optional.empty()
                : keys.members(most)
                        .map(members -> Arrays.stream(members)
                                .mapToObj(key -> value(order, key))
                                .toList());
    }

    @Override
    public boolean contains(boolean value) {
        return keys.contains(value ? 1 : 0);
    }

    @Override
    public boolean contains(int value) {
        return keys.contains(order == ValueOrder.INT32_UNSIGNED ? Integer.toUnsignedLong(value) : value);
    }

    @Override
    public boolean contains(long value) {
        return keys.contains(order == ValueOrder.INT64_UNSIGNED ? value ^ Long.MIN_VALUE : value);
    }

    @Override
    public boolean contains(float value) {
        return Float.isNaN(value) ? nan : keys.contains(key(value));
    }

    @Override
    public boolean contains(double value) {
        return Double.isNaN(value) ? nan : keys.contains(key(value));
    }

    @Override
    public boolean contains(byte[] source, int start, int end) {
        return Float16.isNan(source, start)
                ? nan
                : keys.contains(halfKey(source[start] & 0xFF | (source[start + 1] & 0xFF) << 8));
    }
}
