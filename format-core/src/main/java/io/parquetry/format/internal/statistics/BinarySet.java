package io.parquetry.format.internal.statistics;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A set of byte strings, of decimals in byte strings, or of the legacy timestamps of 12 bytes, as the points where it
 * begins and ends, like {@link LongRanges}. The value next to another one begins what is above it: for bytes the same with
 * a zero behind, for the others one more.
 */
final class BinarySet extends ValueSet {
    private static final long DAY_NANOS = 86_400_000_000_000L;
    private static final int INT96_BYTES = 12;

    private final boolean startsInside;
    private final byte[][] turns;

    private BinarySet(ValueOrder order, boolean startsInside, List<byte[]> turns) {
        super(order);
        this.startsInside = startsInside;
        this.turns = turns.toArray(byte[][]::new);
    }

    static BinarySet ofValues(ValueOrder order, List<byte[]> values) {
        BinarySet none = new BinarySet(order, false, List.of());
        List<byte[]> turns = new ArrayList<>();
        for (byte[] value : none.sorted(values.stream())) {
            if (!turns.isEmpty() && none.compare(turns.get(turns.size() - 1), value) == 0) {
                turns.remove(turns.size() - 1);
            } else {
                turns.add(value);
            }
            turns.add(none.next(value));
        }
        return new BinarySet(order, false, turns);
    }

    static BinarySet valuesBelow(ValueOrder order, byte[] value) {
        return new BinarySet(order, true, List.of(value));
    }

    static BinarySet valuesAbove(ValueOrder order, byte[] value) {
        BinarySet upTo = new BinarySet(order, true, List.of(value));
        return new BinarySet(order, false, List.of(upTo.next(value)));
    }

    /** Each value once. */
    private List<byte[]> sorted(Stream<byte[]> values) {
        List<byte[]> distinct = new ArrayList<>();
        values.sorted(this::compare).forEach(value -> {
            if (distinct.isEmpty() || compare(distinct.get(distinct.size() - 1), value) != 0) {
                distinct.add(value);
            }
        });
        return distinct;
    }

    private byte[] next(byte[] value) {
        return switch (order) {
            case DECIMAL_BYTES -> new BigInteger(value).add(BigInteger.ONE).toByteArray();
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

    /** INT96: nanoseconds of the day, and number of the day; some writers let the former run over a day. */
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

    private int turnsUpTo(byte[] source, int start, int end) {
        int low = 0;
        int high = turns.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(turns[middle], source, start, end) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public ValueSet not() {
        return new BinarySet(order, !startsInside, List.of(turns));
    }

    @Override
    public ValueSet and(ValueSet other) {
        BinarySet that = (BinarySet) other;
        boolean start = startsInside && that.startsInside;
        boolean inside = start;
        List<byte[]> merged = new ArrayList<>();
        for (byte[] turn : sorted(Stream.concat(Arrays.stream(turns), Arrays.stream(that.turns)))) {
            boolean now = contains(turn, 0, turn.length) && that.contains(turn, 0, turn.length);
            if (now != inside) {
                merged.add(turn);
                inside = now;
            }
        }
        return new BinarySet(order, start, merged);
    }

    @Override
    public boolean isEmpty() {
        return !startsInside && turns.length == 0;
    }

    @Override
    public boolean containsNan() {
        return false;
    }

    @Override
    public boolean meets(Optional<byte[]> min, Optional<byte[]> max) {
        int before = min.map(bound -> turnsUpTo(bound, 0, bound.length)).orElse(0);
        int upTo = max.map(bound -> turnsUpTo(bound, 0, bound.length)).orElse(turns.length);
        return isInsideAfter(before) || before < upTo;
    }

    private boolean isInsideAfter(int turnsPassed) {
        return startsInside ^ (turnsPassed & 1) == 1;
    }

    @Override
    public Optional<List<byte[]>> members(int most) {
        if (startsInside || (turns.length & 1) == 1 || turns.length / 2 > most) {
            return Optional.empty();
        }
        List<byte[]> members = new ArrayList<>();
        for (int i = 0; i < turns.length; i += 2) {
            if (compare(next(turns[i]), turns[i + 1]) != 0) {
                return Optional.empty();
            }
            members.add(turns[i]);
        }
        return Optional.of(members);
    }

    @Override
    public boolean contains(byte[] source, int start, int end) {
        return isInsideAfter(turnsUpTo(source, start, end));
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
        return new IllegalStateException("a set of byte strings was asked for a number");
    }
}
