package io.parquetry.format.model;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.variant.Variant;
import io.parquetry.format.variant.VariantEncoder;
import io.parquetry.format.variant.VariantMetadata;
import io.parquetry.format.variant.VariantType;
import io.parquetry.format.variant.VariantView;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes variants apart into the parts of a shredded group (VariantShredding.md, "Value Shredding"), as maps and lists
 * that {@link PlainRecords} writes. A value goes to {@code typed_value} only where that column gives back the very same
 * type, so that a variant is read as it was written; any other value goes to {@code value}.
 */
final class VariantShredder {
    private static final String METADATA = "metadata";
    private static final String VALUE = "value";
    private static final String TYPED_VALUE = "typed_value";

    private static final LogicalType TIME = new LogicalType.Time(false, TimeUnit.MICROS);

    private final Group root;
    private byte[] lastNames = new byte[0];
    private VariantMetadata names;

    VariantShredder(Shape.VariantShape shape) {
        root = group(shape.parts());
    }

    /** A group of value and typed value. */
    private record Group(boolean hasValue, Typed typed) {}

    /** What a typed value holds. */
    private sealed interface Typed {}

    private record Nothing() implements Typed {}

    private record ObjectFields(Map<String, Group> groups) implements Typed {}

    private record Elements(Group element) implements Typed {}

    private record Leaf(PrimitiveType type) implements Typed {}

    private static Group group(Shape.StructShape shape) {
        boolean hasValue = false;
        Typed typed = new Nothing();
        for (Shape part : shape.fields()) {
            if (part.name().equals(VALUE)) {
                hasValue = true;
            } else if (part.name().equals(TYPED_VALUE)) {
                typed = typed(part);
            }
        }
        return new Group(hasValue, typed);
    }

    private static Typed typed(Shape shape) {
        if (shape instanceof Shape.LeafShape leaf) {
            return new Leaf(leaf.type());
        }
        if (shape instanceof Shape.ListShape list && list.element() instanceof Shape.StructShape element) {
            return new Elements(group(element));
        }
        if (shape instanceof Shape.StructShape struct) {
            Map<String, Group> groups = new LinkedHashMap<>();
            for (Shape field : struct.fields()) {
                if (!(field instanceof Shape.StructShape part)) {
                    return new Nothing();
                }
                groups.put(field.name(), group(part));
            }
            return new ObjectFields(groups);
        }
        return new Nothing();
    }

    /** The parts of a variant. */
    Map<String, Object> shred(Variant variant) {
        Map<String, Object> parts = new HashMap<>();
        parts.put(METADATA, variant.metadata());
        if (root.typed instanceof Nothing) {
            parts.put(VALUE, variant.value());
            return parts;
        }
        if (!Arrays.equals(lastNames, variant.metadata())) {
            names = VariantMetadata.parse(variant.metadata());
            names.requirePlaces();
            lastNames = variant.metadata();
        }
        shred(VariantView.of(names, variant.value()), root, parts);
        return parts;
    }

    private void shred(VariantView value, Group group, Map<String, Object> parts) {
        VariantType type = value.type();
        if (type == VariantType.OBJECT && group.typed instanceof ObjectFields fields) {
            shredObject(value, group, fields, parts);
        } else if (type == VariantType.ARRAY && group.typed instanceof Elements elements) {
            shredArray(value, elements.element, parts);
        } else {
            Object typed = group.typed instanceof Leaf leaf ? leafValue(value, type, leaf.type) : null;
            if (typed != null) {
                parts.put(TYPED_VALUE, typed);
            } else {
                putValue(value.encoded(), group, type, parts);
            }
        }
    }

    private static void putValue(byte[] value, Group group, VariantType type, Map<String, Object> parts) {
        if (!group.hasValue) {
            throw new InvalidRecordException("a variant value of type " + type
                    + " has no place: it is not of the type of typed_value, and there is no column value beside it");
        }
        parts.put(VALUE, value);
    }

    private void shredObject(VariantView object, Group group, ObjectFields shredded, Map<String, Object> parts) {
        Map<String, Object> typed = new HashMap<>();
        shredded.groups.keySet().forEach(name -> typed.put(name, Map.of()));
        Map<String, byte[]> others = new LinkedHashMap<>();
        VariantView.Children fields = object.children();
        for (int i = 0; i < fields.count(); i++) {
            String name = fields.name(i);
            Group field = shredded.groups.get(name);
            if (field == null) {
                others.put(name, fields.value(i).encoded());
                continue;
            }
            Map<String, Object> fieldParts = new HashMap<>();
            try {
                shred(fields.value(i), field, fieldParts);
            } catch (InvalidRecordException e) {
                throw e.inField(name);
            }
            typed.put(name, fieldParts);
        }
        parts.put(TYPED_VALUE, typed);
        if (!others.isEmpty()) {
            putValue(VariantEncoder.ofObject(others, names), group, VariantType.OBJECT, parts);
        }
    }

