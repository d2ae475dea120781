package io.parquetry.format.internal.record;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordWalker;
import io.parquetry.format.schema.Shape;
import java.util.Map;

/** Shreds the values of one node of the schema. */
abstract class ShredderNode {
    private final boolean nullable;
    private final int absentLevel;

    /** @param shape the node; an absent value has the definition level below its {@code presentLevel} */
    ShredderNode(Shape shape) {
        this.nullable = shape.nullable();
        this.absentLevel = shape.presentLevel() - 1;
    }

    /** Writes a value, which may be null. */
    abstract void write(Object value, int repetitionLevel);

    /**
     * Gives every leaf below one entry without a value.
     *
     * @param definitionLevel the number of optional and repeated nodes of the path that are present
     */
    abstract void writeAbsent(int repetitionLevel, int definitionLevel);

    final void writeNull(int repetitionLevel) {
        if (!nullable) {
            throw InvalidRecordException.ofRequired();
        }
        writeAbsent(repetitionLevel, absentLevel);
    }

    /**
     * A value as the class that its accessor takes. Nothing is checked here: the accessor's own code fails with a
     * {@link ClassCastException} where the value has another class, and that is reported with the path.
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <V> V as(Object value) {
        return (V) value;
    }

    /** The error for a value whose class its field cannot take. */
    static InvalidRecordException mismatch(Shape shape, Object value) {
        String what = shape instanceof Shape.LeafShape leaf
                ? leaf.type().kind()
                : shape instanceof Shape.StructShape
                        ? "a struct"
                        : shape instanceof Shape.ListShape ? "a list" : "a map";
        String text = String.valueOf(value);
        String shown = text.length() > 100 ? text.substring(0, 100) + "..." : text;
        return new InvalidRecordException(
                "a " + (value == null ? "null" : value.getClass().getName()) + " (" + shown
                        + ") does not fit, expected " + what);
    }

    /**
     * A struct. Its fields are written in schema order.
     *
     * @param <V> type of the host's structs
     * @param <S> type of the opened structs, from which fields are read
     */
    static class Struct<V, S> extends ShredderNode {
        final ShredderNode[] fields;
        private final Shape.StructShape shape;
        private final RecordWalker.StructAccess<V, S> access;

        Struct(Shape.StructShape shape, RecordWalker.StructAccess<V, S> access, ShredderNode[] fields) {
            super(shape);
            this.shape = shape;
            this.access = access;
            this.fields = fields;
        }

        @Override
        void write(Object struct, int repetitionLevel) {
            if (struct == null) {
                writeNull(repetitionLevel);
                return;
            }
            int at = -1;
            Object value = null;
            try {
                S opened = access.open(as(struct));
                for (at = 0; at < fields.length; at++) {
                    value = null;
                    value = access.field(opened, at);
                    fields[at].write(value, repetitionLevel);
                }
            } catch (InvalidRecordException e) {
                throw inField(e, at);
            } catch (ClassCastException e) {
                throw mismatch(struct, value, at);
            }
        }

        /** @param at ordinal of the field; negative where the struct itself does not fit */
        final InvalidRecordException inField(InvalidRecordException e, int at) {
            return at < 0 ? e : e.inField(shape.fields().get(at).name());
        }

        /** @param value of the field at this ordinal; null where the struct itself does not fit */
        final InvalidRecordException mismatch(Object struct, Object value, int at) {
            return value == null
                    ? mismatch(shape, struct)
                    : inField(mismatch(shape.fields().get(at), value), at);
        }

        @Override
        final void writeAbsent(int repetitionLevel, int definitionLevel) {
            for (ShredderNode field : fields) {
                field.writeAbsent(repetitionLevel, definitionLevel);
            }
        }
    }

    /**
     * A struct that keeps its fields in an array.
     *
     * @param <V> type of the host's structs
     * @param <S> type of the opened structs, which have the array
     */
    static final class ArrayStruct<V, S> extends Struct<V, S> {
        private final RecordWalker.ArrayStructAccess<V, S> access;

        ArrayStruct(Shape.StructShape shape, RecordWalker.ArrayStructAccess<V, S> access, ShredderNode[] fields) {
            super(shape, access, fields);
            this.access = access;
        }

