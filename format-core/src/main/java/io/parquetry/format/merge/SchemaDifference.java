package io.parquetry.format.merge;

import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.Meaning;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Type;
import java.util.List;
import java.util.Optional;

/**
 * Finds the first difference of two schemas. The names of their roots do not count, since every library has its own,
 * nor do annotations that mean the same.
 */
final class SchemaDifference {
    private SchemaDifference() {}

    /** A text on the first difference, or empty when the schemas are the same. */
    static Optional<String> between(MessageType left, MessageType right) {
        return between(left.fields(), right.fields(), "");
    }

    private static Optional<String> between(List<Type> left, List<Type> right, String path) {
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
            if (i == left.size()) {
                return Optional.of(path + right.get(i).name() + " is only in the second");
            }
            if (i == right.size()) {
                return Optional.of(path + left.get(i).name() + " is only in the first");
            }
            Optional<String> found = between(left.get(i), right.get(i), path);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> between(Type left, Type right, String path) {
        if (Meaning.of(left).equals(Meaning.of(right))) {
            return Optional.empty();
        }
        if (left instanceof GroupType first
                && right instanceof GroupType second
                && describe(Meaning.of(left)).equals(describe(Meaning.of(right)))) {
            return between(first.fields(), second.fields(), path + left.name() + ".");
        }
        return Optional.of(path + left.name() + " is '" + describe(left) + "' in the first and '" + describe(right)
                + "' in the second");
    }

    private static String describe(Type type) {
        String kind = type instanceof PrimitiveType primitive
                ? primitive.physicalType() + (primitive.typeLength() > 0 ? "(" + primitive.typeLength() + ")" : "")
                : "group";
        return type.repetition() + " " + kind + " " + type.name()
                + type.logicalType().map(annotation -> " (" + annotation + ")").orElse("")
                + (type.fieldId().isPresent() ? " = " + type.fieldId().getAsInt() : "");
    }
}
