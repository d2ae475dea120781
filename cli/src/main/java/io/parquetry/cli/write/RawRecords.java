package io.parquetry.cli.write;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.Int96Timestamp;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.model.RecordWalker;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.schema.TimeUnit;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Records that come out of a file and go into another bit by bit: as {@link PlainRecords}, but with the physical value
 * of each leaf, whatever its logical type. INT96, which is never written, becomes the nanoseconds since 1970. A variant
 * is one value, which is shredded anew as the schema says.
 */
final class RawRecords {
    private RawRecords() {}

    /** @param masks the makers of masked columns, by their dotted paths */
    static RecordBuilder<Map<String, Object>> builder(Map<String, RecordBuilder.LeafMaker> masks) {
        return new Builder(PlainRecords.builder(), masks);
    }

    static RecordWalker<Map<String, ?>> walker() {
        return new Walker(PlainRecords.walker(), new HashSet<>());
    }

    private record Builder(RecordBuilder<Map<String, Object>> wrapped, Map<String, RecordBuilder.LeafMaker> masks)
            implements RecordBuilder.Wrapper<Map<String, Object>> {
        @Override
        public StructMaker<?, Map<String, Object>> record(Shape.StructShape shape) {
            return wrapped.record(shape);
        }

        @Override
        public LeafMaker leaf(Shape.LeafShape shape) {
            LeafMaker mask = masks.get(shape.column().dottedPath());
            if (mask != null) {
                return mask;
            }
            return switch (shape.type().physicalType()) {
                case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> new Bytes();
                case INT96 ->
                    (LeafMaker.OfBytes) (buffer, offset, length) -> nanos(Int96Timestamp.instant(buffer, offset));
                case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> wrapped.leaf(shape);
            };
        }

        private static long nanos(Instant time) {
            try {
                return TimeUnit.NANOS.sinceEpoch(time.getEpochSecond(), time.getNano());
            } catch (ArithmeticException e) {
                throw new InvalidRecordException("the INT96 time " + time + " is beyond what nanoseconds since 1970"
                        + " count in 64 bits (1677 to 2262); leave the column out with --drop");
            }
        }
    }

    private static final class Bytes implements RecordBuilder.LeafMaker.OfBytes {
        @Override
        public Object ofBytes(byte[] buffer, int offset, int length) {
            return Arrays.copyOfRange(buffer, offset, offset + length);
        }
    }

    /** @param ofVariants columns of variants, which take the values that a variant is shredded into */
    private record Walker(RecordWalker<Map<String, ?>> plain, Set<LeafColumn> ofVariants)
            implements RecordWalker<Map<String, ?>> {
        @Override
        public StructAccess<Map<String, ?>, ?> record(Shape.StructShape shape) {
            return plain.record(shape);
        }

        @Override
        public StructAccess<?, ?> struct(Shape.StructShape shape) {
            return plain.struct(shape);
        }

        @Override
        public StructAccess<?, ?> variant(Shape.VariantShape shape) {
            ofVariants.addAll(shape.parts().leaves());
            return plain.variant(shape);
        }

        @Override
        public ListAccess<?> list(Shape.ListShape shape) {
            return plain.list(shape);
        }

        @Override
        public MapAccess<?> map(Shape.MapShape shape) {
            return plain.map(shape);
        }

        @Override
        public LeafAccess leaf(Shape.LeafShape shape) {
            if (ofVariants.contains(shape.column())) {
                return plain.leaf(shape);
            }
            return switch (shape.type().physicalType()) {
                case BOOLEAN -> LeafAccess.BOOLEAN;
                case INT32 -> LeafAccess.INTEGER;
                case INT64 -> LeafAccess.LONG;
                case FLOAT -> LeafAccess.FLOAT;
                case DOUBLE -> LeafAccess.DOUBLE;
                case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> LeafAccess.BYTES;
            };
        }
    }
}
