package io.parquetry.connect.common.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Gets and sets the fields of {@link Struct}s by their ordinals.
 *
 * <p>Values that are set fit by construction: each comes from a maker that was chosen by the field's schema. {@link
 * Struct#put(Field, Object)} would look through every list, map and struct once more for each struct around it, which
 * takes longer than reading the columns. {@link Struct#get(Field)} puts the default in the place of a null.
 *
 * <p>The values of a struct are a private array. Where it cannot be had (another Kafka, a runtime that forbids it), the
 * methods of the struct are called instead, with the same result; a test says when that is so with the Kafka that we
 * build with.
 */
sealed interface StructSlots {
    /** The value of a field as it was set, or null: defaults are not looked at. */
    Object get(Struct struct, int index);

    /** Sets a field, which must not have been set before. */
    void set(Struct struct, int index, Object value);

    /** The fastest way that there is to the fields of structs of this schema. */
    static StructSlots of(Schema schema) {
        return Direct.isPossible() ? new Direct() : Validated.of(schema);
    }

    /** Goes to the array of the struct. */
    record Direct() implements StructSlots {
        /** Null where there is no such way. Static, so that its use costs what a field's does. */
        private static final VarHandle VALUES = find();

        private static VarHandle find() {
            try {
                return MethodHandles.privateLookupIn(Struct.class, MethodHandles.lookup())
                        .findVarHandle(Struct.class, "values", Object[].class);
            } catch (ReflectiveOperationException | SecurityException noSuchWay) {
                return null;
            }
        }

        static boolean isPossible() {
            return VALUES != null;
        }

        /** The values of a struct, by the ordinals of its fields. */
        Object[] array(Struct struct) {
            return (Object[]) VALUES.get(struct);
        }

        @Override
        public Object get(Struct struct, int index) {
            return array(struct)[index];
        }

        @Override
        public void set(Struct struct, int index, Object value) {
            array(struct)[index] = value;
        }
    }

    /**
     * Goes through the methods of the struct.
     *
     * @param fields without names: {@code put} makes a text of the name at every call, in case it has to complain
     */
    record Validated(Schema schema, Field[] fields) implements StructSlots {
        static Validated of(Schema schema) {
            return new Validated(
                    schema,
                    schema.fields().stream()
                            .map(field -> new Field(null, field.index(), field.schema()))
                            .toArray(Field[]::new));
        }

        @Override
        public Object get(Struct struct, int index) {
            Object value = struct.get(fields[index]);
            return value != null && value == fields[index].schema().defaultValue()
                    ? struct.getWithoutDefault(schema.fields().get(index).name())
                    : value;
        }

        @Override
        public void set(Struct struct, int index, Object value) {
            struct.put(fields[index], value);
        }
    }
}
