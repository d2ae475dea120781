package io.parquetry.connect.common.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/**
 * The schema that holds the values of two schemas.
 *
 * <ol type="a">
 *   <li>The union holds every value of either schema without loss: no field and no digit is dropped.
 *   <li>A part that is optional in one of them is optional in the union. A field that only one of them has becomes
 *       optional, unless it has a default.
 *   <li>Fields keep their order: those of the first schema, then the additional ones of the second.
 *   <li>Docs, parameters and defaults are those of the schema with the higher version, or of the first when versions
 *       are equal or missing. So the union with a schema that it holds already is the union itself.
 *   <li>In the types of a file, union is associative where both orders are defined.
 * </ol>
 *
 * <p>Names must be equal, since a name is the logical type. Numbers are widened where no value changes: INT8, INT16,
 * INT32, INT64; FLOAT32, FLOAT64; and an integer becomes a float that holds all of its values. INT64 and floats have no
 * union. Only a column of nulls without a type ({@link NullColumns}) has one with whatever type.
 */
public final class SchemaUnion {
    private static final int DEPTH_MAX = 250;

    private final ColumnTypes columns;
    private final SchemaEquivalence shape;

    /** @param columns the columns of a file that holds the union */
    public SchemaUnion(ColumnTypes columns) {
        this.columns = columns;
        this.shape = new SchemaEquivalence(new ToParquet(columns));
    }

    /**
     * The union; the first schema itself when it holds every value of the second.
     *
     * @throws SchemaConflictException when there is none
     */
    public Schema of(Schema first, Schema second) {
        return new Descent().unite(first, second, Position.PART, Side.of(first, second, Side.FIRST));
    }

    /**
     * Whether {@code whole} holds every value of {@code part}: their union has the columns of {@code whole}.
     *
     * @throws org.apache.kafka.connect.errors.DataException when one of them has no Parquet type
     */
    public boolean holds(Schema whole, Schema part) {
        Schema union;
        try {
            union = of(whole, part);
        } catch (SchemaConflictException e) {
            return false;
        }
        return union == whole || union.isOptional() == whole.isOptional() && shape.isSame(union, whole);
    }

    /** Which of two schemas gives docs, parameters and defaults. */
    private enum Side {
        FIRST,
        SECOND;

        static Side of(Schema first, Schema second, Side otherwise) {
            int ofFirst = first.version() == null ? Integer.MIN_VALUE : first.version();
            int ofSecond = second.version() == null ? Integer.MIN_VALUE : second.version();
            return ofFirst == ofSecond ? otherwise : ofFirst > ofSecond ? FIRST : SECOND;
        }
    }

    /** The position of a schema. */
    private enum Position {
        /** A field of a struct, where a default allows a missing value. */
        FIELD,
        /** Elsewhere, where only an optional value may be missing. */
        PART
    }

    /** One traversal of two schemas. */
    private final class Descent {
        private final List<String> path = new ArrayList<>();

        Schema unite(Schema first, Schema second, Position position, Side newer) {
            if (first.equals(second)) {
                return first;
            }
            if (path.size() > DEPTH_MAX) {
                throw conflict("is nested deeper than " + DEPTH_MAX + " levels");
            }
            if (NullColumns.isUntyped(first)) {
                return optional(second);
            }
            if (NullColumns.isUntyped(second)) {
                return optional(first);
            }
            if (!Objects.equals(first.name(), second.name())) {
                throw differ(first, second);
            }
            Schema union = switch (first.type()) {
                case STRUCT -> struct(first, second, position, newer);
                case ARRAY -> array(first, second, position, newer);
                case MAP -> map(first, second, position, newer);
                case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES ->
                    leaf(first, second, position, newer);
            };
            return union.equals(first) ? first : union;
        }

        private Schema struct(Schema first, Schema second, Position position, Side newer) {
            requireSameType(first, second);
            List<Field> fields = new ArrayList<>();
            for (Field field : first.fields()) {
                Field other = second.field(field.name());
                fields.add(new Field(field.name(), fields.size(), field(field, other, newer)));
            }
            for (Field field : second.fields()) {
                if (first.field(field.name()) == null) {
                    fields.add(new Field(field.name(), fields.size(), dispensable(field.schema())));
                }
            }
            return build(first, second, position, newer, copy -> copy.fields(fields));
        }

        private Schema field(Field field, Field other, Side newer) {
            if (other == null) {
                return dispensable(field.schema());
            }
            path.add(field.name());
            Side side = Side.of(field.schema(), other.schema(), newer);
            Schema union = unite(field.schema(), other.schema(), Position.FIELD, side);
            path.remove(path.size() - 1);
            return union;
        }

        private Schema array(Schema first, Schema second, Position position, Side newer) {
            requireSameType(first, second);
            Schema element = part("element", first.valueSchema(), second.valueSchema(), newer);
            return build(first, second, position, newer, copy -> copy.array(element));
        }

        private Schema map(Schema first, Schema second, Position position, Side newer) {
            requireSameType(first, second);
            Schema key = part("key", first.keySchema(), second.keySchema(), newer);
            Schema value = part("value", first.valueSchema(), second.valueSchema(), newer);
            return build(first, second, position, newer, copy -> copy.map(key, value));
        }

