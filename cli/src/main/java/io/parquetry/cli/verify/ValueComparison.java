package io.parquetry.cli.verify;

import io.parquetry.cli.json.LeafText;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * The order of the values of a column (parquet.thrift, {@code ColumnOrder.TYPE_ORDER}), on the physical values of a
 * {@code ColumnCursor}. It shares no code with the engine or with {@code RowOrder}, because these wrote and sorted
 * many of the files that it checks. Zeros of both signs are equal, because the writer chooses the sign of a bound.
 */
final class ValueComparison {
    private static final int FLOAT16_BYTES = 2;

    private final PhysicalType type;
    private final boolean half;
    private final Comparator<Object> order;

    private ValueComparison(PhysicalType type, boolean half, Comparator<Object> order) {
        this.type = type;
        this.half = half;
        this.order = order;
    }

    /** Absent where the format defines no order: INT96, INTERVAL, UNKNOWN, geometries, unknown annotations. */
    static Optional<ValueComparison> of(PrimitiveType type) {
        LogicalType meaning = type.logicalType().orElse(null);
        if (meaning == LogicalType.INTERVAL
                || meaning == LogicalType.UNKNOWN
                || meaning instanceof LogicalType.Geometry
                || meaning instanceof LogicalType.Geography
                || meaning instanceof LogicalType.Unrecognized
                || type.physicalType() == PhysicalType.INT96) {
            return Optional.empty();
        }
        boolean half = meaning == LogicalType.FLOAT16;
        return Optional.of(new ValueComparison(type.physicalType(), half, order(type, meaning)));
    }

    private static Comparator<Object> order(PrimitiveType type, LogicalType meaning) {
        boolean unsigned = meaning instanceof LogicalType.Int integer && !integer.signed();
        return switch (type.physicalType()) {
            case BOOLEAN -> (left, right) -> Boolean.compare((Boolean) left, (Boolean) right);
            case INT32 ->
                unsigned
                        ? (left, right) -> Integer.compareUnsigned((Integer) left, (Integer) right)
                        : (left, right) -> Integer.compare((Integer) left, (Integer) right);
            case INT64 ->
                unsigned
                        ? (left, right) -> Long.compareUnsigned((Long) left, (Long) right)
                        : (left, right) -> Long.compare((Long) left, (Long) right);
            case FLOAT -> (left, right) -> numeric((Float) left, (Float) right);
            case DOUBLE -> (left, right) -> numeric((Double) left, (Double) right);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> binary(meaning);
        };
    }

    private static Comparator<Object> binary(LogicalType meaning) {
        if (meaning instanceof LogicalType.Decimal) {
            return (left, right) -> decimal(left).compareTo(decimal(right));
        }
        if (meaning == LogicalType.FLOAT16) {
            return (left, right) -> numeric(half(left), half(right));
        }
        return (left, right) -> Arrays.compareUnsigned((byte[]) left, (byte[]) right);
    }

    private static int numeric(double left, double right) {
        return left < right ? -1 : left > right ? 1 : 0;
    }

    private static BigInteger decimal(Object value) {
        byte[] bytes = (byte[]) value;
        return bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
    }

    private static float half(Object value) {
        return LeafText.float16(ByteBuffer.wrap((byte[]) value));
    }

    /** Whether {@code value} can be compared; bounds come from the file and may have any length. */
    boolean accepts(Object value) {
        return !half || ((byte[]) value).length == FLOAT16_BYTES;
    }

    int compare(Object left, Object right) {
        return order.compare(left, right);
    }

    /** Whether {@code value} is NaN, which no bounds include. */
    boolean isNan(Object value) {
        return switch (type) {
            case FLOAT -> Float.isNaN((Float) value);
            case DOUBLE -> Double.isNaN((Double) value);
            case FIXED_LEN_BYTE_ARRAY -> half && Float.isNaN(half(value));
            case BOOLEAN, INT32, INT64, INT96, BYTE_ARRAY -> false;
        };
    }

    /** Whether {@code value} is a zero of a floating-point type. */
    boolean isZero(Object value) {
        return switch (type) {
            case FLOAT -> (Float) value == 0;
            case DOUBLE -> (Double) value == 0;
            case FIXED_LEN_BYTE_ARRAY -> half && half(value) == 0;
            case BOOLEAN, INT32, INT64, INT96, BYTE_ARRAY -> false;
        };
    }

    /** Whether values may be NaN. */
    boolean floating() {
        return half || type == PhysicalType.FLOAT || type == PhysicalType.DOUBLE;
    }
}
