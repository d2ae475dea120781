package io.parquetry.connect.common.schema;

import io.parquetry.format.InvalidRecordException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * Converts values from one schema to another that holds them ({@link SchemaUnion#holds}), or to a later schema of an
 * {@link Inference}. A conversion is compiled once per pair of schemas.
 *
 * <p>A field that the value does not have is null; the reader applies the default of the file's schema. A null in a
 * required field is passed on, so that the writer refuses it with the field's path.
 */
public final class ValueConversion {
    private static final ValueConversion AS_IT_IS = new ValueConversion(null, value -> value);
    private static final int SHOWN_MAX = 100;

    /** Converts a value that is not null. */
    @FunctionalInterface
    private interface Step {
        Object apply(Object value);
    }

    /** The schema of the given values; null where it is not checked. */
    private final Schema from;

    private final Step step;

    private ValueConversion(Schema from, Step step) {
        this.from = from;
        this.step = step;
    }

    /**
     * The conversion from one schema to another.
     *
     * @throws DataException when {@code to} cannot hold values of {@code from}
     */
    public static ValueConversion between(Schema from, Schema to) {
        if (from.equals(to)) {
            return AS_IT_IS;
        }
        if (isJson(to) && !isJson(from)) {
            return new ValueConversion(from, value -> SchemalessJson.text(withoutSchema(from, value)));
        }
        if (isJson(from) && isJson(to)) {
            return AS_IT_IS;
        }
        if (isJson(from)) {
            return new ValueConversion(from, value -> {
                throw new DataException("the JSON text " + value + " cannot be converted to " + to.type());
            });
        }
        if (NullColumns.isUntyped(from) && (from.type() != to.type() || to.name() != null)) {
            return new ValueConversion(from, value -> {
                throw unconvertible(from, to);
            });
        }
        return switch (to.type()) {
            case STRUCT -> struct(require(from, to), to);
            case ARRAY -> array(require(from, to), to);
            case MAP -> map(require(from, to), to);
            case BYTES -> DecimalForm.isDecimal(to) ? decimal(require(from, to), to) : same(from, to);
            case INT8, BOOLEAN, STRING -> same(from, to);
            case INT16 -> number(from, to, Number::shortValue);
            case INT32 -> number(from, to, Number::intValue);
            case INT64 -> number(from, to, Number::longValue);
            case FLOAT32 -> number(from, to, Number::floatValue);
            case FLOAT64 -> number(from, to, Number::doubleValue);
        };
    }

    private static boolean isJson(Schema schema) {
        return schema.type() == Schema.Type.STRING && ToConnect.JSON.equals(schema.name());
    }

    private static ValueConversion same(Schema from, Schema to) {
        require(from, to);
        return AS_IT_IS;
    }

    /** The value without schema, with structs as maps and JSON text as its document. */
    private static Object withoutSchema(Schema schema, Object value) {
        if (value == null) {
            return null;
        }
        if (isJson(schema)) {
            return ValueJson.parse((String) value);
        }
        return switch (schema.type()) {
            case STRUCT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (Field field : schema.fields()) {
                    Object content = ((Struct) value).getWithoutDefault(field.name());
                    if (content != null) {
                        map.put(field.name(), withoutSchema(field.schema(), content));
                    }
                }
                yield map;
            }
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                ((List<?>) value).forEach(element -> list.add(withoutSchema(schema.valueSchema(), element)));
                yield list;
            }
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES, MAP -> value;
        };
    }

    private static Schema require(Schema from, Schema to) {
        if (from.type() != to.type()) {
            throw unconvertible(from, to);
        }
        return from;
    }

    private static DataException unconvertible(Schema from, Schema to) {
        return new DataException("values of type " + from.type() + " cannot be converted to " + to.type());
    }

    private static ValueConversion number(Schema from, Schema to, Function<Number, Object> wider) {
        return switch (from.type()) {
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64 ->
                from.type() == to.type() ? AS_IT_IS : new ValueConversion(from, value -> wider.apply((Number) value));
            case BOOLEAN, STRING, BYTES, ARRAY, MAP, STRUCT -> same(from, to);
        };
    }

    /** Sets the scale of the schema; the writer refuses a value that does not fit. */
    private static ValueConversion decimal(Schema from, Schema to) {
        int wanted = DecimalForm.of(to, DecimalForm.PRECISION_MAX).connectScale();
        int given = DecimalForm.of(from, DecimalForm.PRECISION_MAX).connectScale();
        return new ValueConversion(from, value -> {
            BigDecimal decimal = (BigDecimal) value;
            return decimal.scale() == given ? decimal.setScale(wanted, RoundingMode.UNNECESSARY) : decimal;
        });
    }

    private record Move(String from, Field to, ValueConversion conversion) {}

    private static ValueConversion struct(Schema from, Schema to) {
        List<Move> moves = new ArrayList<>();
        for (Field field : from.fields()) {
            Field place = to.field(field.name());
            if (place == null) {
                throw new DataException("the field " + field.name() + " is not in the other schema");
            }
            moves.add(new Move(field.name(), place, between(field.schema(), place.schema())));
        }
        return new ValueConversion(from, value -> {
            Struct source = (Struct) value;
            requireSame(source.schema(), from);
            Struct target = new Struct(to);
            for (Move move : moves) {
                try {
                    Object content = move.conversion.convert(source.getWithoutDefault(move.from));
                    if (content != null) {
                        target.put(move.to, content);
                    }
                } catch (InvalidRecordException e) {
                    throw e.inField(move.from);
                } catch (DataException e) {
                    throw new InvalidRecordException(e.getMessage()).inField(move.from);
                }
            }
            return target;
        });
    }

    /** Only the fields are compared: a default that is a struct has the schema around it without the default. */
    private static void requireSame(Schema schema, Schema expected) {
        if (schema != expected && !schema.fields().equals(expected.fields())) {
            throw new InvalidRecordException("a struct has the schema " + SchemaDescription.of(schema)
                    + ", but the record's schema has " + SchemaDescription.of(expected)
                    + "; a transformation may have changed one of them");
        }
    }

    private static ValueConversion array(Schema from, Schema to) {
        ValueConversion element = between(from.valueSchema(), to.valueSchema());
        return new ValueConversion(from, value -> {
            List<?> source = (List<?>) value;
            List<Object> target = new ArrayList<>(source.size());
            for (Object content : source) {
                try {
                    target.add(element.convert(content));
                } catch (InvalidRecordException e) {
                    throw e.inElement(target.size());
                }
            }
            return target;
        });
    }

    private static ValueConversion map(Schema from, Schema to) {
        ValueConversion key = between(from.keySchema(), to.keySchema());
        ValueConversion content = between(from.valueSchema(), to.valueSchema());
        return new ValueConversion(from, value -> {
            Map<?, ?> source = (Map<?, ?>) value;
            Map<Object, Object> target = new LinkedHashMap<>();
            int at = 0;
            for (Map.Entry<?, ?> entry : source.entrySet()) {
                target.put(part(key, entry.getKey(), "key", at), part(content, entry.getValue(), "value", at));
                at++;
            }
            return target;
        });
    }

    private static Object part(ValueConversion conversion, Object value, String part, int entry) {
        try {
            return conversion.convert(value);
        } catch (InvalidRecordException e) {
            throw e.inField(part).inElement(entry);
        }
    }

    /** Whether every value is returned unchanged. */
    public boolean isIdentity() {
        return this == AS_IT_IS;
    }

    /**
     * The value in the other schema.
     *
     * @param value may be null
     * @throws InvalidRecordException when it does not fit the schema that it should have
     */
    public Object convert(Object value) {
        if (value == null) {
            return null;
        }
        try {
            return step.apply(value);
        } catch (ClassCastException e) {
            String text = String.valueOf(value);
            throw new InvalidRecordException("a " + value.getClass().getName() + " ("
                    + (text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "..." : text)
                    + ") does not fit, expected " + SchemaDescription.of(from));
        }
    }
}
