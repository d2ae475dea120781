package io.parquetry.connect.common.template;

import io.parquetry.format.schema.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * The path to a field of a value through structs and maps: names separated by dots. A name with dots is in double
 * quotes or backticks, in which that quote is doubled. The empty path is the value itself. Blanks and commas are part
 * of a name, unlike in the engine's {@code ColumnPath}, whose text is a list.
 */
public final class FieldPath {
    /** Either quotes a name. */
    public static final String QUOTES = "\"`";

    private static final Found NOTHING = new Found(null, null);

    private final List<String> names;

    private FieldPath(List<String> names) {
        this.names = List.copyOf(names);
    }

    /**
     * The value at the end of the path.
     *
     * @param value null where a part of the path is null
     * @param schema null where the value has none
     */
    public record Found(Object value, Schema schema) {}

    /** The path to the value itself. */
    public static FieldPath ofWholeValue() {
        return new FieldPath(List.of());
    }

    /**
     * Parses a path.
     *
     * @throws IllegalArgumentException with the reason when it is malformed
     */
    public static FieldPath parse(String text) {
        List<String> names = new ArrayList<>();
        int from = 0;
        do {
            StringBuilder name = new StringBuilder();
            from = readName(text, from, name);
            if (name.isEmpty()) {
                throw new IllegalArgumentException("the field path \"" + text + "\" has an empty name; write names"
                        + " separated by dots, such as address.country");
            }
            names.add(name.toString());
        } while (from <= text.length());
        return new FieldPath(names);
    }

    /** Returns the position after the dot, or after the end when there is none. */
    private static int readName(String text, int from, StringBuilder name) {
        char quote = from == text.length() ? '.' : text.charAt(from);
        if (QUOTES.indexOf(quote) < 0) {
            int dot = text.indexOf('.', from);
            int to = dot < 0 ? text.length() : dot;
            name.append(text, from, to);
            return to + 1;
        }
        int end = Quoted.end(text, from);
        if (end < 0) {
            throw new IllegalArgumentException("the field path \"" + text + "\" has a quote that is not closed");
        }
        if (end < text.length() && text.charAt(end) != '.') {
            throw new IllegalArgumentException(
                    "the field path \"" + text + "\" continues after a closing quote without a dot");
        }
        name.append(Quoted.content(text, from, end));
        return end + 1;
    }

    /**
     * Follows the path. A map need not have the key, since its keys are data; a struct must have the field, since a
     * field that is not in the schema is a typing error.
     *
     * @throws DataException when there is no such field
     */
    public Found in(Object value, Schema schema) {
        Object found = value;
        Schema foundSchema = schema;
        for (String name : names) {
            if (found == null) {
                return NOTHING;
            }
            if (found instanceof Struct struct) {
                Field field = struct.schema().field(name);
                if (field == null) {
                    throw new DataException("there is no field " + name + "; the struct has "
                            + struct.schema().fields().stream().map(Field::name).toList());
                }
                // As in the column: the schema's default does not replace a null.
                found = struct.getWithoutDefault(name);
                foundSchema = field.schema();
            } else if (found instanceof Map<?, ?> map) {
                found = map.get(name);
                foundSchema = foundSchema == null ? null : foundSchema.valueSchema();
            } else {
                throw new DataException("there is no field " + name + " in a value of "
                        + found.getClass().getName() + ", which is neither a struct nor a map");
            }
        }
        return new Found(found, foundSchema);
    }

    /** The names, outermost first. */
    public List<String> names() {
        return names;
    }

    /** The names with dots between them, without quotes. */
    @Override
    public String toString() {
        return String.join(".", names);
    }
}
