package io.parquetry.connect.common.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/** Compatible later versions of a schema: fields are added and removed, numbers are widened. */
final class SchemaVersions {
    private final Random random;
    private int added;

    SchemaVersions(long seed) {
        this.random = new Random(seed);
    }

    /** Another version of the schema, which has a union with it and with every other version. */
    Schema next(Schema schema) {
        boolean optional = schema.isOptional() || random.nextInt(4) == 0;
        Integer version = random.nextInt(3) == 0 ? (Integer) random.nextInt(5) : schema.version();
        String doc = random.nextInt(3) == 0 ? "doc " + random.nextInt(9) : schema.doc();
        List<Field> fields = schema.type() == Schema.Type.STRUCT ? fields(schema) : null;
        boolean parts = schema.type() == Schema.Type.ARRAY || schema.type() == Schema.Type.MAP;
        // A default is of the schema it stands in; that it comes along is shown with examples.
        return new ConnectSchema(
                wider(schema),
                optional,
                null,
                schema.name(),
                version,
                doc,
                parameters(schema),
                fields,
                schema.type() == Schema.Type.MAP ? schema.keySchema() : null,
                parts ? next(schema.valueSchema()) : null);
    }

    private List<Field> fields(Schema schema) {
        List<Field> fields = new ArrayList<>();
        for (Field field : schema.fields()) {
            if (random.nextInt(5) > 0) {
                fields.add(new Field(field.name(), fields.size(), next(field.schema())));
            }
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            added++;
            fields.add(new Field(
                    "added" + added % 3,
                    fields.size(),
                    random.nextBoolean() ? Schema.STRING_SCHEMA : Schema.OPTIONAL_STRING_SCHEMA));
        }
        Map<String, Field> distinct = new LinkedHashMap<>();
        fields.forEach(field -> distinct.putIfAbsent(field.name(), field));
        List<Field> numbered = new ArrayList<>();
        distinct.values().forEach(field -> numbered.add(new Field(field.name(), numbered.size(), field.schema())));
        if (random.nextInt(3) == 0) {
            Collections.shuffle(numbered, random);
            numbered.replaceAll(field -> new Field(field.name(), numbered.indexOf(field), field.schema()));
        }
        return Collections.unmodifiableList(numbered);
    }

    private Schema.Type wider(Schema schema) {
        if (TemporalType.of(schema).isPresent() || random.nextBoolean()) {
            return schema.type();
        }
        return switch (schema.type()) {
            case INT8 -> Schema.Type.INT16;
            case INT16 -> Schema.Type.INT32;
            case INT32 -> Schema.Type.INT64;
            case FLOAT32 -> Schema.Type.FLOAT64;
            case INT64, FLOAT64, BOOLEAN, STRING, BYTES, ARRAY, MAP, STRUCT -> schema.type();
        };
    }

    private Map<String, String> parameters(Schema schema) {
        if (!DecimalForm.isDecimal(schema) || random.nextBoolean()) {
            return schema.parameters();
        }
        int scale = Integer.parseInt(schema.parameters().get(Decimal.SCALE_FIELD));
        int precision = Integer.parseInt(schema.parameters().get(DecimalForm.PRECISION));
        Map<String, String> parameters = new LinkedHashMap<>(schema.parameters());
        parameters.put(Decimal.SCALE_FIELD, Integer.toString(scale + 1));
        parameters.put(DecimalForm.PRECISION, Integer.toString(precision + 1));
        return parameters;
    }
}
