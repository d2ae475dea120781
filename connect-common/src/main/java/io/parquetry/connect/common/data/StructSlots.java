package io.parquetry.connect.common.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Sets fields of {@link Struct}s whose values fit by construction: each comes from a maker that was chosen by the
 * field's schema. {@link Struct#put(Field, Object)} would look through every list, map and struct once more for each
 * struct around it, which takes longer than reading the columns.
 *
 * <p>The values of a struct are a private array. Where it cannot be had (another Kafka, a runtime that forbids it),
 * {@code put} is called instead, with the same result; a test says when that is so with the Kafka that we build with.
 */
sealed interface StructSlots {
    /** Sets a field, which must not have been set before. */
    void set(Struct struct, int index, Object value);

    /** The fastest way that there is to set the fields of structs of this schema. */
    static StructSlots of(Schema schema) {
        return Direct.isPossible() ? new Direct() : Validated.of(schema);
    }

    /** Writes into the array of the struct. */
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

        @Override
        public void set(Struct struct, int index, Object value) {
            ((Object[]) VALUES.get(struct))[index] = value;
        }
    }

    /** Goes through {@link Struct#put(Field, Object)}. */
    record Validated(Field[] fields) implements StructSlots {
        /** {@code put} makes a text of the field's name at every call, in case it has to complain; so it gets none. */
        static Validated of(Schema schema) {
            return new Validated(schema.fields().stream()
                    .map(field -> new Field(null, field.index(), field.schema()))
                    .toArray(Field[]::new));
        }

        @Override
        public void set(Struct struct, int index, Object value) {
            struct.put(fields[index], value);
        }
    }
}
