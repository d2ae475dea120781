package io.parquetry.connect.common.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Gets and sets the fields of {@link Struct}s by their ordinals.
 *
 * <p>Values are not checked: each comes from a maker that was chosen by the field's schema. {@link
 * Struct#put(Field, Object)} would check every list, map and struct again for each struct around it, which
 * takes longer than reading the columns. {@link Struct#get(Field)} replaces a null by the default.
 *
 * <p>The values of a struct are a private array. Where the array is not accessible (another Kafka, a runtime that
 * forbids it), the methods of the struct are called instead, with the same result; a test fails when that is so with
 * the Kafka of the build.
 */
sealed interface StructSlots {
    /** The value of a field as it was set, or null: defaults are ignored. */
    Object get(Struct struct, int index);

    /** Sets a field, which must not have been set before. */
    void set(Struct struct, int index, Object value);

    /** The fastest available access to the fields of structs of this schema. */
    static StructSlots of(Schema schema) {
        return Direct.isPossible() ? new Direct() : Validated.of(schema);
    }

    /** Accesses the array of the struct. */
    record Direct() implements StructSlots {
        /** Null where the array is not accessible. Static final, so that the JIT compiles its use to a field access. */
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
     * Calls the methods of the struct.
     *
     * @param fields without names: {@code put} formats the name for its error message at every call
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
