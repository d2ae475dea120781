package io.parquetry.format.file;

import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.HybridCalendar;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.JulianDays;
import io.parquetry.format.schema.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Builds records with the dates that were written, where the file counts them by {@link HybridCalendar}. */
public final class GregorianDates {
    private static final long INT96_DAY_OF_1970 = 2_440_588;

    private GregorianDates() {}

    /** A builder of the same records. */
    public static <R> RecordBuilder<R> of(FileMetadata file, RecordBuilder<R> builder) {
        HybridCalendar calendar = HybridCalendar.of(file);
        return calendar.equals(HybridCalendar.NONE) ? builder : new Builder<>(calendar, builder);
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
            return maker.ofInt((int) JulianDays.gregorian(value));
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
            ByteBuffer value = ByteBuffer.wrap(buffer, offset, length).order(ByteOrder.LITTLE_ENDIAN);
            long nanos = value.getLong();
            long day = JulianDays.gregorian(value.getInt() - INT96_DAY_OF_1970) + INT96_DAY_OF_1970;
            byte[] moved = ByteBuffer.allocate(length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(nanos)
                    .putInt((int) day)
                    .array();
            return maker.ofBytes(moved, 0, length);
        }

        @Override
        public boolean shareable() {
            return maker.shareable();
        }
    }
}
