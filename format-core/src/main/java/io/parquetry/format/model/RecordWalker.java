package io.parquetry.format.model;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/**
 * Takes a host's records apart. Each method is called once for every place in the schema, when a writer is opened, and
 * returns the accessor for the values at that place. Accessors get values that are not null; they may keep state
 * between calls, because one thread at a time uses a writer.
 *
 * <p>The type of an accessor is a promise about the schema, which the compiler cannot check: a value of another class
 * reaches the accessor as a {@link ClassCastException}. An accessor that cannot take a value throws {@link
 * InvalidRecordException}, or lets the {@link ClassCastException} pass; the writer adds the path and drops the record.
 *
 * @param <R> the records
 */
public interface RecordWalker<R> {
    /** The accessor of the records themselves. */
    StructAccess<R, ?> record(Shape.StructShape shape);

    /** The accessor of a struct inside a record. */
    StructAccess<?, ?> struct(Shape.StructShape shape);

    ListAccess<?> list(Shape.ListShape shape);

    MapAccess<?> map(Shape.MapShape shape);

    /** By default variants are structs of their parts. */
    default StructAccess<?, ?> variant(Shape.VariantShape shape) {
        return struct(shape.parts());
    }

    /** Must return the kind of accessor that fits the physical type: {@link LeafAccess} lists them. */
    LeafAccess leaf(Shape.LeafShape shape);

    /**
     * Reads the fields of a struct.
     *
     * @param <V> the values at this place
     * @param <S> what the fields are read from
     */
    interface StructAccess<V, S> {
        /**
         * Called once for each struct, before its fields.
         *
         * @return the argument of {@link #field} for this struct
         */
        S open(V value);

        /**
         * @param struct what {@link #open} returned
         * @param index ordinal of the field in its {@code StructShape}
         * @return the value, or null when it is absent
         */
        Object field(S struct, int index);
    }

    /**
     * Reads the fields of a struct from the value itself.
     *
     * @param <S> the values at this place
     */
    @FunctionalInterface
    interface FieldAccess<S> extends StructAccess<S, S> {
        @Override
        default S open(S value) {
            return value;
        }
    }

    /**
     * Reads the fields of structs that keep them in an array, which saves a call for each field.
     *
     * @param <V> the values at this place
     * @param <S> what has the array
     */
    interface ArrayStructAccess<V, S> extends StructAccess<V, S> {
        /**
         * The array may have fewer elements than the struct has fields; {@link #field} gives those behind its end.
         *
         * @return the fields, by their ordinals in the {@code StructShape}; read at once, neither kept nor changed
         */
        Object[] fields(S struct);

        @Override
        default Object field(S struct, int index) {
            return fields(struct)[index];
        }
    }

    /**
     * Reads the elements of a list.
     *
     * @param <L> the lists at this place
     */
    interface ListAccess<L> {
        /** For values that are {@link List}s. */
        ListAccess<List<?>> JAVA_LIST = new ListAccess<>() {
            @Override
            public List<?> open(List<?> list) {
                // Others, such as LinkedList, go through all elements up to the one that is asked for.
                return list instanceof RandomAccess ? list : new ArrayList<>(list);
            }

            @Override
            public int size(List<?> list) {
                return list.size();
            }

            @Override
            public Object element(List<?> list, int index) {
                return list.get(index);
            }
        };

        /**
         * Called once for each list, before its elements.
         *
         * @return the argument of the other methods for this list
         */
        default L open(L list) {
            return list;
        }

        int size(L list);

        /** @return the element, or null */
        Object element(L list, int index);
    }

    /**
     * Reads the entries of a map in the order in which they are to be stored.
     *
     * @param <M> the maps at this place
     */
    interface MapAccess<M> {
        /** For values that are {@link Map}s. */
        MapAccess<Map<?, ?>> JAVA_MAP = Map::entrySet;

        Iterable<? extends Map.Entry<?, ?>> entries(M map);
    }

    /**
     * Gives a leaf value in its physical form. The writer recognises the constants, which then cost no call per value.
     *
     * <p>BOOLEAN takes {@link OfBoolean}, INT32 {@link OfInt}, INT64 {@link OfLong}, FLOAT {@link OfFloat}, DOUBLE
     * {@link OfDouble}, BYTE_ARRAY {@link OfBytes} or {@link OfText}, FIXED_LEN_BYTE_ARRAY {@link OfBytes}.
     */
    sealed interface LeafAccess {
        LeafAccess BOOLEAN = (OfBoolean<Boolean>) Boolean::booleanValue;
        LeafAccess INTEGER = (OfInt<Integer>) Integer::intValue;
        LeafAccess LONG = (OfLong<Long>) Long::longValue;
        LeafAccess FLOAT = (OfFloat<Float>) Float::floatValue;
        LeafAccess DOUBLE = (OfDouble<Double>) Double::doubleValue;
        LeafAccess BYTES = (OfBytes<byte[]>) bytes -> bytes;
        LeafAccess STRING = (OfText<String>) text -> text;

        /** @param <V> the values at this place */
        non-sealed interface OfBoolean<V> extends LeafAccess {
            boolean booleanOf(V value);
        }

        /** @param <V> the values at this place */
        non-sealed interface OfInt<V> extends LeafAccess {
            int intOf(V value);
        }

        /** @param <V> the values at this place */
        non-sealed interface OfLong<V> extends LeafAccess {
            long longOf(V value);
        }

        /** @param <V> the values at this place */
        non-sealed interface OfFloat<V> extends LeafAccess {
            float floatOf(V value);
        }

        /** @param <V> the values at this place */
        non-sealed interface OfDouble<V> extends LeafAccess {
            double doubleOf(V value);
        }

        /**
         * The array is read at once and not kept.
         *
         * @param <V> the values at this place
         */
        non-sealed interface OfBytes<V> extends LeafAccess {
            byte[] bytesOf(V value);
        }

        /**
         * Stored as UTF-8; the writer refuses text with unpaired surrogates.
         *
         * @param <V> the values at this place
         */
        non-sealed interface OfText<V> extends LeafAccess {
            String textOf(V value);
        }
    }
}
