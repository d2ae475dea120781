package io.parquetry.format.judge;

import io.parquetry.format.model.Int96Timestamp;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.schema.Type;
import java.time.Instant;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;

/**
 * Converts records of {@code PlainRecords} to parquet-java's {@link Group}s and back. A group has every level of the
 * schema, so the wrappers of lists and maps are added here, by the schema tree and not by the engine's shredder.
 */
final class Groups {
    private Groups() {}

    static Group group(Map<?, ?> record, MessageType schema, org.apache.parquet.schema.MessageType theirs) {
        Group group = new SimpleGroup(theirs);
        fill(group, record, Shape.of(schema), schema.fields());
        return group;
    }

    private static void fill(Group group, Map<?, ?> struct, Shape.StructShape shape, List<Type> fields) {
        for (int i = 0; i < fields.size(); i++) {
            Object value = struct.get(fields.get(i).name());
            if (value != null) {
                add(group, fields.get(i), shape.fields().get(i), value);
            }
        }
    }

    /** Adds the occurrences of a field: none for null, many for a repeated one. */
    private static void add(Group parent, Type type, Shape shape, Object value) {
        if (type.repetition() == Repetition.REPEATED && shape instanceof Shape.ListShape list) {
            for (Object element : (List<?>) value) {
                addOne(parent, type, list.element(), element);
            }
        } else if (value != null) {
            addOne(parent, type, shape, value);
        }
    }

    private static void addOne(Group parent, Type type, Shape shape, Object value) {
        if (type instanceof PrimitiveType primitive) {
            addLeaf(parent, primitive, value);
            return;
        }
        GroupType group = (GroupType) type;
        Group child = parent.addGroup(type.name());
        if (shape instanceof Shape.StructShape struct) {
            fill(child, (Map<?, ?>) value, struct, group.fields());
            return;
        }
        Type repeated = group.fields().get(0);
        for (Object each : (List<?>) value) {
            if (shape instanceof Shape.MapShape map) {
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) each;
                List<Type> fields = ((GroupType) repeated).fields();
                Group wrapper = child.addGroup(repeated.name());
                add(wrapper, fields.get(0), map.key(), entry.getKey());
                add(wrapper, fields.get(1), map.value().orElseThrow(), entry.getValue());
            } else if (repeated instanceof PrimitiveType element) {
                addLeaf(child, element, each);
            } else {
                Group wrapper = child.addGroup(repeated.name());
                add(wrapper, ((GroupType) repeated).fields().get(0), ((Shape.ListShape) shape).element(), each);
            }
        }
    }

    private static void addLeaf(Group parent, PrimitiveType type, Object value) {
        String name = type.name();
        switch (type.physicalType()) {
            case BOOLEAN -> parent.add(name, (Boolean) value);
            case INT32 -> parent.add(name, (Integer) value);
            case INT64 -> parent.add(name, (Long) value);
            case FLOAT -> parent.add(name, (Float) value);
            case DOUBLE -> parent.add(name, (Double) value);
            case INT96 -> parent.add(name, nanoTime((Instant) value));
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                parent.add(
                        name,
                        value instanceof String text
                                ? Binary.fromString(text)
                                : Binary.fromConstantByteArray((byte[]) value));
        }
    }

    static Map<String, Object> record(Group group, MessageType schema) {
        return struct(group, Shape.of(schema), schema.fields());
    }

    private static Map<String, Object> struct(Group group, Shape.StructShape shape, List<Type> fields) {
        Map<String, Object> struct = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            Object value = field(group, fields.get(i), shape.fields().get(i));
            if (value != null) {
                struct.put(fields.get(i).name(), value);
            }
        }
        return struct;
    }

    private static Object field(Group parent, Type type, Shape shape) {
        int count = parent.getFieldRepetitionCount(type.name());
        if (type.repetition() == Repetition.REPEATED && shape instanceof Shape.ListShape list) {
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                elements.add(one(parent, type, list.element(), i));
            }
            return elements;
        }
        return count == 0 ? null : one(parent, type, shape, 0);
    }

    private static Object one(Group parent, Type type, Shape shape, int index) {
        if (type instanceof PrimitiveType primitive) {
            return leaf(parent, primitive, index);
        }
        Group child = parent.getGroup(type.name(), index);
        GroupType group = (GroupType) type;
        if (shape instanceof Shape.StructShape struct) {
            return struct(child, struct, group.fields());
        }
        Type repeated = group.fields().get(0);
        List<Object> values = new ArrayList<>();
        int count = child.getFieldRepetitionCount(repeated.name());
        for (int i = 0; i < count; i++) {
            if (shape instanceof Shape.MapShape map) {
                Group wrapper = child.getGroup(repeated.name(), i);
                List<Type> fields = ((GroupType) repeated).fields();
                values.add(new SimpleImmutableEntry<>(
                        field(wrapper, fields.get(0), map.key()),
                        field(wrapper, fields.get(1), map.value().orElseThrow())));
            } else if (repeated instanceof PrimitiveType element) {
                values.add(leaf(child, element, i));
            } else {
                Group wrapper = child.getGroup(repeated.name(), i);
                Type element = ((GroupType) repeated).fields().get(0);
                values.add(field(wrapper, element, ((Shape.ListShape) shape).element()));
            }
        }
        return values;
    }

    private static NanoTime nanoTime(Instant value) {
        long day = Math.floorDiv(value.getEpochSecond(), 86_400L);
        long nanos = Math.floorMod(value.getEpochSecond(), 86_400L) * 1_000_000_000L + value.getNano();
        return new NanoTime((int) (day + 2_440_588), nanos);
    }

    private static Object leaf(Group parent, PrimitiveType type, int index) {
        String name = type.name();
        return switch (type.physicalType()) {
            case BOOLEAN -> parent.getBoolean(name, index);
            case INT32 -> parent.getInteger(name, index);
            case INT64 -> parent.getLong(name, index);
            case FLOAT -> parent.getFloat(name, index);
            case DOUBLE -> parent.getDouble(name, index);
            case INT96 -> Int96Timestamp.instant(parent.getInt96(name, index).getBytes(), 0);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
                Binary binary = parent.getBinary(name, index);
                yield isText(type) ? binary.toStringUsingUTF8() : binary.getBytes();
            }
        };
    }

    private static boolean isText(PrimitiveType type) {
        return type.physicalType() == PhysicalType.BYTE_ARRAY
                && (type.isAnnotated(LogicalType.STRING)
                        || type.isAnnotated(LogicalType.ENUM)
                        || type.isAnnotated(LogicalType.JSON));
    }
}
