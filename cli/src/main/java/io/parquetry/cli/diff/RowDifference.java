package io.parquetry.cli.diff;

import io.parquetry.cli.describe.ColumnText;
import io.parquetry.format.schema.Shape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds where two records of {@link ExactRecords} differ. */
final class RowDifference {
    private static final String NOTHING = "null";

    private final int linesMax;
    private final List<String> lines = new ArrayList<>();

    private RowDifference(int linesMax) {
        this.linesMax = linesMax;
    }

    /** A line for each value that differs, with its path; at most so many. */
    static List<String> of(Shape.StructShape shape, Map<String, Object> left, Map<String, Object> right, int linesMax) {
        RowDifference difference = new RowDifference(linesMax);
        difference.struct(shape, left, right, "");
        return difference.lines.isEmpty() ? List.of("the records differ") : difference.lines;
    }

    private void struct(Shape.StructShape shape, Map<?, ?> left, Map<?, ?> right, String parent) {
        for (Shape field : shape.fields()) {
            value(field, left.get(field.name()), right.get(field.name()), parent + field.name());
        }
    }

    private void value(Shape shape, Object left, Object right, String path) {
        if (lines.size() >= linesMax || (left == null ? right == null : left.equals(right))) {
            return;
        }
        if (left != null && right != null) {
            if (shape instanceof Shape.StructShape struct) {
                struct(struct, (Map<?, ?>) left, (Map<?, ?>) right, path + ".");
                return;
            }
            if (shape instanceof Shape.ListShape list) {
                list(list, (List<?>) left, (List<?>) right, path);
                return;
            }
            if (shape instanceof Shape.MapShape map) {
                map(map, (List<?>) left, (List<?>) right, path);
                return;
            }
            if (left instanceof ExactVariant a
                    && right instanceof ExactVariant b
                    && a.json().equals(b.json())) {
                lines.add(path + ": " + text(shape, left) + ", of type " + a.firstOtherThan(b) + " | of type "
                        + b.firstOtherThan(a));
                return;
            }
        }
        lines.add(path + ": " + text(shape, left) + " | " + text(shape, right));
    }

    private void list(Shape.ListShape shape, List<?> left, List<?> right, String path) {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            value(shape.element(), left.get(i), right.get(i), path + "[" + i + "]");
        }
        sizes(left, right, path);
    }

    private void map(Shape.MapShape shape, List<?> left, List<?> right, String path) {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) left.get(i);
            Map.Entry<?, ?> other = (Map.Entry<?, ?>) right.get(i);
            String at = path + "[" + i + "]";
            value(shape.key(), entry.getKey(), other.getKey(), at + ".key");
            shape.value().ifPresent(value -> value(value, entry.getValue(), other.getValue(), at + ".value"));
        }
        sizes(left, right, path);
    }

    private void sizes(List<?> left, List<?> right, String path) {
        if (left.size() != right.size() && lines.size() < linesMax) {
            lines.add(path + ": size " + left.size() + " | size " + right.size());
        }
    }

    private static String text(Shape shape, Object value) {
        if (value == null) {
            return NOTHING;
        }
        if (shape instanceof Shape.LeafShape leaf) {
            return ColumnText.value(leaf.type(), value instanceof ByteBuffer bytes ? bytes.array() : value);
        }
        if (value instanceof ExactVariant variant) {
            return ColumnText.cut(variant.json());
        }
        if (shape instanceof Shape.StructShape) {
            return "a group";
        }
        return shape instanceof Shape.ListShape ? "a list" : "a map";
    }
}
