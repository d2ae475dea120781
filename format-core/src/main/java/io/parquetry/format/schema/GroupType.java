package io.parquetry.format.schema;

import io.parquetry.format.UsageException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A field that holds other fields. */
public record GroupType(
        String name, Repetition repetition, Optional<LogicalType> logicalType, OptionalInt fieldId, List<Type> fields)
        implements Type {
    public GroupType {
        FieldName.require(name);
        Objects.requireNonNull(repetition, "repetition");
        Objects.requireNonNull(logicalType, "logicalType");
        Objects.requireNonNull(fieldId, "fieldId");
        fields = List.copyOf(fields);
        requireDistinctNames(name, fields);
    }

    static void requireDistinctNames(String group, List<Type> fields) {
        Set<String> names = new HashSet<>();
        for (Type field : fields) {
            if (!names.add(field.name())) {
                throw new UsageException("group " + group + " has two fields named '" + field.name()
                        + "'; field names must be distinct within a group");
            }
        }
    }

    public static GroupType of(String name, Repetition repetition, List<? extends Type> fields) {
        return new GroupType(name, repetition, Optional.empty(), OptionalInt.empty(), List.copyOf(fields));
    }

    public static GroupType of(
            String name, Repetition repetition, LogicalType annotation, List<? extends Type> fields) {
        return new GroupType(name, repetition, Optional.of(annotation), OptionalInt.empty(), List.copyOf(fields));
    }

    /** A list in the three-level form of LogicalTypes.md; {@code element} keeps its own name and repetition. */
    public static GroupType list(String name, Repetition repetition, Type element) {
        return of(name, repetition, LogicalType.LIST, List.of(of("list", Repetition.REPEATED, List.of(element))));
    }

    /** A map in the form of LogicalTypes.md. */
    public static GroupType map(String name, Repetition repetition, Type key, Type value) {
        return of(
                name, repetition, LogicalType.MAP, List.of(of("key_value", Repetition.REPEATED, List.of(key, value))));
    }
}
