package io.parquetry.connect.common.naming;

import io.parquetry.format.filter.ConstantColumn;
import io.parquetry.format.filter.Filter.Literal;
import io.parquetry.format.schema.IsoMoment;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.connect.data.Schema;

/**
 * A field whose value is in the path of a file: the directory {@code name=value}.
 *
 * @param name of the field and of the directory
 */
public record PathColumn(String name, Type type) {
    private static final long DAY_MS = 86_400_000;

    /** What the text of a directory means. */
    public enum Type {
        TEXT(Schema.OPTIONAL_STRING_SCHEMA, PhysicalType.BYTE_ARRAY, LogicalType.STRING),
        INTEGER(Schema.OPTIONAL_INT64_SCHEMA, PhysicalType.INT64, null),
        DATE(org.apache.kafka.connect.data.Date.builder().optional().build(), PhysicalType.INT32, LogicalType.DATE);

        private final Schema schema;
        private final PhysicalType physical;
        private final LogicalType meaning;

        Type(Schema schema, PhysicalType physical, LogicalType meaning) {
            this.schema = schema;
            this.physical = physical;
            this.meaning = meaning;
        }

        private String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Parses {@code name} or {@code name:type}.
     *
     * @throws IllegalArgumentException with the reason when the text is neither
     */
    public static PathColumn parse(String text) {
        int colon = text.lastIndexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        String label = colon < 0 ? Type.TEXT.label() : text.substring(colon + 1);
        Optional<Type> type = Arrays.stream(Type.values())
                .filter(each -> each.label().equals(label))
                .findFirst();
        if (name.isEmpty() || name.contains("/") || type.isEmpty()) {
            throw new IllegalArgumentException("\"" + text + "\" is no column of a path; write the name of a directory"
                    + " name=value, and behind a colon its type if that is not text: "
                    + Arrays.stream(Type.values()).map(Type::label).collect(Collectors.joining(", ")));
        }
        return new PathColumn(name, type.get());
    }

    /** The names of columns. */
    public static List<String> names(List<PathColumn> columns) {
        return columns.stream().map(PathColumn::name).toList();
    }

    /** The Connect schema of the field. */
    public Schema schema() {
        return type.schema;
    }

    /**
     * The Connect value of a text.
     *
     * @throws IllegalArgumentException with the reason when the text is no value of the type
     */
    public Object value(String text) {
        try {
            return switch (type) {
                case TEXT -> text;
                case INTEGER -> Long.parseLong(text);
                case DATE -> new Date(IsoMoment.parse(text).epochDay() * DAY_MS);
            };
        } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "its directory " + name + "=" + text + " is not of the type " + type.label(), e);
        }
    }

    /** The column as a schema has it. */
    public PrimitiveType leaf() {
        return type.meaning == null
                ? PrimitiveType.of(name, Repetition.OPTIONAL, type.physical)
                : PrimitiveType.of(name, Repetition.OPTIONAL, type.physical, type.meaning);
    }

    /**
     * The column as filters know it.
     *
     * @param text that {@link #value} takes; empty for null
     */
    public ConstantColumn constant(Optional<String> text) {
        return new ConstantColumn(
                leaf(),
                text.map(known -> type == Type.INTEGER ? Literal.of(Long.parseLong(known)) : Literal.of(known)));
    }

    @Override
    public String toString() {
        return name + ":" + type.label();
    }
}
