package io.parquetry.connect.common.schema;

import io.parquetry.format.schema.Shape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * The schema of values that are read without some of their fields: names, versions, docs, parameters and optionality
 * are kept, and defaults lose the same fields. A map that is read without its values becomes an array of its keys.
 */
public final class SchemaProjection {
    private SchemaProjection() {}

    /**
     * The schema of the columns that are read; {@code whole} itself when all are.
     *
     * @param read the part of the layout that is read
     * @param whole the schema from which that layout was made
     */
    public static Schema of(Shape read, Schema whole) {
        if (read instanceof Shape.StructShape struct) {
            return struct(struct, whole);
        } else if (read instanceof Shape.ListShape list) {
            Schema element = of(list.element(), whole.valueSchema());
            return element == whole.valueSchema()
                    ? whole
                    : built(SchemaCopy.of(whole).array(element));
        } else if (read instanceof Shape.MapShape map) {
            return map(map, whole);
        }
        return whole;
    }

    private static Schema struct(Shape.StructShape read, Schema whole) {
        List<Field> fields = new ArrayList<>();
        boolean same = true;
        for (Shape shape : read.fields()) {
            Field field = whole.field(shape.name());
            // A struct without fields has a column without a field.
            if (field != null) {
                Schema kept = of(shape, field.schema());
                fields.add(new Field(field.name(), fields.size(), kept));
                same &= kept == field.schema();
            }
        }
        return same && fields.size() == whole.fields().size()
                ? whole
                : built(SchemaCopy.of(whole).fields(fields));
    }

    private static Schema map(Shape.MapShape read, Schema whole) {
        Schema key = of(read.key(), whole.keySchema());
        if (read.value().isEmpty()) {
            return built(SchemaCopy.of(whole).array(key));
        }
        Schema value = of(read.value().get(), whole.valueSchema());
        return key == whole.keySchema() && value == whole.valueSchema()
                ? whole
                : built(SchemaCopy.of(whole).map(key, value));
    }

    private static Schema built(SchemaCopy part) {
        return part.buildConverting(SchemaProjection::without);
    }

    /** A default without the fields that its schema has lost. */
    private static Object without(Object value, Schema part) {
        if (value instanceof Struct whole) {
            Struct struct = new Struct(part);
            for (Field field : part.fields()) {
                Object content = whole.getWithoutDefault(field.name());
                if (content != null) {
                    struct.put(field, without(content, field.schema()));
                }
            }
            return struct;
        } else if (value instanceof List<?> list) {
            return without(list, part.valueSchema());
        } else if (value instanceof Map<?, ?> map) {
            if (part.type() == Schema.Type.ARRAY) {
                return without(map.keySet(), part.valueSchema());
            }
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach(
                    (key, entry) -> entries.put(without(key, part.keySchema()), without(entry, part.valueSchema())));
            return entries;
        }
        return value;
    }

    private static List<Object> without(Collection<?> elements, Schema part) {
        List<Object> list = new ArrayList<>();
        elements.forEach(element -> list.add(without(element, part)));
        return list;
    }
}