    private void shredArray(VariantView array, Group element, Map<String, Object> parts) {
        VariantView.Children children = array.children();
        List<Object> elements = new ArrayList<>(children.count());
        for (int i = 0; i < children.count(); i++) {
            Map<String, Object> elementParts = new HashMap<>();
            try {
                shred(children.value(i), element, elementParts);
            } catch (InvalidRecordException e) {
                throw e.inElement(i);
            }
            elements.add(elementParts);
        }
        parts.put(TYPED_VALUE, elements);
    }

    /** The value as the column takes it, or null where the column does not stand for its type. */
    private static Object leafValue(VariantView value, VariantType type, PrimitiveType column) {
        LogicalType meaning = column.logicalType().orElse(null);
        return switch (type) {
            case TRUE, FALSE ->
                column.physicalType() == PhysicalType.BOOLEAN ? (Object) (type == VariantType.TRUE) : null;
            case INT8 -> int32(value, column, isInt(meaning, 8));
            case INT16 -> int32(value, column, isInt(meaning, 16));
            case INT32 -> int32(value, column, meaning == null || isInt(meaning, 32));
            case DATE -> int32(value, column, meaning == LogicalType.DATE);
            case INT64 -> int64(value, column, meaning == null || isInt(meaning, 64));
            case TIME_NTZ_MICROS -> int64(value, column, TIME.equals(meaning));
            case TIMESTAMP_MICROS -> int64(value, column, isTimestamp(meaning, true, TimeUnit.MICROS));
            case TIMESTAMP_NTZ_MICROS -> int64(value, column, isTimestamp(meaning, false, TimeUnit.MICROS));
            case TIMESTAMP_NANOS -> int64(value, column, isTimestamp(meaning, true, TimeUnit.NANOS));
            case TIMESTAMP_NTZ_NANOS -> int64(value, column, isTimestamp(meaning, false, TimeUnit.NANOS));
            case FLOAT ->
                column.physicalType() == PhysicalType.FLOAT && meaning == null ? (Object) value.floatValue() : null;
            case DOUBLE ->
                column.physicalType() == PhysicalType.DOUBLE && meaning == null ? (Object) value.doubleValue() : null;
            case DECIMAL4, DECIMAL8, DECIMAL16 -> decimal(value, type, column, meaning);
            case BINARY, STRING, UUID -> bytes(value, type, column, meaning);
            case NULL, OBJECT, ARRAY -> null;
        };
    }

    private static Object int32(VariantView value, PrimitiveType column, boolean same) {
        return same && column.physicalType() == PhysicalType.INT32 ? (Object) (int) value.longValue() : null;
    }

    private static Object int64(VariantView value, PrimitiveType column, boolean same) {
        return same && column.physicalType() == PhysicalType.INT64 ? (Object) value.longValue() : null;
    }

    private static boolean isInt(LogicalType meaning, int bits) {
        return meaning instanceof LogicalType.Int integer && integer.signed() && integer.bitWidth() == bits;
    }

    private static boolean isTimestamp(LogicalType meaning, boolean utc, TimeUnit unit) {
        return meaning instanceof LogicalType.Timestamp timestamp
                && timestamp.adjustedToUtc() == utc
                && timestamp.unit() == unit;
    }

    private static Object decimal(VariantView value, VariantType type, PrimitiveType column, LogicalType meaning) {
        if (!(meaning instanceof LogicalType.Decimal form)) {
            return null;
        }
        boolean same = switch (column.physicalType()) {
            case INT32 -> type == VariantType.DECIMAL4;
            case INT64 -> type == VariantType.DECIMAL8;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> type == VariantType.DECIMAL16;
            case BOOLEAN, INT96, FLOAT, DOUBLE -> false;
        };
        if (!same) {
            return null;
        }
        BigDecimal decimal = value.decimalValue();
        return decimal.scale() == form.scale() && decimal.precision() <= form.precision() ? decimal : null;
    }

    private static Object bytes(VariantView value, VariantType type, PrimitiveType column, LogicalType meaning) {
        return switch (column.physicalType()) {
            case BYTE_ARRAY ->
                type == VariantType.STRING && meaning == LogicalType.STRING
                        ? text(value.content())
                        : type == VariantType.BINARY && meaning == null ? value.content() : null;
            case FIXED_LEN_BYTE_ARRAY ->
                type == VariantType.UUID && meaning == LogicalType.UUID ? value.content() : null;
            case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE -> null;
        };
    }

    /** Null for bytes that are no UTF-8: a column of text would give others back. */
    private static String text(byte[] content) {
        return Utf8Text.orNull(content, 0, content.length);
    }
}
