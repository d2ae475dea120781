package io.parquetry.format.file;

import io.parquetry.format.internal.rowgroup.StoredLiterals;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.HybridCalendar;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.JulianCalendar;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Shape;
import java.util.List;

/** Builds records with the dates that were written, where the file counts them by {@link HybridCalendar}. */
public final class GregorianDates {
    /** What Spark has written before this day is what overflowed, after 287564. */
    private static final long MICROS_DAY_LEAST = Long.MIN_VALUE / 86_400_000_000L;

    private GregorianDates() {}

    /** A builder of the same records. */
    public static <R> RecordBuilder<R> of(FileMetadata file, RecordBuilder<R> builder) {
        HybridCalendar calendar = HybridCalendar.of(file);
        return calendar.equals(HybridCalendar.NONE) ? builder : new Builder<>(calendar, builder);
    }

    /** The stored values of a column that are this date or instant; the value itself in all other columns. */
    public static List<?> stored(FileMetadata file, PrimitiveType type, Object value) {
        if (!HybridCalendar.of(file).covers(type)) {
            return List.of(value);
        }
        StoredLiterals literals = new StoredLiterals(type);
        return value instanceof Integer date
                ? literals.equalTo(date.longValue()).stream()
                        .map(Long::intValue)
                        .toList()
                : value instanceof Long instant ? literals.equalTo(instant.longValue()) : List.of(value);
    }

    private record Builder<R>(HybridCalendar calendar, RecordBuilder<R> wrapped) implements RecordBuilder.Wrapper<R> {
        @Override
        public StructMaker<?, R> record(Shape.StructShape shape) {
            return wrapped.record(shape);
        }

        @Override
        public LeafMaker leaf(Shape.LeafShape shape) {
            LeafMaker maker = wrapped.leaf(shape);
            if (!calendar.covers(shape.type())) {
                return maker;
            }
            if (maker instanceof LeafMaker.OfInt ofDate) {
                return new OfDate(ofDate);
            }
            return maker instanceof LeafMaker.OfLong ofInstant
                    ? new OfInstant(ofInstant, HybridCalendar.perDay(shape.type()))
                    : new OfInt96((LeafMaker.OfBytes) maker);
        }
    }

    private record OfDate(RecordBuilder.LeafMaker.OfInt maker) implements RecordBuilder.LeafMaker.OfInt {
        @Override
        public Object ofInt(int value) {
            return maker.ofInt((int) JulianCalendar.gregorian(value));
        }

        @Override
        public boolean shareable() {
            return maker.shareable();
        }
    }

    private record OfInstant(RecordBuilder.LeafMaker.OfLong maker, long perDay)
            implements RecordBuilder.LeafMaker.OfLong {
        @Override
        public Object ofLong(long value) {
            return maker.ofLong(HybridCalendar.gregorian(value, perDay));
        }

        @Override
        public boolean shareable() {
            return maker.shareable();
        }
    }

    private record OfInt96(RecordBuilder.LeafMaker.OfBytes maker) implements RecordBuilder.LeafMaker.OfBytes {
        @Override
        public Object ofBytes(byte[] buffer, int offset, int length) {
            long day = HybridCalendar.dayOfInt96(buffer, offset);
            return day < MICROS_DAY_LEAST
                    ? maker.ofBytes(buffer, offset, length)
                    : maker.ofBytes(HybridCalendar.int96(buffer, offset, JulianCalendar.gregorian(day)), 0, length);
        }

        @Override
        public boolean shareable() {
            return maker.shareable();
        }
    }
}
