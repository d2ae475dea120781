package io.parquetry.format.model;

import io.parquetry.format.schema.Shape;
import io.parquetry.format.variant.Variant;

/**
 * Puts a host's records together. Each method is called once for every place in the schema, when a reader is opened,
 * and answers with the maker of the values at that place. Makers are never called for null: an absent field is simply
 * not set, an absent element or map value is given as null.
 */
public interface RecordBuilder {
    StructMaker struct(Shape.StructShape shape);

    ListMaker list(Shape.ListShape shape);

    MapMaker map(Shape.MapShape shape);

    /** By default variants are {@link Variant}s. */
    default VariantMaker variant(Shape.VariantShape shape) {
        return Variant::new;
    }

    /** Must answer with the kind of maker that fits the physical type: {@link LeafMaker} lists them. */
    LeafMaker leaf(Shape.LeafShape shape);

    /** Makes structs. */
    interface StructMaker {
        Object create();

        /**
         * @param index ordinal of the field in its {@code StructShape}
         * @param value never null
         */
        void set(Object struct, int index, Object value);

        /** Called when every field has been set, in whatever order; what it returns stands in the struct's place. */
        default Object finish(Object struct) {
            return struct;
        }
    }

    /**
     * Makes structs that keep their fields in arrays. Columns are put into those directly, which spares a call for each
     * value.
     */
    interface ArrayStructMaker extends StructMaker {
        /** Creates structs and gives the arrays of their fields with them, both from {@code from} up to {@code to}. */
        void create(Object[] structs, Object[][] arrays, int from, int to);

        /** Which element of the array a field is. */
        int element(int index);
    }

    /** Makes lists. */
    interface ListMaker {
        /** @param elements how many will come, as far as is known; there may be more */
        Object create(int elements);

        /** @param element null where the element is null */
        void add(Object list, Object element);

        default Object finish(Object list) {
            return list;
        }
    }

    /** Makes maps; entries come in stored order, and keys may repeat. */
    interface MapMaker {
        /** @param entries how many will come, as far as is known; there may be more */
        Object create(int entries);

        /** @param value null where the value is null or the file has none */
        void put(Object map, Object key, Object value);

        default Object finish(Object map) {
            return map;
        }
    }

    /** Makes variants from their two byte strings, unshredded; the arrays are the maker's to keep. */
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
        /** Whether what was made may stand in many records at once, which is so for immutable objects. */
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
