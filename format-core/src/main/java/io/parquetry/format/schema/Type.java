package io.parquetry.format.schema;

import java.util.Optional;
import java.util.OptionalInt;

/** A field of the schema tree. */
public sealed interface Type permits GroupType, PrimitiveType {
    String name();

    Repetition repetition();

    Optional<LogicalType> logicalType();

    /** The number that other systems (Iceberg, Thrift) know the field by. */
    OptionalInt fieldId();

    /** Whether the annotation is {@code wanted}. */
    default boolean isAnnotated(LogicalType wanted) {
        return logicalType().filter(wanted::equals).isPresent();
    }
}
