package io.parquetry.connect.common.data;

import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Type;
import java.util.List;
import java.util.OptionalInt;

/** The numbers by which tables know columns. They say nothing about the values. */
final class FieldIds {
    private FieldIds() {}

    /** The same columns without field ids. */
    static MessageType without(MessageType columns) {
        return hasIds(columns.fields())
                ? new MessageType(columns.name(), without(columns.fields()), columns.namesInFile())
                : columns;
    }

    private static boolean hasIds(List<Type> fields) {
        return fields.stream()
                .anyMatch(field ->
                        field.fieldId().isPresent() || field instanceof GroupType group && hasIds(group.fields()));
    }

    private static List<Type> without(List<Type> fields) {
        return fields.stream().map(FieldIds::without).toList();
    }

    /** The same column without field ids. */
    static Type without(Type field) {
        if (field instanceof GroupType group) {
            return new GroupType(
                    group.name(),
                    group.repetition(),
                    group.logicalType(),
                    OptionalInt.empty(),
                    without(group.fields()));
        }
        PrimitiveType leaf = (PrimitiveType) field;
        return new PrimitiveType(
                leaf.name(),
                leaf.repetition(),
                leaf.physicalType(),
                leaf.typeLength(),
                leaf.logicalType(),
                OptionalInt.empty());
    }
}
