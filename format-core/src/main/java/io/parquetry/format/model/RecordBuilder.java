package io.parquetry.format.model;

import io.parquetry.format.schema.Shape;
import io.parquetry.format.variant.Variant;

/**
 * Puts a host's records together. Each method is called once for every place in the schema, when a reader is opened,
 * and returns the maker of the values at that place. Makers are never called for null: an absent field is simply not
 * set, an absent element or map value is given as null.
 *
 * @param <R> the records
 */
public interface RecordBuilder<R> {
    /** The maker of the records themselves. */
    StructMaker<?, R> record(Shape.StructShape shape);

    /** The maker of a struct inside a record. */
    StructMaker<?, ?> struct(Shape.StructShape shape);

    ListMaker<?> list(Shape.ListShape shape);

    MapMaker<?> map(Shape.MapShape shape);

    /** By default variants are {@link Variant}s. */
    default VariantMaker variant(Shape.VariantShape shape) {
        return Variant::new;
    }

    /** Must return the kind of maker that fits the physical type: {@link LeafMaker} lists them. */
    LeafMaker leaf(Shape.LeafShape shape);

    /**
     * Delegates to another builder; a class overrides what differs.
     *
     * @param <R> the records
     */
    interface Wrapper<R> extends RecordBuilder<R> {
        RecordBuilder<?> wrapped();

        @Override
        default StructMaker<?, ?> struct(Shape.StructShape shape) {
            return wrapped().struct(shape);
        }

        @Override
        default ListMaker<?> list(Shape.ListShape shape) {
            return wrapped().list(shape);
        }

        @Override
        default MapMaker<?> map(Shape.MapShape shape) {
            return wrapped().map(shape);
        }

        @Override
        default VariantMaker variant(Shape.VariantShape shape) {
            return wrapped().variant(shape);
        }

        @Override
        default LeafMaker leaf(Shape.LeafShape shape) {
            return wrapped().leaf(shape);
        }
    }

    /**
     * Makes structs.
     *
     * @param <S> a struct whose fields are being set
     * @param <V> the finished value
     */
    interface StructMaker<S, V> {
        S create();

        /**
         * @param index ordinal of the field in its {@code StructShape}
         * @param value never null
         */
        void set(S struct, int index, Object value);

        /**
         * Called after all fields have been set, in any order.
         *
         * @return the value that takes the place of the struct
         */
        V finish(S struct);
    }

    /**
     * Makes structs that are finished when their fields are set.
     *
     * @param <S> the structs
     */
    interface FieldMaker<S> extends StructMaker<S, S> {
        @Override
        default S finish(S struct) {
            return struct;
        }
    }

    /**
     * Makes structs that keep their fields in arrays. Columns are put into those directly, which saves a call for each
     * value.
     *
     * @param <S> a struct whose fields are being set
     * @param <V> the finished value
     */
    interface ArrayStructMaker<S, V> extends StructMaker<S, V> {
        /**
         * Creates the structs from {@code from} up to {@code to}, and gives the arrays of their fields with them.
         *
         * @param structs takes objects of {@code S}
         */
        void create(Object[] structs, Object[][] arrays, int from, int to);

        /** The element of the array that a field is. */
        int element(int index);
    }

    /**
     * Makes lists.
     *
     * @param <L> a list whose elements are being added
     */
    interface ListMaker<L> {
        /** @param elements how many will come, as far as is known; there may be more */
        L create(int elements);

        /** @param element null where the element is null */
        void add(L list, Object element);

        /** @return the value that takes the place of the list */
        default Object finish(L list) {
            return list;
        }
    }

    /**
     * Makes maps; entries come in stored order, and keys may repeat.
     *
     * @param <M> a map whose entries are being put
     */
    interface MapMaker<M> {
        /** @param entries how many will come, as far as is known; there may be more */
        M create(int entries);

        /** @param value null where the value is null or the file has none */
        void put(M map, Object key, Object value);

        /** @return the value that takes the place of the map */
        default Object finish(M map) {
            return map;
        }
    }

    /** Makes variants from their two byte strings, unshredded; the maker may keep the arrays. */
    interface VariantMaker {
        Object of(byte[] metadata, byte[] value);
    }

    /**
     * Makes leaf values from their physical form.
     *
     * <p>BOOLEAN takes {@link OfBoolean}, INT32 {@link OfInt}, INT64 {@link OfLong}, FLOAT {@link OfFloat}, DOUBLE
     * {@link OfDouble}, and BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY and INT96 take {@link OfBytes}.
     */
    sealed interface LeafMaker {
        /** Whether one object may be part of many records, which is so for immutable objects. */
        default boolean shareable() {
            return true;
        }

        non-sealed interface OfBoolean extends LeafMaker {
            Object ofBoolean(boolean value);
        }

        non-sealed interface OfInt extends LeafMaker {
            Object ofInt(int value);
        }

        non-sealed interface OfLong extends LeafMaker {
            Object ofLong(long value);
        }

        non-sealed interface OfFloat extends LeafMaker {
            Object ofFloat(float value);
        }

        non-sealed interface OfDouble extends LeafMaker {
            Object ofDouble(double value);
        }

        /** The range of the array holds the value; it must be copied, not kept. */
        non-sealed interface OfBytes extends LeafMaker {
            Object ofBytes(byte[] buffer, int offset, int length);
        }
    }
}
