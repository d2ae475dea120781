package io.parquetry.connect.common.schema;

import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.schema.TimeUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/**
 * Gives the Connect schema of a file without a schema of the sink. Every type becomes one that holds all its values:
 * unsigned integers the next wider type, micro- and nanoseconds the numbers of Debezium. Only for INT96 must the caller
 * choose a type ({@link ForeignTypes}). An annotation that does not fit its column, or is unknown, is ignored.
 *
 * <p>Map keys in Connect must be primitive values with equality; a map with other keys becomes an array of entries, a
 * map without values an array of its keys.
 */
public final class ToConnect {
    /** Schema name of UUIDs, which are text. */
    public static final String UUID = "io.debezium.data.Uuid";

    /** Schema name of JSON documents, which are text. */
    public static final String JSON = "io.debezium.data.Json";

    /**
     * Schema name of INTERVAL: a struct of months, days and milliseconds, which cannot be converted into each other.
     */
    public static final String INTERVAL = "io.parquetry.Interval";

    /** Schema name of variants: a struct of their two byte strings, also where they are shredded in the file. */
    public static final String VARIANT = "io.parquetry.Variant";

    /** The name of a field whose name is empty in the file; with a number where another field has it. */
    private static final String UNNAMED = "unnamed";

    /** Schema name of instants that are ISO 8601 text. */
    private static final String ZONED_TIMESTAMP = "io.debezium.time.ZonedTimestamp";

    private static final int UUID_BYTES = 16;
    private static final int FLOAT16_BYTES = 2;
    private static final int INTERVAL_BYTES = 12;
    private static final int UINT64_DIGITS = 20;

    private final ForeignTypes types;

    private ToConnect(ForeignTypes types) {
        this.types = types;
    }

    /** The schema of whole rows: a struct of the file's fields. */
    public static Schema schema(MessageType file, ForeignTypes types) {
        return new ToConnect(types).schema(Shape.of(file));
    }

    private Schema schema(Shape shape) {
        if (shape instanceof Shape.StructShape struct) {
            List<Field> fields = new ArrayList<>();
            for (Shape field : struct.fields()) {
                fields.add(new Field(fieldName(field, struct.fields()), fields.size(), schema(field)));
            }
            return struct(null, fields, shape.nullable());
        } else if (shape instanceof Shape.ListShape list) {
            return array(schema(list.element()), shape.nullable());
        } else if (shape instanceof Shape.MapShape map) {
            return map(map);
        } else if (shape instanceof Shape.VariantShape variant) {
            return struct(
                    VARIANT,
                    List.of(new Field("metadata", 0, Schema.BYTES_SCHEMA), new Field("value", 1, Schema.BYTES_SCHEMA)),
                    variant.nullable());
        }
        Shape.LeafShape leaf = (Shape.LeafShape) shape;
        Schema column = leaf(leaf.type(), leaf.nullable());
        return types.marksNulls() && leaf.nullable() && leaf.type().isAnnotated(LogicalType.UNKNOWN)
                ? NullColumns.marked(column)
                : column;
    }

    /**
     * The name of a field of a struct. Where it is empty, it is another one that no field of the struct has: Connect's
     * converters take no empty names.
     *
     * @param all fields of the struct
     */
    public static String fieldName(Shape field, List<Shape> all) {
        if (!field.name().isEmpty()) {
            return field.name();
        }
        Set<String> taken = all.stream().map(Shape::name).collect(Collectors.toSet());
        return IntStream.iterate(0, number -> number + 1)
                .mapToObj(number -> number == 0 ? UNNAMED : UNNAMED + "_" + number)
                .filter(name -> !taken.contains(name))
                .findFirst()
                .orElseThrow();
    }

    private Schema map(Shape.MapShape map) {
        Schema key = schema(map.key());
        if (map.value().isEmpty()) {
            return array(key, map.nullable());
        }
        Schema value = schema(map.value().get());
        if (map.key() instanceof Shape.LeafShape && key.type().isPrimitive() && !key.isOptional()) {
            return new ConnectSchema(Schema.Type.MAP, map.nullable(), null, null, null, null, null, null, key, value);
        }
        return array(
                struct(null, List.of(new Field("key", 0, key), new Field("value", 1, value)), false), map.nullable());
    }

    static Schema array(Schema element, boolean optional) {
        return new ConnectSchema(Schema.Type.ARRAY, optional, null, null, null, null, null, null, null, element);
    }

    static Schema struct(String name, List<Field> fields, boolean optional) {
        return new ConnectSchema(
                Schema.Type.STRUCT,
                optional,
                null,
                name,
                null,
                null,
                null,
                Collections.unmodifiableList(fields),
                null,
                null);
    }

    private Schema leaf(PrimitiveType type, boolean optional) {
        LogicalType annotation = type.logicalType().orElse(null);
        if (annotation instanceof LogicalType.Decimal decimal && isDecimal(type, decimal)) {
            return decimal(decimal.precision(), decimal.scale(), optional);
        }
        return switch (type.physicalType()) {
            case BOOLEAN -> plain(Schema.Type.BOOLEAN, optional);
            case INT32 -> int32(annotation, optional);
            case INT64 -> int64(annotation, optional);
            case INT96 -> int96(optional);
            case FLOAT -> plain(Schema.Type.FLOAT32, optional);
            case DOUBLE -> plain(Schema.Type.FLOAT64, optional);
            case BYTE_ARRAY -> bytes(annotation, optional);
            case FIXED_LEN_BYTE_ARRAY -> fixed(type, optional);
        };
    }

