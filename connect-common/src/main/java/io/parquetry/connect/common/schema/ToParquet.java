package io.parquetry.connect.common.schema;

import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * Gives the Parquet type of a Connect schema; the same schema always gives the same type.
 *
 * <p>A field is optional when its schema is optional <em>or has a default</em>: in Connect a required field with a
 * default may be null, and that null must be stored. Map keys are required, as the format specifies. A struct without
 * fields gets one column {@link #EMPTY}, which is always null, because a Parquet group cannot be empty.
 */
public final class ToParquet {
    /** The column of a struct without fields. */
    public static final String EMPTY = "_empty";

    /** Every level may be optional, and {@link MessageType#LEVELS_MAX} limits those. */
    static final int DEPTH_MAX = 120;

    private static final int UUID_BYTES = 16;

    /** The coordinate system is that of each value, which Debezium's field {@code srid} names. */
    private static final LogicalType GEOMETRY = new LogicalType.Geometry(Optional.of("srid:0"));

    private final ColumnTypes columns;

    /** @param columns of types that can be stored in more than one way */
    public ToParquet(ColumnTypes columns) {
        this.columns = columns;
    }

    /**
     * The columns of a struct's fields, in their order.
     *
     * @throws DataException with the path, when the schema contains itself, is too deep, or has invalid parameters
     */
    public List<Type> fields(Schema struct) {
        return new Descent().fields(struct);
    }

    /**
     * The columns of the fields of a struct that may be absent as a whole: each of them is optional.
     *
     * @throws DataException as {@link #fields} does
     */
    public List<Type> optionalFields(Schema struct) {
        return new Descent().fields(struct, any -> Repetition.OPTIONAL);
    }

    /**
     * The column or group of one value; {@code repetition} overrides whether the schema is optional.
     *
     * @throws DataException as {@link #fields} does
     */
    public Type column(String name, Repetition repetition, Schema schema) {
        return new Descent().column(name, repetition, schema);
    }

    /** The ordinals of the fields that a struct must have. */
    public static int[] requiredFields(Schema struct) {
        return struct.fields().stream()
                .filter(field -> !mayBeNull(field.schema()))
                .mapToInt(Field::index)
                .toArray();
    }

    /** Whether a field of a struct may be null: its schema is optional, or has a default that stands for the null. */
    private static boolean mayBeNull(Schema field) {
        return field.isOptional() || field.defaultValue() != null;
    }

    /** One traversal of a schema, with the schemas around the current one. */
    private final class Descent {
        private final Deque<Schema> enclosing = new ArrayDeque<>();
        private final List<String> path = new ArrayList<>();

        List<Type> fields(Schema struct) {
            return fields(struct, field -> mayBeNull(field) ? Repetition.OPTIONAL : Repetition.REQUIRED);
        }

        List<Type> fields(Schema struct, Function<Schema, Repetition> repetition) {
            enter(struct);
            List<Type> types = new ArrayList<>(struct.fields().size());
            for (Field field : struct.fields()) {
                Repetition here = repetition.apply(field.schema());
                types.add(
                        columns.debezium() == DebeziumTypes.LOGICAL
                                        && columns.form() == ColumnForm.FILE
                                        && DebeziumNames.isWkb(struct, field)
                                ? PrimitiveType.of(field.name(), here, PhysicalType.BYTE_ARRAY, GEOMETRY)
                                : column(field.name(), here, field.schema()));
            }
            if (types.isEmpty()) {
                types.add(PrimitiveType.of(EMPTY, Repetition.OPTIONAL, PhysicalType.BOOLEAN));
            }
            enclosing.pop();
            return types;
        }

        Type column(String name, Repetition repetition, Schema schema) {
            down(name);
            Type type = switch (schema.type()) {
                case STRUCT ->
                    columns.variableDecimal() == VariableDecimalAs.TEXT && DebeziumNames.isVariableDecimal(schema)
                            ? PrimitiveType.of(name, repetition, PhysicalType.BYTE_ARRAY, LogicalType.STRING)
                            : GroupType.of(name, repetition, fields(schema));
                case ARRAY -> list(name, repetition, schema);
                case MAP -> map(name, repetition, schema);
                case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES ->
                    leaf(name, repetition, schema);
            };
            up();
            return type;
        }

        private Type list(String name, Repetition repetition, Schema schema) {
            enter(schema);
            down("list");
            Type list = GroupType.list(name, repetition, part("element", schema.valueSchema()));
            up();
            enclosing.pop();
            return list;
        }

        private Type map(String name, Repetition repetition, Schema schema) {
            enter(schema);
            down("key_value");
            Type key = column("key", Repetition.REQUIRED, requireSchema("key", schema.keySchema()));
            Type map = GroupType.map(name, repetition, key, part("value", schema.valueSchema()));
            up();
            enclosing.pop();
            return map;
        }

        private Type part(String name, Schema schema) {
            requireSchema(name, schema);
            return column(name, schema.isOptional() ? Repetition.OPTIONAL : Repetition.REQUIRED, schema);
        }

        private Schema requireSchema(String name, Schema schema) {
            if (schema == null) {
                throw new DataException("field " + String.join(".", path) + ": it has no schema of its " + name
                        + "; arrays and maps need schemas of their parts");
            }
            return schema;
        }

        private void enter(Schema schema) {
            for (Schema outer : enclosing) {
                if (outer == schema) {
                    throw new DataException("the schema contains itself at " + String.join(".", path)
                            + "; Parquet has no recursive types: cut the recursion or make that field text or bytes");
                }
            }
            enclosing.push(schema);
        }

        private void down(String name) {
            path.add(name);
            if (path.size() >= DEPTH_MAX) {
                throw new DataException("the schema is more than " + DEPTH_MAX + " levels deep, at "
                        + String.join(".", path.subList(0, 5)) + "...; flatten it before it is written");
            }
        }

        private void up() {
            path.remove(path.size() - 1);
        }

        private Type leaf(String name, Repetition repetition, Schema schema) {
            Optional<TemporalType> temporal = TemporalType.of(schema);
            if (temporal.isPresent()) {
                return temporal.get().column(name, repetition, schema, columns);
            }
            if (DecimalForm.isDecimal(schema)) {
                return decimal(name, repetition, schema);
            }
            return switch (schema.type()) {
                case INT8 -> small(name, repetition, Byte.SIZE);
                case INT16 -> small(name, repetition, Short.SIZE);
                case INT32 -> PrimitiveType.of(name, repetition, PhysicalType.INT32);
                case INT64 -> PrimitiveType.of(name, repetition, PhysicalType.INT64);
                case FLOAT32 -> PrimitiveType.of(name, repetition, PhysicalType.FLOAT);
                case FLOAT64 -> PrimitiveType.of(name, repetition, PhysicalType.DOUBLE);
                case BOOLEAN -> PrimitiveType.of(name, repetition, PhysicalType.BOOLEAN);
                case STRING -> text(name, repetition, schema);
                case BYTES -> PrimitiveType.of(name, repetition, PhysicalType.BYTE_ARRAY);
                case ARRAY, MAP, STRUCT -> throw new IllegalStateException(schema.type() + " is no leaf");
            };
        }

        private Type small(String name, Repetition repetition, int bits) {
            return columns.form().isOfTable()
                    ? PrimitiveType.of(name, repetition, PhysicalType.INT32)
                    : PrimitiveType.of(name, repetition, PhysicalType.INT32, new LogicalType.Int(bits, true));
        }

        private Type text(String name, Repetition repetition, Schema schema) {
            if (NullColumns.isMarked(schema) && columns.form() == ColumnForm.FILE) {
                return PrimitiveType.of(name, repetition, PhysicalType.INT32, LogicalType.UNKNOWN);
            }
            boolean logical = columns.debezium() == DebeziumTypes.LOGICAL;
            if (logical && ToConnect.UUID.equals(schema.name())) {
                return new PrimitiveType(
                        name,
                        repetition,
                        PhysicalType.FIXED_LEN_BYTE_ARRAY,
                        UUID_BYTES,
                        Optional.of(LogicalType.UUID),
                        OptionalInt.empty());
            }
            return PrimitiveType.of(name, repetition, PhysicalType.BYTE_ARRAY, textAnnotation(schema));
        }

        private LogicalType textAnnotation(Schema schema) {
            if (columns.form().isOfTable()) {
                return LogicalType.STRING;
            }
            boolean isEnum = columns.debezium() == DebeziumTypes.LOGICAL && DebeziumNames.ENUM.equals(schema.name());
            return ToConnect.JSON.equals(schema.name())
                    ? LogicalType.JSON
                    : isEnum ? LogicalType.ENUM : LogicalType.STRING;
        }

        private Type decimal(String name, Repetition repetition, Schema schema) {
            try {
                DecimalForm form = DecimalForm.of(schema, columns.decimalPrecision());
                boolean isKept = columns.wideDecimal().form() == WideDecimalAs.Form.DECIMAL;
                if (columns.form().isOfTable() && form.isWide() && isKept) {
                    throw new DataException("it is a decimal of " + form.precision() + " digits, and a table has "
                            + DecimalForm.WIDTH_MAX + " at most; set " + DecimalForm.WIDE_DECIMAL_AS
                            + ":capped, text, or a scale");
                }
                return form.column(name, repetition, columns.wideDecimal());
            } catch (DataException e) {
                throw new DataException("field " + String.join(".", path) + ": " + e.getMessage(), e);
            }
        }
    }
}
