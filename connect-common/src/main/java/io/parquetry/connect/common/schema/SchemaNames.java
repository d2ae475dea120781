package io.parquetry.connect.common.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/**
 * Full names for schemas of files without names, as Avro and Protobuf require them: {@code orders.Value}, and for a
 * nested struct its path: {@code orders.Value.address}. Without names a converter invents some, and two structs may get
 * the same name.
 *
 * <ol type="a">
 *   <li>Each struct has a name, and no two have the same. An element of a list has the name of the list, a value of a
 *       map the name of the map with the suffix {@code .value}.
 *   <li>A map whose keys are not text has a name too, since it is a list of records in Avro. No other schema gets a
 *       name, because a name means a logical type.
 *   <li>A schema that has a name keeps it.
 * </ol>
 */
public final class SchemaNames {
    private final Set<String> given = new HashSet<>();

    private SchemaNames() {}

    /** The schema with names; its own name is this one. */
    public static Schema named(Schema schema, String fullName) {
        return new SchemaNames().name(schema, fullName);
    }

    /**
     * Turns a text into a valid full name: letters, digits, underscores and dots are kept, other characters become
     * underscores, and a name that does not begin with a letter or an underscore gets a leading underscore.
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
                yield SchemaCopy.of(schema).array(element).build();
            }
            case MAP -> {
                boolean isPlain = schema.keySchema().type() == Schema.Type.STRING || schema.name() != null;
                String ofMap = isPlain ? schema.name() : unused(name);
                Schema value = name(schema.valueSchema(), name + ".value");
                yield SchemaCopy.of(schema)
                        .name(ofMap)
                        .map(schema.keySchema(), value)
                        .build();
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
        return SchemaCopy.of(schema).name(name).fields(fields).build();
    }

    /** Names that differ only in invalid characters have become equal. */
    private String unused(String name) {
        String unused = name;
        for (int i = 2; !given.add(unused); i++) {
            unused = name + "_" + i;
        }
        return unused;
    }
}