    private Schema int96(boolean optional) {
        return switch (types.int96()) {
            case MICROS -> temporal(TemporalType.DEBEZIUM_MICRO_TIMESTAMP, true, optional);
            case NANOS -> temporal(TemporalType.DEBEZIUM_NANO_TIMESTAMP, true, optional);
            case TEXT -> text(ZONED_TIMESTAMP, optional);
        };
    }

    private static boolean isDecimal(PrimitiveType type, LogicalType.Decimal decimal) {
        return decimal.scale() >= 0
                && decimal.scale() <= decimal.precision()
                && switch (type.physicalType()) {
                    case INT32, INT64, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> true;
                    case BOOLEAN, INT96, FLOAT, DOUBLE -> false;
                };
    }

    private static Schema int32(LogicalType annotation, boolean optional) {
        if (annotation instanceof LogicalType.Int integer) {
            return switch (integer.bitWidth()) {
                case 8 -> plain(integer.signed() ? Schema.Type.INT8 : Schema.Type.INT16, optional);
                case 16 -> plain(integer.signed() ? Schema.Type.INT16 : Schema.Type.INT32, optional);
                case 32 -> plain(integer.signed() ? Schema.Type.INT32 : Schema.Type.INT64, optional);
                default -> plain(Schema.Type.INT32, optional);
            };
        } else if (annotation == LogicalType.DATE) {
            return temporal(TemporalType.CONNECT_DATE, true, optional);
        } else if (annotation instanceof LogicalType.Time time && time.unit() == TimeUnit.MILLIS) {
            return temporal(TemporalType.CONNECT_TIME, time.adjustedToUtc(), optional);
        }
        return plain(Schema.Type.INT32, optional);
    }

    private static Schema int64(LogicalType annotation, boolean optional) {
        if (annotation instanceof LogicalType.Int integer && integer.bitWidth() == 64 && !integer.signed()) {
            return decimal(UINT64_DIGITS, 0, optional);
        } else if (annotation instanceof LogicalType.Time time && time.unit() != TimeUnit.MILLIS) {
            return temporal(
                    time.unit() == TimeUnit.MICROS ? TemporalType.DEBEZIUM_MICRO_TIME : TemporalType.DEBEZIUM_NANO_TIME,
                    time.adjustedToUtc(),
                    optional);
        } else if (annotation instanceof LogicalType.Timestamp timestamp) {
            TemporalType type = switch (timestamp.unit()) {
                case MILLIS -> TemporalType.CONNECT_TIMESTAMP;
                case MICROS -> TemporalType.DEBEZIUM_MICRO_TIMESTAMP;
                case NANOS -> TemporalType.DEBEZIUM_NANO_TIMESTAMP;
            };
            return temporal(type, timestamp.adjustedToUtc(), optional);
        }
        return plain(Schema.Type.INT64, optional);
    }

    private Schema bytes(LogicalType annotation, boolean optional) {
        if (types.invalidUtf8() == InvalidUtf8.BYTES) {
            return plain(Schema.Type.BYTES, optional);
        } else if (annotation == LogicalType.STRING || annotation == LogicalType.ENUM) {
            return plain(Schema.Type.STRING, optional);
        } else if (annotation == LogicalType.JSON) {
            return text(JSON, optional);
        }
        return plain(Schema.Type.BYTES, optional);
    }

    private static Schema fixed(PrimitiveType type, boolean optional) {
        if (type.isAnnotated(LogicalType.UUID) && type.typeLength() == UUID_BYTES) {
            return text(UUID, optional);
        } else if (type.isAnnotated(LogicalType.FLOAT16) && type.typeLength() == FLOAT16_BYTES) {
            return plain(Schema.Type.FLOAT32, optional);
        } else if (type.isAnnotated(LogicalType.INTERVAL) && type.typeLength() == INTERVAL_BYTES) {
            return struct(
                    INTERVAL,
                    List.of(
                            new Field("months", 0, Schema.INT64_SCHEMA),
                            new Field("days", 1, Schema.INT64_SCHEMA),
                            new Field("millis", 2, Schema.INT64_SCHEMA)),
                    optional);
        }
        return plain(Schema.Type.BYTES, optional);
    }

    private static Schema plain(Schema.Type type, boolean optional) {
        return new ConnectSchema(type, optional, null, null, null, null);
    }

    private static Schema text(String name, boolean optional) {
        return new ConnectSchema(Schema.Type.STRING, optional, null, name, 1, null);
    }

    private static Schema temporal(TemporalType type, boolean adjustedToUtc, boolean optional) {
        Map<String, String> parameters = adjustedToUtc ? null : Map.of(TemporalType.ADJUSTED_TO_UTC, "false");
        return new ConnectSchema(
                type.connectType(), optional, null, type.schemaName(), 1, null, parameters, null, null, null);
    }

    private static Schema decimal(int precision, int scale, boolean optional) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(Decimal.SCALE_FIELD, Integer.toString(scale));
        parameters.put(DecimalForm.PRECISION, Integer.toString(precision));
        return new ConnectSchema(
                Schema.Type.BYTES,
                optional,
                null,
                Decimal.LOGICAL_NAME,
                1,
                null,
                Collections.unmodifiableMap(parameters),
                null,
                null,
                null);
    }
}
