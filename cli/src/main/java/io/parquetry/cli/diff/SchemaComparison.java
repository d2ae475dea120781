package io.parquetry.cli.diff;

import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.Meaning;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The differences of two schemas, and the top-level fields whose values can be compared all the same. */
final class SchemaComparison {
    private final List<String> differences = new ArrayList<>();
    private final List<ColumnPath> common = new ArrayList<>();

    private SchemaComparison() {}

    static SchemaComparison of(MessageType left, MessageType right) {
        SchemaComparison comparison = new SchemaComparison();
        comparison.fields(left.fields(), right.fields(), "");
        Map<String, Type> ofRight = byName(right.fields());
        for (Type field : left.fields()) {
            Type other = ofRight.get(field.name());
            if (other != null && sameValues(Meaning.of(field), Meaning.of(other))) {
                comparison.common.add(new ColumnPath(List.of(field.name())));
            }
        }
        return comparison;
    }

    /** A line for each difference. */
    List<String> differences() {
        return differences;
    }

    /** The fields that both have with the same types below them. */
    List<ColumnPath> common() {
        return common;
    }

    private void fields(List<Type> left, List<Type> right, String parent) {
        Map<String, Type> ofLeft = byName(left);
        Map<String, Type> ofRight = byName(right);
        for (Type field : left) {
            String path = parent + field.name();
            Type other = ofRight.get(field.name());
            if (other == null) {
                differences.add(path + ": only in A, " + text(field));
                continue;
            }
            if (!text(Meaning.of(field)).equals(text(Meaning.of(other)))) {
                differences.add(path + ": " + text(field) + " | " + text(other));
            }
            if (field instanceof GroupType group && other instanceof GroupType otherGroup) {
                fields(group.fields(), otherGroup.fields(), path + ".");
            }
        }
        for (Type field : right) {
            if (!ofLeft.containsKey(field.name())) {
                differences.add(parent + field.name() + ": only in B, " + text(field));
            }
        }
        if (ofLeft.keySet().equals(ofRight.keySet())
                && !List.copyOf(ofLeft.keySet()).equals(List.copyOf(ofRight.keySet()))) {
            differences.add((parent.isEmpty() ? "the schema" : parent.substring(0, parent.length() - 1))
                    + ": the fields are in another order, " + String.join(",", ofLeft.keySet()) + " | "
                    + String.join(",", ofRight.keySet()));
        }
    }

    private static Map<String, Type> byName(List<Type> fields) {
        Map<String, Type> byName = new LinkedHashMap<>();
        fields.forEach(field -> byName.putIfAbsent(field.name(), field));
        return byName;
    }

    /** The line of a field in the text form of schemas. */
    private static String text(Type field) {
        Type alone = field instanceof GroupType group
                ? new GroupType(group.name(), group.repetition(), group.logicalType(), group.fieldId(), List.of())
                : field;
        String line = new MessageType("schema", List.of(alone))
                .toString()
                .lines()
                .skip(1)
                .findFirst()
                .orElseThrow();
        return line.strip().replaceAll("\\s*[{;]$", "");
    }

    /** Whether equal bits mean equal values; whether a field must be there makes no difference for those there are. */
    private static boolean sameValues(Type left, Type right) {
        boolean repeated = left.repetition() == Repetition.REPEATED;
        if (repeated != (right.repetition() == Repetition.REPEATED)
                || !left.name().equals(right.name())
                || !left.logicalType().equals(right.logicalType())) {
            return false;
        }
        if (left instanceof PrimitiveType primitive && right instanceof PrimitiveType other) {
            return primitive.physicalType() == other.physicalType() && primitive.typeLength() == other.typeLength();
        }
        if (left instanceof GroupType group && right instanceof GroupType other) {
            boolean same = group.fields().size() == other.fields().size();
            for (int i = 0; same && i < group.fields().size(); i++) {
                same = sameValues(group.fields().get(i), other.fields().get(i));
            }
            return same;
        }
        return false;
    }
}
