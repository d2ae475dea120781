package io.parquetry.format.schema;

import java.math.BigInteger;
import java.util.Optional;

/** The annotations that a field may have (LogicalTypes.md, and the comments on the types in parquet.thrift). */
public final class AnnotationRules {
    private AnnotationRules() {}

    /** Why the field may not have its annotation; empty when it may. */
    public static Optional<String> objection(Type field) {
        return field.logicalType()
                .flatMap(annotation -> field instanceof PrimitiveType primitive
                        ? objection(annotation, primitive.physicalType(), primitive.typeLength())
                        : objectionToGroup(annotation));
    }

    /** Why a group may not have the annotation; empty when it may. */
    static Optional<String> objectionToGroup(LogicalType annotation) {
        boolean right = annotation == LogicalType.LIST
                || annotation == LogicalType.MAP
                || annotation == LogicalType.MAP_KEY_VALUE
                || annotation instanceof LogicalType.Variant
                || annotation instanceof LogicalType.Unrecognized;
        return right ? Optional.empty() : Optional.of(annotation + " cannot annotate a group");
    }

    /** Why a column of this type may not have the annotation; empty when it may. */
    static Optional<String> objection(LogicalType annotation, PhysicalType type, int typeLength) {
        if (annotation instanceof LogicalType.Decimal decimal) {
            return objectionToDecimal(decimal, type, typeLength);
        }
        if (annotation instanceof LogicalType.Simple simple) {
            return objectionToSimple(simple, type, typeLength);
        }
        if (annotation instanceof LogicalType.Time time) {
            return only(annotation, time.unit() == TimeUnit.MILLIS ? PhysicalType.INT32 : PhysicalType.INT64, type);
        }
        if (annotation instanceof LogicalType.Timestamp) {
            return only(annotation, PhysicalType.INT64, type);
        }
        if (annotation instanceof LogicalType.Int integer) {
            return only(annotation, integer.bitWidth() == 64 ? PhysicalType.INT64 : PhysicalType.INT32, type);
        }
        if (annotation instanceof LogicalType.Geometry || annotation instanceof LogicalType.Geography) {
            return only(annotation, PhysicalType.BYTE_ARRAY, type);
        }
        return annotation instanceof LogicalType.Variant
                ? Optional.of(annotation + " annotates a group, not a column")
                : Optional.empty();
    }

    private static Optional<String> objectionToSimple(LogicalType.Simple simple, PhysicalType type, int typeLength) {
        return switch (simple) {
            case STRING, ENUM, JSON, BSON -> only(simple, PhysicalType.BYTE_ARRAY, type);
            case DATE -> only(simple, PhysicalType.INT32, type);
            case UUID -> onlyFixed(simple, 16, type, typeLength);
            case FLOAT16 -> onlyFixed(simple, 2, type, typeLength);
            case INTERVAL -> onlyFixed(simple, 12, type, typeLength);
            case UNKNOWN -> Optional.empty();
            case MAP, LIST, MAP_KEY_VALUE -> Optional.of(simple + " annotates a group, not a column");
        };
    }

    private static Optional<String> only(LogicalType annotation, PhysicalType wanted, PhysicalType type) {
        return type == wanted
                ? Optional.empty()
                : Optional.of(annotation + " cannot annotate " + type + ", only " + wanted);
    }

    private static Optional<String> onlyFixed(LogicalType annotation, int wanted, PhysicalType type, int length) {
        return type == PhysicalType.FIXED_LEN_BYTE_ARRAY && length == wanted
                ? Optional.empty()
                : Optional.of(annotation + " annotates only FIXED_LEN_BYTE_ARRAY(" + wanted + ")");
    }

    private static Optional<String> objectionToDecimal(LogicalType.Decimal decimal, PhysicalType type, int typeLength) {
        if (decimal.precision() < 1 || decimal.scale() < 0 || decimal.scale() > decimal.precision()) {
            return Optional.of(decimal + ": the precision is at least 1, and the scale is 0 up to the precision");
        }
        return switch (type) {
            case INT32 -> atMost(9, decimal, type);
            case INT64 -> atMost(18, decimal, type);
            case FIXED_LEN_BYTE_ARRAY -> atMost(digits(typeLength), decimal, type);
            case BYTE_ARRAY -> Optional.empty();
            case BOOLEAN, INT96, FLOAT, DOUBLE -> Optional.of(decimal + " cannot annotate " + type);
        };
    }

    private static Optional<String> atMost(int digits, LogicalType.Decimal decimal, PhysicalType type) {
        return decimal.precision() <= digits
                ? Optional.empty()
                : Optional.of(decimal + " does not fit " + type + ", which holds " + digits + " digits");
    }

    /** Digits that every two's-complement number of so many bytes can hold. */
    private static int digits(int bytes) {
        if (bytes > 1000) {
            return Integer.MAX_VALUE;
        }
        return BigInteger.ONE
                        .shiftLeft(8 * bytes - 1)
                        .subtract(BigInteger.ONE)
                        .toString()
                        .length()
                - 1;
    }
}
