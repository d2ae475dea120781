package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.internal.statistics.ValueSet;
import io.parquetry.format.metadata.HybridCalendar;
import io.parquetry.format.schema.JulianDays;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * The stored values that compare with the literals of a filter, which are Gregorian dates and instants, in a column
 * that counts by {@link HybridCalendar}. All values are in PLAIN form.
 */
final class StoredLiterals {
    private static final long INT96_DAY_OF_1970 = 2_440_588;

    private final PhysicalType physical;
    private final long perDay;

    StoredLiterals(PrimitiveType type) {
        this.physical = type.physicalType();
        this.perDay = HybridCalendar.perDay(type);
    }

    /** The stored values that are this one. */
    List<byte[]> equalTo(byte[] literal) {
        ByteBuffer value = ByteBuffer.wrap(literal).order(ByteOrder.LITTLE_ENDIAN);
        if (physical == PhysicalType.INT96) {
            long nanos = value.getLong();
            return JulianDays.julian(value.getInt() - INT96_DAY_OF_1970).stream()
                    .map(day -> ByteBuffer.allocate(literal.length)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(nanos)
                            .putInt((int) (day + INT96_DAY_OF_1970))
                            .array())
                    .toList();
        }
        long wanted = number(value);
        long rest = Math.floorMod(wanted, perDay);
        return JulianDays.julian(Math.floorDiv(wanted, perDay)).stream()
                .map(day -> within(day, rest))
                .filter(stored -> HybridCalendar.gregorian(stored, perDay) == wanted)
                .map(this::plain)
                .toList();
    }

    /** The stored values that are below this one. */
    ValueSet below(ValueOrder order, byte[] literal) {
        long limit = number(ByteBuffer.wrap(literal).order(ByteOrder.LITTLE_ENDIAN));
        long day = Math.floorDiv(limit, perDay);
        ValueSet below = ValueSet.below(order, plain(within(JulianDays.firstJulian(day), 0)));
        for (long same : JulianDays.julian(day)) {
            ValueSet before = ValueSet.below(order, plain(within(same, 0)));
            ValueSet earlier = ValueSet.below(order, plain(within(same, Math.floorMod(limit, perDay))));
            below = below.or(earlier.and(before.not()));
        }
        return below;
    }

    /** A value of a day; the least number where it would be below. */
    private long within(long day, long rest) {
        try {
            return Math.addExact(Math.multiplyExact(day + 1, perDay), rest - perDay);
        } catch (ArithmeticException e) {
            return Long.MIN_VALUE;
        }
    }

    private long number(ByteBuffer value) {
        return physical == PhysicalType.INT32 ? value.getInt() : value.getLong();
    }

    private byte[] plain(long value) {
        return physical == PhysicalType.INT32
                ? ByteBuffer.allocate(Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt((int) Math.max(value, Integer.MIN_VALUE))
                        .array()
                : ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(value)
                        .array();
    }
}
