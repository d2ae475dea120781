package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.internal.statistics.ValueSet;
import io.parquetry.format.metadata.HybridCalendar;
import io.parquetry.format.schema.JulianCalendar;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * The stored values that compare with the literals of a filter, which are Gregorian dates and instants, in a column
 * that counts by {@link HybridCalendar}. All values are in PLAIN form.
 */
public final class StoredLiterals {
    /** An INT96 value at the begin of its day. */
    private static final byte[] MIDNIGHT = new byte[12];

    private final PhysicalType physical;
    private final long perDay;

    /** @param type that the calendar covers */
    public StoredLiterals(PrimitiveType type) {
        this.physical = type.physicalType();
        this.perDay = HybridCalendar.perDay(type);
    }

    /** The stored values that are this one. */
    List<byte[]> equalTo(byte[] literal) {
        if (physical == PhysicalType.INT96) {
            return JulianCalendar.julian(dayOf(literal)).stream()
                    .map(day -> onDay(day, literal))
                    .toList();
        }
        return equalTo(number(literal)).stream().map(this::plain).toList();
    }

    /** The stored numbers that are this one. */
    public List<Long> equalTo(long literal) {
        long day = Math.floorDiv(literal, perDay);
        return JulianCalendar.isChanged(day)
                ? JulianCalendar.julian(day).stream()
                        .map(julian -> atLeast(julian, Math.floorMod(literal, perDay)))
                        .filter(stored -> HybridCalendar.gregorian(stored, perDay) == literal)
                        .toList()
                : List.of(literal);
    }

    /** The stored values that are below this one. */
    ValueSet below(ValueOrder order, byte[] literal) {
        long day = dayOf(literal);
        if (!JulianCalendar.isChanged(day)) {
            return ValueSet.below(order, literal);
        }
        ValueSet below = ValueSet.below(order, begin(JulianCalendar.firstJulian(day)));
        for (long same : JulianCalendar.julian(day)) {
            ValueSet before = ValueSet.below(order, begin(same));
            ValueSet earlier = ValueSet.below(order, onDay(same, literal));
            below = below.or(earlier.and(before.not()));
        }
        return below;
    }

    private long dayOf(byte[] literal) {
        return physical == PhysicalType.INT96
                ? HybridCalendar.dayOfInt96(literal, 0)
                : Math.floorDiv(number(literal), perDay);
    }

    private byte[] begin(long day) {
        return physical == PhysicalType.INT96 ? HybridCalendar.int96(MIDNIGHT, 0, day) : plain(atLeast(day, 0));
    }

    /** The time of the literal on another day. */
    private byte[] onDay(long day, byte[] literal) {
        return physical == PhysicalType.INT96
                ? HybridCalendar.int96(literal, 0, day)
                : plain(atLeast(day, Math.floorMod(number(literal), perDay)));
    }

    /** A value of a day before the reform, or the least number of the type if that is more. */
    private long atLeast(long day, long rest) {
        long least = physical == PhysicalType.INT32 ? Integer.MIN_VALUE : Long.MIN_VALUE;
        try {
            // Counted from the next day, since the beginning of the first one may have no number.
            return Math.max(least, Math.addExact(Math.multiplyExact(day + 1, perDay), rest - perDay));
        } catch (ArithmeticException e) {
            return least;
        }
    }

    private long number(byte[] plain) {
        ByteBuffer value = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
        return physical == PhysicalType.INT32 ? value.getInt() : value.getLong();
    }

    private byte[] plain(long value) {
        int bytes = physical == PhysicalType.INT32 ? Integer.BYTES : Long.BYTES;
        ByteBuffer plain = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return (bytes == Integer.BYTES ? plain.putInt((int) value) : plain.putLong(value)).array();
    }
}
