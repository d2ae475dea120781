package io.parquetry.format.model;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.Shape;
import java.util.List;
import java.util.Map;

/**
 * Takes a host's records apart. Each method is called once for every place in the schema, when a writer is opened, and
 * answers with the accessor for the values at that place. Accessors get values that are not null; they may keep state
 * between calls, since a writer is used by one thread at a time.
 *
 * <p>An accessor that meets a value that it cannot take throws {@link InvalidRecordException}, or lets the {@link
 * ClassCastException} pass; the writer adds the path and forgets the record.
 */
public interface RecordWalker {
    StructAccess struct(Shape.StructShape shape);

    ListAccess list(Shape.ListShape shape);

    MapAccess map(Shape.MapShape shape);

    /** Must answer with the kind of accessor that fits the physical type: {@link LeafAccess} lists them. */
    LeafAccess leaf(Shape.LeafShape shape);

    /** Gives the fields of a struct. */
    interface StructAccess {
        /**
         * Called once for each struct, before its fields.
         *
         * @return what {@link #field} is to be given for the struct
         */
        default Object open(Object struct) {
            return struct;
        }

        /**
         * @param struct what {@link #open} gave
         * @param index ordinal of the field in its {@code StructShape}
         * @return the value, or null when it is absent
         */
        Object field(Object struct, int index);
    }

    /** Gives the fields of structs that keep them in an array; that spares a call for each field. */
    interface ArrayStructAccess extends StructAccess {
        /** @return the fields, by their ordinals in the {@code StructShape}; read at once and neither kept nor changed */
        Object[] fields(Object struct);

        @Override
        default Object field(Object struct, int index) {
            return fields(struct)[index];
        }
    }

    /** Gives the elements of a list. */
    interface ListAccess {
        /** For values that are {@link List}s. */
        ListAccess JAVA_LIST = new ListAccess() {
            @Override
            public int size(Object list) {
                return ((List<?>) list).size();
            }

            @Override
            public Object element(Object list, int index) {
                return ((List<?>) list).get(index);
            }
        };

        int size(Object list);

        /** @return the element, or null */
        Object element(Object list, int index);
    }

    /** Gives the entries of a map in the order in which they are to be stored. */
    interface MapAccess {
        /** For values that are {@link Map}s. */
        MapAccess JAVA_MAP = map -> ((Map<?, ?>) map).entrySet();

        Iterable<? extends Map.Entry<?, ?>> entries(Object map);
    }

    /**
     * Gives a leaf value in its physical form. The constants are recognised by the writer and cost no call per value.
     *
     * <p>BOOLEAN takes {@link OfBoolean}, INT32 {@link OfInt}, INT64 {@link OfLong}, FLOAT {@link OfFloat}, DOUBLE
     * {@link OfDouble}, BYTE_ARRAY {@link OfBytes} or {@link OfText}, FIXED_LEN_BYTE_ARRAY {@link OfBytes}.
     */
    sealed interface LeafAccess {
        LeafAccess BOOLEAN = (OfBoolean) Boolean.class::cast;
        LeafAccess INTEGER = (OfInt) Integer.class::cast;
        LeafAccess LONG = (OfLong) Long.class::cast;
        LeafAccess FLOAT = (OfFloat) Float.class::cast;
        LeafAccess DOUBLE = (OfDouble) Double.class::cast;
        LeafAccess BYTES = (OfBytes) byte[].class::cast;
        LeafAccess STRING = (OfText) String.class::cast;

        non-sealed interface OfBoolean extends LeafAccess {
            boolean booleanOf(Object value);
        }

        non-sealed interface OfInt extends LeafAccess {
            int intOf(Object value);
        }

        non-sealed interface OfLong extends LeafAccess {
            long longOf(Object value);
        }

        non-sealed interface OfFloat extends LeafAccess {
            float floatOf(Object value);
        }

        non-sealed interface OfDouble extends LeafAccess {
            double doubleOf(Object value);
        }

        /** The array is read at once and not kept. */
        non-sealed interface OfBytes extends LeafAccess {
            byte[] bytesOf(Object value);
        }

        /** Stored as UTF-8; text with unpaired surrogates is refused by the writer. */
        non-sealed interface OfText extends LeafAccess {
            String textOf(Object value);
        }
    }
}