        @Override
        void write(Object struct, int repetitionLevel) {
            if (struct == null) {
                writeNull(repetitionLevel);
                return;
            }
            int at = -1;
            Object value = null;
            try {
                S opened = access.open(as(struct));
                Object[] values = access.fields(opened);
                int inArray = Math.min(values.length, fields.length);
                for (at = 0; at < inArray; at++) {
                    value = values[at];
                    fields[at].write(value, repetitionLevel);
                }
                for (; at < fields.length; at++) {
                    value = null;
                    value = access.field(opened, at);
                    fields[at].write(value, repetitionLevel);
                }
            } catch (InvalidRecordException e) {
                throw inField(e, at);
            } catch (ClassCastException e) {
                throw mismatch(struct, value, at);
            }
        }
    }

    /**
     * A list. The first element carries the repetition level of the list, the others their own.
     *
     * @param <L> type of the host's lists
     */
    static final class ListOf<L> extends ShredderNode {
        private final Shape.ListShape shape;
        private final RecordWalker.ListAccess<L> access;
        private final ShredderNode element;

        ListOf(Shape.ListShape shape, RecordWalker.ListAccess<L> access, ShredderNode element) {
            super(shape);
            this.shape = shape;
            this.access = access;
            this.element = element;
        }

        @Override
        void write(Object given, int repetitionLevel) {
            if (given == null) {
                if (shape.annotated()) {
                    writeNull(repetitionLevel);
                } else {
                    element.writeAbsent(repetitionLevel, shape.presentLevel());
                }
                return;
            }
            int at = -1;
            Object value = null;
            try {
                L list = access.open(as(given));
                int size = access.size(list);
                if (size == 0) {
                    element.writeAbsent(repetitionLevel, shape.presentLevel());
                    return;
                }
                at = 0;
                value = access.element(list, 0);
                element.write(value, repetitionLevel);
                int repeated = shape.repetitionLevel();
                for (at = 1; at < size; at++) {
                    value = access.element(list, at);
                    element.write(value, repeated);
                }
            } catch (InvalidRecordException e) {
                throw at < 0 ? e : e.inElement(at);
            } catch (ClassCastException e) {
                throw at < 0
                        ? mismatch(shape, given)
                        : mismatch(shape.element(), value).inElement(at);
            }
        }

        @Override
        void writeAbsent(int repetitionLevel, int definitionLevel) {
            element.writeAbsent(repetitionLevel, definitionLevel);
        }
    }

    /**
     * A map, as the list of its entries.
     *
     * @param <M> type of the host's maps
     */
    static final class MapOf<M> extends ShredderNode {
        private final Shape.MapShape shape;
        private final RecordWalker.MapAccess<M> access;
        private final ShredderNode key;
        /** Null for the legacy maps that have only keys. */
        private final ShredderNode value;

        MapOf(Shape.MapShape shape, RecordWalker.MapAccess<M> access, ShredderNode key, ShredderNode value) {
            super(shape);
            this.shape = shape;
            this.access = access;
            this.key = key;
            this.value = value;
        }

        @Override
        void write(Object map, int repetitionLevel) {
            if (map == null) {
                writeNull(repetitionLevel);
                return;
            }
            int at = -1;
            boolean inKey = true;
            Object part = null;
            try {
                int level = repetitionLevel;
                for (Map.Entry<?, ?> entry : access.entries(as(map))) {
                    at++;
                    inKey = true;
                    part = entry.getKey();
                    key.write(part, level);
                    if (value != null) {
                        inKey = false;
                        part = entry.getValue();
                        value.write(part, level);
                    }
                    level = shape.repetitionLevel();
                }
                if (at < 0) {
                    writeAbsent(repetitionLevel, shape.presentLevel());
                }
            } catch (InvalidRecordException e) {
                boolean nullKey = at >= 0 && inKey && part == null;
                throw at < 0 ? e : inEntry(nullKey ? InvalidRecordException.ofMapKey() : e, inKey, at);
            } catch (ClassCastException e) {
                throw at < 0
                        ? mismatch(shape, map)
                        : inEntry(mismatch(inKey ? shape.key() : shape.value().orElseThrow(), part), inKey, at);
            }
        }

        private static InvalidRecordException inEntry(InvalidRecordException e, boolean inKey, int at) {
            return e.inField(inKey ? "key" : "value").inElement(at);
        }

        @Override
        void writeAbsent(int repetitionLevel, int definitionLevel) {
            key.writeAbsent(repetitionLevel, definitionLevel);
            if (value != null) {
                value.writeAbsent(repetitionLevel, definitionLevel);
            }
        }
    }
}
