package io.parquetry.benchmarks.contender;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.generic.GenericData;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/**
 * Converts Connect values to Avro values, as Avro-based sinks do before parquet-java. It is compiled once per schema
 * and accesses fields by position, so it costs less than the converters of such sinks, which read the schema of every
 * value.
 */
final class StructToAvro {
    private final org.apache.avro.Schema schema;
    private final Conversion conversion;

    /** The conversion of one field. */
    private interface Conversion {
        /** @param value not null */
        Object apply(Object value);
    }

    private StructToAvro(org.apache.avro.Schema schema, Conversion conversion) {
        this.schema = schema;
        this.conversion = conversion;
    }

    static StructToAvro of(Schema connect) {
        return switch (connect.type()) {
            case STRUCT -> struct(connect);
            case ARRAY -> array(connect);
            case MAP -> map(connect);
            case INT32 ->
                org.apache.kafka.connect.data.Date.LOGICAL_NAME.equals(connect.name())
                        ? date()
                        : plain(org.apache.avro.Schema.Type.INT);
            case INT64 ->
                Timestamp.LOGICAL_NAME.equals(connect.name()) ? timestamp() : plain(org.apache.avro.Schema.Type.LONG);
            case FLOAT64 -> plain(org.apache.avro.Schema.Type.DOUBLE);
            case BOOLEAN -> plain(org.apache.avro.Schema.Type.BOOLEAN);
            case STRING -> plain(org.apache.avro.Schema.Type.STRING);
            case BYTES -> decimal(connect);
            case INT8, INT16, FLOAT32 -> throw new IllegalArgumentException("no data set has " + connect.type());
        };
    }

    org.apache.avro.Schema schema() {
        return schema;
    }

    GenericData.Record record(Struct record) {
        return (GenericData.Record) conversion.apply(record);
    }

    private static StructToAvro plain(org.apache.avro.Schema.Type type) {
        return new StructToAvro(org.apache.avro.Schema.create(type), value -> value);
    }

    private static StructToAvro date() {
        return new StructToAvro(
                LogicalTypes.date().addToSchema(org.apache.avro.Schema.create(org.apache.avro.Schema.Type.INT)),
                value -> (int) (((Date) value).getTime() / 86_400_000L));
    }

    private static StructToAvro timestamp() {
        return new StructToAvro(
                LogicalTypes.timestampMillis()
                        .addToSchema(org.apache.avro.Schema.create(org.apache.avro.Schema.Type.LONG)),
                value -> ((Date) value).getTime());
    }

    /** The fewest bytes of fixed length: Avro has no decimals that are numbers, which Parquetry's columns may have. */
    private static StructToAvro decimal(Schema connect) {
        PhysicalDecimal decimal = new PhysicalDecimal(connect);
        int precision = decimal.form().precision();
        int scale = decimal.form().scale();
        org.apache.avro.Schema fixed = LogicalTypes.decimal(precision, scale)
                .addToSchema(org.apache.avro.Schema.createFixed(
                        "decimal_" + precision + "_" + scale, null, "benchmarks", decimal.length()));
        return new StructToAvro(fixed, value -> new GenericData.Fixed(fixed, decimal.bytes((BigDecimal) value)));
    }

    private static StructToAvro struct(Schema connect) {
        List<org.apache.avro.Schema.Field> avroFields = new ArrayList<>();
        Field[] fields = connect.fields().toArray(Field[]::new);
        Conversion[] conversions = new Conversion[fields.length];
        for (int i = 0; i < fields.length; i++) {
            StructToAvro field = of(fields[i].schema());
            conversions[i] = field.conversion;
            avroFields.add(new org.apache.avro.Schema.Field(
                    fields[i].name(), fields[i].schema().isOptional() ? optional(field.schema) : field.schema));
        }
        org.apache.avro.Schema schema =
                org.apache.avro.Schema.createRecord(connect.name(), null, "benchmarks", false, avroFields);
        return new StructToAvro(schema, value -> {
            Struct struct = (Struct) value;
            GenericData.Record record = new GenericData.Record(schema);
            for (int i = 0; i < fields.length; i++) {
                Object field = struct.get(fields[i]);
                if (field != null) {
                    record.put(i, conversions[i].apply(field));
                }
            }
            return record;
        });
    }

    private static org.apache.avro.Schema optional(org.apache.avro.Schema schema) {
        return org.apache.avro.Schema.createUnion(
                org.apache.avro.Schema.create(org.apache.avro.Schema.Type.NULL), schema);
    }

    private static StructToAvro array(Schema connect) {
        StructToAvro element = of(connect.valueSchema());
        org.apache.avro.Schema schema = connect.valueSchema().isOptional() ? optional(element.schema) : element.schema;
        return new StructToAvro(org.apache.avro.Schema.createArray(schema), value -> {
            List<?> elements = (List<?>) value;
            List<Object> converted = new ArrayList<>(elements.size());
            for (Object one : elements) {
                converted.add(one == null ? null : element.conversion.apply(one));
            }
            return converted;
        });
    }

    private static StructToAvro map(Schema connect) {
        StructToAvro values = of(connect.valueSchema());
        return new StructToAvro(org.apache.avro.Schema.createMap(values.schema), value -> {
            Map<Object, Object> converted = new LinkedHashMap<>();
            ((Map<?, ?>) value).forEach((key, one) -> converted.put(key, values.conversion.apply(one)));
            return converted;
        });
    }
}
