package io.parquetry.format.internal.statistics;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A set of byte strings, of decimals in byte strings, or of INT96 timestamps, as the points where its ranges begin
 * and end, like {@link LongRanges}. The successor of a byte string is the same with a zero byte appended, that of a
 * number is one more.
 */
final class BinarySet extends ValueSet {
    private static final long DAY_NANOS = 86_400_000_000_000L;
    private static final int INT96_BYTES = 12;

    private final boolean startsInside;
    private final byte[][] boundaries;

    private BinarySet(ValueOrder order, boolean startsInside, List<byte[]> boundaries) {
        super(order);
        this.startsInside = startsInside;
        this.boundaries = boundaries.toArray(byte[][]::new);
    }

    static BinarySet ofValues(ValueOrder order, List<byte[]> values) {
        BinarySet none = new BinarySet(order, false, List.of());
        List<byte[]> boundaries = new ArrayList<>();
        for (byte[] value : none.sorted(values.stream())) {
            if (!boundaries.isEmpty() && none.compare(boundaries.get(boundaries.size() - 1), value) == 0) {
                boundaries.remove(boundaries.size() - 1);
            } else {
                boundaries.add(value);
            }
            boundaries.add(none.successor(value));
        }
        return new BinarySet(order, false, boundaries);
    }

    static BinarySet valuesBelow(ValueOrder order, byte[] value) {
        return new BinarySet(order, true, List.of(value));
    }

    static BinarySet valuesAbove(ValueOrder order, byte[] value) {
        BinarySet upTo = new BinarySet(order, true, List.of(value));
        return new BinarySet(order, false, List.of(upTo.successor(value)));
    }

    /** The distinct values in order. */
    private List<byte[]> sorted(Stream<byte[]> values) {
        List<byte[]> distinct = new ArrayList<>();
        values.sorted(this::compare).forEach(value -> {
            if (distinct.isEmpty() || compare(distinct.get(distinct.size() - 1), value) != 0) {
                distinct.add(value);
            }
        });
        return distinct;
    }

    private byte[] successor(byte[] value) {
        return switch (order) {
            case DECIMAL_BYTES -> DecimalBytes.successor(value);
            case NONE -> {
                byte[] next = value.clone();
                ByteBuffer numbers = ByteBuffer.wrap(next).order(ByteOrder.LITTLE_ENDIAN);
                numbers.putLong(0, numbers.getLong(0) + 1);
                yield next;
            }
            case BYTES -> Arrays.copyOf(value, value.length + 1);
            case BOOLEAN, INT32_SIGNED, INT32_UNSIGNED, INT64_SIGNED, INT64_UNSIGNED, FLOAT, DOUBLE, FLOAT16 ->
                throw new IllegalStateException(order + " is an order of numbers");
        };
    }

    private int compare(byte[] left, byte[] right) {
        return compare(left, right, 0, right.length);
    }

    private int compare(byte[] left, byte[] right, int start, int end) {
        return switch (order) {
            case DECIMAL_BYTES -> DecimalBytes.compare(left, 0, left.length, right, start, end);
            case NONE -> compareInstants(left, 0, right, start, end);
            case BYTES -> Arrays.compareUnsigned(left, 0, left.length, right, start, end);
            case BOOLEAN, INT32_SIGNED, INT32_UNSIGNED, INT64_SIGNED, INT64_UNSIGNED, FLOAT, DOUBLE, FLOAT16 ->
                throw new IllegalStateException(order + " is an order of numbers");
        };
    }

    /** INT96: nanoseconds of the day, then the Julian day; some writers store more nanoseconds than a day has. */
    private static int compareInstants(byte[] left, int leftStart, byte[] right, int rightStart, int rightEnd) {
        if (rightEnd - rightStart != INT96_BYTES) {
            return 1;
        }
        ByteBuffer one = ByteBuffer.wrap(left).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer other = ByteBuffer.wrap(right).order(ByteOrder.LITTLE_ENDIAN);
        long oneNanos = one.getLong(leftStart);
        long otherNanos = other.getLong(rightStart);
        long oneDay = one.getInt(leftStart + Long.BYTES) + Math.floorDiv(oneNanos, DAY_NANOS);
        long otherDay = other.getInt(rightStart + Long.BYTES) + Math.floorDiv(otherNanos, DAY_NANOS);
        return oneDay != otherDay
                ? Long.compare(oneDay, otherDay)
                : Long.compare(Math.floorMod(oneNanos, DAY_NANOS), Math.floorMod(otherNanos, DAY_NANOS));
    }

    private int boundariesUpTo(byte[] source, int start, int end) {
        int low = 0;
        int high = boundaries.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(boundaries[middle], source, start, end) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public ValueSet not() {
        return new BinarySet(order, !startsInside, List.of(boundaries));
    }

    @Override
    public ValueSet and(ValueSet other) {
        BinarySet that = (BinarySet) other;
        boolean start = startsInside && that.startsInside;
        boolean inside = start;
        List<byte[]> merged = new ArrayList<>();
        for (byte[] boundary : sorted(Stream.concat(Arrays.stream(boundaries), Arrays.stream(that.boundaries)))) {
            boolean now = contains(boundary, 0, boundary.length) && that.contains(boundary, 0, boundary.length);
            if (now != inside) {
                merged.add(boundary);
                inside = now;
            }
        }
        return new BinarySet(order, start, merged);
    }

    @Override
    public boolean isEmpty() {
        return !startsInside && boundaries.length == 0;
    }

    @Override
    public boolean containsNan() {
        return false;
    }

    @Override
    public boolean meets(Optional<byte[]> min, Optional<byte[]> max) {
        int before = min.map(bound -> boundariesUpTo(bound, 0, bound.length)).orElse(0);
        int upTo = max.map(bound -> boundariesUpTo(bound, 0, bound.length)).orElse(boundaries.length);
        return isInsideAfter(before) || before < upTo;
    }

    private boolean isInsideAfter(int boundariesPassed) {
        return startsInside ^ (boundariesPassed & 1) == 1;
    }

    @Override
    public Optional<List<byte[]>> members(int most) {
        if (startsInside || (boundaries.length & 1) == 1 || boundaries.length / 2 > most) {
            return Optional.empty();
        }
        List<byte[]> members = new ArrayList<>();
        for (int i = 0; i < boundaries.length; i += 2) {
            if (compare(successor(boundaries[i]), boundaries[i + 1]) != 0) {
                return Optional.empty();
            }
            members.add(boundaries[i]);
        }
        return Optional.of(members);
    }

    @Override
    public boolean contains(byte[] source, int start, int end) {
        return isInsideAfter(boundariesUpTo(source, start, end));
    }

    @Override
    public boolean contains(boolean value) {
        throw notBinary();
    }

    @Override
    public boolean contains(int value) {
        throw notBinary();
    }

    @Override
    public boolean contains(long value) {
        throw notBinary();
    }

    @Override
    public boolean contains(float value) {
        throw notBinary();
    }

    @Override
    public boolean contains(double value) {
        throw notBinary();
    }

    private static IllegalStateException notBinary() {
        return new IllegalStateException("a set of byte strings has no numbers");
    }
}
