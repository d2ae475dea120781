package io.parquetry.table.iceberg;

import io.parquetry.connect.common.schema.DecimalForm;
import io.parquetry.connect.common.schema.TemporalType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The value that a record has in a column of a table, as the table's transforms take it.
 *
 * @param path the names of the columns, from the outermost inwards
 */
record ColumnValue(List<String> path, Type type) {
    private static final String KAFKA = "_kafka";
    private static final String VALUE = "value";
    private static final long MICROS_PER_MILLI = 1_000;
    private static final long MILLIS_PER_DAY = 86_400_000;

    ColumnValue {
        path = List.copyOf(path);
    }

    /** The names of the columns around a column, and its own. */
    static List<String> path(Types.StructType struct, int id) {
        return find(struct, id)
                .orElseThrow(() -> new DataException("the table is partitioned by a column that it does not have"));
    }

    private static Optional<List<String>> find(Types.StructType struct, int id) {
        for (NestedField field : struct.fields()) {
            List<String> path = new ArrayList<>(List.of(field.name()));
            if (field.fieldId() == id) {
                return Optional.of(path);
            }
            if (field.type().isStructType()) {
                Optional<List<String>> inside = find(field.type().asStructType(), id);
                if (inside.isPresent()) {
                    path.addAll(inside.get());
                    return Optional.of(path);
                }
            }
        }
        return Optional.empty();
    }

    /** The value, or null. */
    Object of(SinkRecord record) {
        if (path.get(0).equals(KAFKA)) {
            return ofMetadata(record);
        }
        boolean isStruct = record.valueSchema() != null && record.valueSchema().type() == Schema.Type.STRUCT;
        int from = isStruct
                        && !hasField(record.valueSchema(), path.get(0))
                        && path.get(0).equals(VALUE)
                ? 1
                : 0;
        Schema schema = record.valueSchema();
        Object value = record.value();
        if (!isStruct) {
            return path.equals(List.of(VALUE)) && schema != null ? converted(schema, value) : null;
        }
        for (String name : path.subList(from, path.size())) {
            if (value == null || !hasField(schema, name)) {
                return null;
            }
            Field field = field(schema, name);
            value = ((Struct) value).get(field);
            schema = field.schema();
        }
        return converted(schema, value);
    }

    private static boolean hasField(Schema struct, String name) {
        return struct.type() == Schema.Type.STRUCT && field(struct, name) != null;
    }

    /** With {@code names.case=lower} the column has the name in lower case. */
    private static Field field(Schema struct, String name) {
        Field exact = struct.field(name);
        return exact != null
                ? exact
                : struct.fields().stream()
                        .filter(field -> field.name().equalsIgnoreCase(name))
                        .findFirst()
                        .orElse(null);
    }

    private Object ofMetadata(SinkRecord record) {
        return switch (path.size() == 2 ? path.get(1) : "") {
            case "topic" -> record.originalTopic();
            case "partition" -> number(record.originalKafkaPartition());
            case "offset" -> number(record.originalKafkaOffset());
            case "timestamp" -> record.timestamp() == null ? null : record.timestamp() * MICROS_PER_MILLI;
            case "timestampType" -> record.timestampType().name;
            default ->
                throw new DataException("the table is partitioned by " + String.join(".", path)
                        + ", which this version of Parquetry cannot do; of " + KAFKA + " it can be topic, partition,"
                        + " offset, timestamp and timestampType");
        };
    }

    private Object converted(Schema schema, Object value) {
        if (value == null) {
            return null;
        }
        Optional<TemporalType> temporal = TemporalType.of(schema);
        if (temporal.isPresent()) {
            return ofTime(temporal.get(), value);
        }
        if (DecimalForm.isDecimal(schema)) {
            return decimal((BigDecimal) value);
        }
        return switch (type.typeId()) {
            case BOOLEAN -> value;
            case INTEGER, LONG -> number((Number) value);
            case FLOAT -> ((Number) value).floatValue();
            case DOUBLE -> ((Number) value).doubleValue();
            case STRING -> value.toString();
            case UUID -> UUID.fromString(value.toString());
            case BINARY, FIXED -> value instanceof ByteBuffer buffer ? buffer : ByteBuffer.wrap((byte[]) value);
            default ->
                throw new DataException("the table is partitioned by " + String.join(".", path) + " of type " + type
                        + ", and the record has a " + schema.type());
        };
    }

    private Object decimal(BigDecimal value) {
        int scale = ((Types.DecimalType) type).scale();
        try {
            return value.setScale(scale);
        } catch (ArithmeticException e) {
            throw new DataException("its " + String.join(".", path) + " has more digits than " + type + " holds", e);
        }
    }

    private Object number(Number number) {
        return switch (type.typeId()) {
            case INTEGER -> number.intValue();
            case LONG -> number.longValue();
            default ->
                throw new DataException("the table is partitioned by " + String.join(".", path) + " of type " + type
                        + ", and the record has an integer");
        };
    }

    private Object ofTime(TemporalType temporal, Object value) {
        long number = value instanceof Date date ? date.getTime() : ((Number) value).longValue();
        return switch (type.typeId()) {
            case DATE -> value instanceof Date ? (int) Math.floorDiv(number, MILLIS_PER_DAY) : (int) number;
            case TIME, TIMESTAMP ->
                switch (temporal.unit().orElseThrow()) {
                    case MILLIS -> Math.multiplyExact(number, MICROS_PER_MILLI);
                    case MICROS -> number;
                    case NANOS -> Math.floorDiv(number, MICROS_PER_MILLI);
                };
            case LONG -> number;
            case INTEGER -> (int) number;
            default ->
                throw new DataException("the table is partitioned by " + String.join(".", path) + " of type " + type
                        + ", and the record has a time");
        };
    }
}
