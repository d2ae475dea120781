package io.parquetry.connect.common.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/**
 * Full names for the schemas of files that have none, as Avro and Protobuf want them: {@code orders.Value}, and for a
 * struct inside, the way there: {@code orders.Value.address}. Without names a converter makes some up, and two structs
 * may then get the same one.
 *
 * <ol type="a">
 *   <li>Each struct has a name, and no two have the same. An element of a list is called as the list, a value of a map
 *       as the map with {@code .value} behind it.
 *   <li>A map whose keys are no text is named too, since in Avro it is a list of records. Nothing else is named: a name
 *       of anything else means a type of its own.
 *   <li>A schema that has a name keeps it.
 * </ol>
 */
public final class SchemaNames {
    private final Set<String> given = new HashSet<>();

    private SchemaNames() {}

    /** The schema with names, of which the outermost is this one. */
    public static Schema named(Schema schema, String fullName) {
        return new SchemaNames().name(schema, fullName);
    }

    /**
     * The full name that is most like a text: letters, digits, underscores and dots stay, anything else becomes an
     * underscore, and a name that does not begin with a letter or an underscore gets one.
     */
    public static String legal(String text) {
        List<String> names = new ArrayList<>();
        for (String name : text.split("\\.", -1)) {
            names.add(legalPart(name));
        }
        return String.join(".", names);
    }

    /** The same for a single name, in which a dot becomes an underscore too. */
    public static String legalPart(String text) {
        String name = text.replaceAll("[^A-Za-z0-9_]", "_");
        return name.isEmpty() || Character.isDigit(name.charAt(0)) ? "_" + name : name;
    }

    private Schema name(Schema schema, String name) {
        return switch (schema.type()) {
            case STRUCT -> schema.name() == null ? struct(schema, unused(name)) : schema;
            case ARRAY -> {
                Schema element = name(schema.valueSchema(), name);
                yield copy(schema, schema.name(), null, null, element);
            }
            case MAP -> {
                boolean isPlain = schema.keySchema().type() == Schema.Type.STRING || schema.name() != null;
                String ofMap = isPlain ? schema.name() : unused(name);
                Schema value = name(schema.valueSchema(), name + ".value");
                yield copy(schema, ofMap, null, schema.keySchema(), value);
            }
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES -> schema;
        };
    }

    private Schema struct(Schema schema, String name) {
        List<Field> fields = new ArrayList<>();
        for (Field field : schema.fields()) {
            fields.add(
                    new Field(field.name(), field.index(), name(field.schema(), name + "." + legalPart(field.name()))));
        }
        return copy(schema, name, Collections.unmodifiableList(fields), null, null);
    }

    /** Names that differ in a character that is not legal have become the same. */
    private String unused(String name) {
        String unused = name;
        for (int i = 2; !given.add(unused); i++) {
            unused = name + "_" + i;
        }
        return unused;
    }

    private static Schema copy(Schema schema, String name, List<Field> fields, Schema key, Schema value) {
        return new ConnectSchema(
                schema.type(),
                schema.isOptional(),
                null,
                name,
                schema.version(),
                schema.doc(),
                schema.parameters(),
                fields,
                key,
                value);
    }
}