        private Schema part(String name, Schema first, Schema second, Side newer) {
            path.add(name);
            if (first == null || second == null) {
                throw conflict("has no schema");
            }
            Schema union = unite(first, second, Position.PART, Side.of(first, second, newer));
            path.remove(path.size() - 1);
            return union;
        }

        private Schema leaf(Schema first, Schema second, Position position, Side newer) {
            Map<String, String> parameters = parameters(first, second, newer);
            Schema.Type type =
                    NumberWidening.wider(first.type(), second.type()).orElseThrow(() -> differ(first, second));
            return build(first, second, position, newer, copy -> copy.type(type).parameters(parameters));
        }

        private Map<String, String> parameters(Schema first, Schema second, Side newer) {
            Map<String, String> parameters = chosen(first, second, newer).parameters();
            if (DecimalForm.isDecimal(first) && DecimalForm.isDecimal(second)) {
                return decimalParameters(first, second, parameters);
            } else if (!annotation(first).equals(annotation(second))) {
                throw differ(first, second);
            }
            return NullColumns.isMarked(first) == NullColumns.isMarked(second) ? parameters : ofValues(parameters);
        }

        /** Without the parameter of a column that has only nulls. */
        private static Map<String, String> ofValues(Map<String, String> chosen) {
            if (chosen == null) {
                return null;
            }
            Map<String, String> parameters = new LinkedHashMap<>(chosen);
            parameters.remove(NullColumns.MARK);
            return Collections.unmodifiableMap(parameters);
        }

        /** The unit of a date or time, and whether it is local. */
        private Optional<Object> annotation(Schema schema) {
            return TemporalType.of(schema).map(type -> type.annotation(schema, columns));
        }

        private void requireSameType(Schema first, Schema second) {
            if (first.type() != second.type()) {
                throw differ(first, second);
            }
        }

        /**
         * The larger number of digits on each side of the point; without precision, digits are counted per value.
         */
        private Map<String, String> decimalParameters(Schema first, Schema second, Map<String, String> chosen) {
            DecimalForm one = DecimalForm.of(first, columns.decimalPrecision());
            DecimalForm other = DecimalForm.of(second, columns.decimalPrecision());
            int scale = Math.max(one.connectScale(), other.connectScale());
            Map<String, String> parameters = new LinkedHashMap<>(chosen);
            parameters.put(Decimal.SCALE_FIELD, Integer.toString(scale));
            if (!DecimalForm.hasPrecision(first) && !DecimalForm.hasPrecision(second)) {
                return Collections.unmodifiableMap(parameters);
            }
            int whole = Math.max(one.precision() - one.scale(), other.precision() - other.scale());
            int precision = whole + Math.max(scale, 0);
            int most = Math.max(DecimalForm.PRECISION_DEFAULT, Math.max(one.precision(), other.precision()));
            if (precision > most) {
                throw conflict("is " + described(first) + " in one schema and " + described(second)
                        + " in another; together they need " + precision + " digits, and only " + most
                        + " are read everywhere");
            }
            parameters.put(DecimalForm.PRECISION, Integer.toString(scale < 0 ? precision + scale : precision));
            return Collections.unmodifiableMap(parameters);
        }

        private SchemaConflictException differ(Schema first, Schema second) {
            return conflict("is " + described(first) + " in one schema and " + described(second) + " in another");
        }

        private SchemaConflictException conflict(String reason) {
            return new SchemaConflictException(path, reason);
        }
    }

    private static Schema chosen(Schema first, Schema second, Side newer) {
        return newer == Side.FIRST ? first : second;
    }

    private static String described(Schema schema) {
        String type = schema.name() == null ? schema.type().toString() : schema.type() + " '" + schema.name() + "'";
        return schema.parameters() == null ? type : type + " " + schema.parameters();
    }

    /** The union of which only the parts differ from a copy of the chosen schema. */
    private static Schema build(
            Schema first, Schema second, Position position, Side newer, UnaryOperator<SchemaCopy> parts) {
        Schema chosen = chosen(first, second, newer);
        boolean defaultGoes = chosen.defaultValue() == null
                && chosen(second, first, newer).defaultValue() != null
                && position == Position.FIELD;
        SchemaCopy copy = SchemaCopy.of(chosen).optional(first.isOptional() || second.isOptional() || defaultGoes);
        return parts.apply(copy)
                .buildConverting(
                        (value, bare) -> ValueConversion.between(chosen, bare).convert(value));
    }

    /** The schema of a field that some records do not have. */
    private static Schema dispensable(Schema schema) {
        return isDispensable(schema) ? schema : optional(schema);
    }

    /** Whether a field may be null; a field with a default may. */
    static boolean isDispensable(Schema schema) {
        return schema.isOptional() || schema.defaultValue() != null;
    }

    private static Schema optional(Schema schema) {
        return schema.isOptional()
                ? schema
                : SchemaCopy.of(schema).optional(true).build();
    }
}
