package io.parquetry.connect.common.data;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordWalker;
import io.parquetry.format.model.RecordWalker.ArrayStructAccess;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import io.parquetry.format.model.RecordWalker.StructAccess;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The values that records of one layout have in a column outside of lists and maps, exactly as a file gets them. One
 * thread at a time.
 */
public final class RecordColumn {
    private final String name;
    private final List<Step> steps;
    private final LeafAccess leaf;
    private final PrimitiveType type;

    /** Goes from a struct to one of its fields. */
    private record Step(StructAccess<Object, Object> access, int index) {
        Object of(Object value) {
            Object struct = access.open(value);
            if (access instanceof ArrayStructAccess<Object, Object> arrays) {
                Object[] fields = arrays.fields(struct);
                if (index < fields.length) {
                    return fields[index];
                }
            }
            return access.field(struct, index);
        }
    }

    private RecordColumn(String name, List<Step> steps, LeafAccess leaf, PrimitiveType type) {
        this.name = name;
        this.steps = List.copyOf(steps);
        this.leaf = leaf;
        this.type = type;
    }

    /**
     * @param path names of the column and of the structs around it, from the outermost inwards
     * @return empty when the layout has no such column
     */
    public static Optional<RecordColumn> find(RecordLayout layout, List<String> path) {
        RecordWalker<SinkRecord> walker = layout.walker();
        Shape.StructShape struct = Shape.of(layout.schema());
        StructAccess<?, ?> access = walker.record(struct);
        List<Step> steps = new ArrayList<>();
        for (String name : path) {
            int index = indexOf(struct, name);
            if (index < 0) {
                return Optional.empty();
            }
            steps.add(step(access, index));
            Shape field = struct.fields().get(index);
            if (field instanceof Shape.LeafShape leaf && steps.size() == path.size()) {
                return Optional.of(new RecordColumn(
                        String.join(".", path),
                        steps,
                        walker.leaf(leaf),
                        leaf.column().type()));
            }
            if (!(field instanceof Shape.StructShape inner)) {
                return Optional.empty();
            }
            struct = inner;
            access = walker.struct(inner);
        }
        return Optional.empty();
    }

    private static int indexOf(Shape.StructShape struct, String name) {
        for (int i = 0; i < struct.fields().size(); i++) {
            if (struct.fields().get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @SuppressWarnings("unchecked")
    private static Step step(StructAccess<?, ?> access, int index) {
        return new Step((StructAccess<Object, Object>) access, index);
    }

    public PrimitiveType type() {
        return type;
    }

    /**
     * The value in its physical form: a {@link Boolean}, {@link Integer}, {@link Long}, {@link Float}, {@link Double},
     * {@link String} or an array of bytes, which is valid until the next call; or null.
     *
     * @param record of the layout
     * @throws InvalidRecordException when the column cannot hold the value
     */
    public Object of(SinkRecord record) {
        try {
            Object value = record;
            for (Step step : steps) {
                if (value == null) {
                    return null;
                }
                value = step.of(value);
            }
            return value == null ? null : physical(value);
        } catch (ClassCastException e) {
            throw new InvalidRecordException("its column " + name + " is not of its schema: " + e.getMessage());
        }
    }

    @SuppressWarnings("unchecked")
    private Object physical(Object value) {
        if (leaf instanceof LeafAccess.OfText<?> text) {
            return ((LeafAccess.OfText<Object>) text).textOf(value);
        } else if (leaf instanceof LeafAccess.OfLong<?> number) {
            return ((LeafAccess.OfLong<Object>) number).longOf(value);
        } else if (leaf instanceof LeafAccess.OfInt<?> number) {
            return ((LeafAccess.OfInt<Object>) number).intOf(value);
        } else if (leaf instanceof LeafAccess.OfBytes<?> bytes) {
            return ((LeafAccess.OfBytes<Object>) bytes).bytesOf(value);
        } else if (leaf instanceof LeafAccess.OfDouble<?> number) {
            return ((LeafAccess.OfDouble<Object>) number).doubleOf(value);
        } else if (leaf instanceof LeafAccess.OfFloat<?> number) {
            return ((LeafAccess.OfFloat<Object>) number).floatOf(value);
        }
        return ((LeafAccess.OfBoolean<Object>) leaf).booleanOf(value);
    }
}
