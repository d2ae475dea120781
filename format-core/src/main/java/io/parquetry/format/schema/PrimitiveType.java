package io.parquetry.format.schema;

import io.parquetry.format.UsageException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A field that holds values.
 *
 * @param typeLength bytes of each value of a FIXED_LEN_BYTE_ARRAY, 12 for INT96, 0 for all other types
 */
public record PrimitiveType(
        String name,
        Repetition repetition,
        PhysicalType physicalType,
        int typeLength,
        Optional<LogicalType> logicalType,
        OptionalInt fieldId)
        implements Type {
    public PrimitiveType {
        FieldName.require(name);
        Objects.requireNonNull(repetition, "repetition");
        Objects.requireNonNull(physicalType, "physicalType");
        Objects.requireNonNull(logicalType, "logicalType");
        Objects.requireNonNull(fieldId, "fieldId");
        boolean right = switch (physicalType) {
            case FIXED_LEN_BYTE_ARRAY -> typeLength > 0;
            case INT96 -> typeLength == 12;
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY -> typeLength == 0;
        };
        if (!right) {
            throw new UsageException("field " + name + ": type length " + typeLength + " does not fit " + physicalType
                    + "; it is at least 1 for FIXED_LEN_BYTE_ARRAY, 12 for INT96 and 0 for the others");
        }
    }

    /** The physical type with its annotation, such as "INT32 (DATE)", for messages. */
    public String kind() {
        return physicalType
                + logicalType.map(annotation -> " (" + annotation + ")").orElse("");
    }

    public static PrimitiveType of(String name, Repetition repetition, PhysicalType type) {
        int length = type == PhysicalType.INT96 ? 12 : 0;
        return new PrimitiveType(name, repetition, type, length, Optional.empty(), OptionalInt.empty());
    }

    public static PrimitiveType of(String name, Repetition repetition, PhysicalType type, LogicalType annotation) {
        return new PrimitiveType(name, repetition, type, 0, Optional.of(annotation), OptionalInt.empty());
    }

    public static PrimitiveType fixed(String name, Repetition repetition, int typeLength) {
        return new PrimitiveType(
                name, repetition, PhysicalType.FIXED_LEN_BYTE_ARRAY, typeLength, Optional.empty(), OptionalInt.empty());
    }

    public static PrimitiveType fixed(String name, Repetition repetition, int typeLength, LogicalType annotation) {
        return new PrimitiveType(
                name,
                repetition,
                PhysicalType.FIXED_LEN_BYTE_ARRAY,
                typeLength,
                Optional.of(annotation),
                OptionalInt.empty());
    }
}
