package io.parquetry.cli.diff;

import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.variant.Variant;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

/**
 * Builds records that are equal where every value has the same bits, whatever its logical type: as {@link
 * PlainRecords}, but bytes and text are {@link ByteBuffer}s, and variants {@link ExactVariant}s. All NaN are equal,
 * zeros of both signs are not.
 */
final class ExactRecords implements RecordBuilder<Map<String, Object>> {
    private static final RecordBuilder<Map<String, Object>> PLAIN = PlainRecords.builder();
    private static final ByteBuffer HALF_NAN = ByteBuffer.wrap(new byte[] {0, 0x7E});

    @Override
    public StructMaker<?, Map<String, Object>> record(Shape.StructShape shape) {
        return PLAIN.record(shape);
    }

    @Override
    public StructMaker<?, ?> struct(Shape.StructShape shape) {
        return PLAIN.struct(shape);
    }

    @Override
    public ListMaker<?> list(Shape.ListShape shape) {
        return PLAIN.list(shape);
    }

    @Override
    public MapMaker<?> map(Shape.MapShape shape) {
        return PLAIN.map(shape);
    }

    @Override
    public VariantMaker variant(Shape.VariantShape shape) {
        return (metadata, value) -> ExactVariant.of(new Variant(metadata, value));
    }

    @Override
    public LeafMaker leaf(Shape.LeafShape shape) {
        boolean isHalf = shape.type().isAnnotated(LogicalType.FLOAT16);
        return switch (shape.type().physicalType()) {
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 ->
                (LeafMaker.OfBytes) (buffer, offset, length) -> isHalf && isNan(buffer, offset, length)
                        ? HALF_NAN
                        : ByteBuffer.wrap(Arrays.copyOfRange(buffer, offset, offset + length));
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> PLAIN.leaf(shape);
        };
    }

    /** Whether bytes are a NaN of half precision, little-endian: all bits of the exponent and some of the fraction. */
    private static boolean isNan(byte[] buffer, int offset, int length) {
        return length == 2
                && (buffer[offset + 1] & 0x7C) == 0x7C
                && (buffer[offset] != 0 || (buffer[offset + 1] & 3) != 0);
    }
}
