package io.parquetry.connect.sink;

import io.parquetry.connect.common.schema.ConnectArbitraries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** Versions of random schemas, each made from an earlier one by a few changes of any kind. */
final class ChangingSchemas {
    private final Random random;
    private final ConnectArbitraries arbitrary;

    ChangingSchemas(Random random, ConnectArbitraries arbitrary) {
        this.random = random;
        this.arbitrary = arbitrary;
    }

    /** Versions of a struct. */
    List<Schema> versions(int countMax) {
        List<Schema> versions = new ArrayList<>();
        versions.add(named(arbitrary.struct(2), "Order", 1));
        for (int version = 2; version <= countMax; version++) {
            Schema next = versions.get(random.nextInt(versions.size()));
            for (int change = random.nextInt(3); change >= 0; change--) {
                next = changed(next);
            }
            if (next.type() == Schema.Type.STRUCT) {
                versions.add(named(next, random.nextInt(12) == 0 ? "Other" : "Order", version));
            }
        }
        return versions;
    }

    private static Schema named(Schema schema, String name, int version) {
        return new ConnectSchema(
                schema.type(), schema.isOptional(), null, name, version, null, null, schema.fields(), null, null);
    }

    private Schema changed(Schema schema) {
        boolean inside = random.nextInt(10) < 7;
        return switch (schema.type()) {
            case STRUCT -> inside ? with(schema, changed(schema.fields()), null, null) : changedItself(schema);
            case ARRAY -> inside ? with(schema, null, null, changed(schema.valueSchema())) : changedItself(schema);
            case MAP ->
                inside ? with(schema, null, schema.keySchema(), changed(schema.valueSchema())) : changedItself(schema);
            default -> changedItself(schema);
        };
    }

    private static Schema with(Schema schema, List<Field> fields, Schema key, Schema value) {
        return new ConnectSchema(
                schema.type(),
                schema.isOptional(),
                null,
                schema.name(),
                schema.version(),
                null,
                null,
                fields,
                key,
                value);
    }

    private List<Field> changed(List<Field> before) {
        List<String> names = new ArrayList<>(before.stream().map(Field::name).toList());
        List<Schema> schemas =
                new ArrayList<>(before.stream().map(Field::schema).toList());
        int at = names.isEmpty() ? 0 : random.nextInt(names.size());
        String added = "f" + random.nextInt(8);
        switch (names.isEmpty() ? 0 : random.nextInt(7)) {
            case 0 -> {
                if (!names.contains(added)) {
                    names.add(at, added);
                    schemas.add(at, arbitrary.schema(1));
                }
            }
            case 1 -> {
                names.remove(at);
                schemas.remove(at);
            }
            case 2 -> schemas.set(at, arbitrary.schema(1));
            case 3 -> {
                int other = random.nextInt(names.size());
                Collections.swap(names, at, other);
                Collections.swap(schemas, at, other);
            }
            case 4, 5 -> schemas.set(at, withDefault(schemas.get(at)));
            default -> schemas.set(at, changed(schemas.get(at)));
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            fields.add(new Field(names.get(i), i, schemas.get(i)));
        }
        return fields;
    }

    private Schema changedItself(Schema schema) {
        return switch (random.nextInt(3)) {
            case 0 -> itself(schema, schema.type(), !schema.isOptional(), null, schema.parameters());
            case 1 -> withDefault(schema);
            default ->
                Decimal.LOGICAL_NAME.equals(schema.name())
                        ? itself(schema, schema.type(), schema.isOptional(), null, digits())
                        : itself(schema, otherWidth(schema), schema.isOptional(), null, schema.parameters());
        };
    }

    private Schema withDefault(Schema schema) {
        Schema bare = itself(schema, schema.type(), schema.isOptional(), null, schema.parameters());
        try {
            Object value = arbitrary.value(bare, 2);
            Object made = value instanceof Struct struct ? asConvertersMakeIt(struct) : value;
            return itself(bare, bare.type(), bare.isOptional(), made, bare.parameters());
        } catch (DataException holdsNoValue) {
            return bare;
        }
    }

    /** By the builder of its schema, which equals no other schema. */
    private static Struct asConvertersMakeIt(Struct struct) {
        SchemaBuilder builder = SchemaBuilder.struct()
                .name(struct.schema().name())
                .version(struct.schema().version());
        struct.schema().fields().forEach(field -> builder.field(field.name(), field.schema()));
        Struct made = new Struct(builder);
        struct.schema().fields().forEach(field -> made.put(field.name(), struct.getWithoutDefault(field.name())));
        return made;
    }

    private Map<String, String> digits() {
        int precision = 1 + random.nextInt(38);
        return Map.of(
                Decimal.SCALE_FIELD,
                Integer.toString(random.nextInt(precision + 1)),
                "connect.decimal.precision",
                Integer.toString(precision));
    }

    private Schema.Type otherWidth(Schema schema) {
        if (schema.name() != null) {
            return schema.type();
        }
        return switch (schema.type()) {
            case INT8 -> Schema.Type.INT16;
            case INT16 -> random.nextBoolean() ? Schema.Type.INT32 : Schema.Type.FLOAT32;
            case INT32 -> random.nextBoolean() ? Schema.Type.INT64 : Schema.Type.FLOAT64;
            case INT64 -> Schema.Type.INT32;
            case FLOAT32 -> Schema.Type.FLOAT64;
            case FLOAT64 -> Schema.Type.FLOAT32;
            case BOOLEAN, STRING, BYTES, ARRAY, MAP, STRUCT -> schema.type();
        };
    }

    private static Schema itself(
            Schema schema, Schema.Type type, boolean optional, Object defaultValue, Map<String, String> parameters) {
        boolean isMap = type == Schema.Type.MAP;
        return new ConnectSchema(
                type,
                optional,
                defaultValue,
                schema.name(),
                schema.version(),
                null,
                parameters,
                type == Schema.Type.STRUCT ? schema.fields() : null,
                isMap ? schema.keySchema() : null,
                isMap || type == Schema.Type.ARRAY ? schema.valueSchema() : null);
    }
}
