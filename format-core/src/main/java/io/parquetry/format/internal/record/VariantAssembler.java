package io.parquetry.format.internal.record;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.variant.VariantEncoder;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Builds variants from the columns that they were shredded into (VariantShredding.md). The assembler uses it like any
 * {@link RecordBuilder}; the struct of the whole group is the object that the host's {@link VariantMaker} makes of the
 * reconstructed variant.
 */
public final class VariantAssembler implements RecordBuilder<Object> {
    /** A variant has one byte for the scale, which a larger one would overflow. */
    private static final int DECIMAL_DIGITS_MAX = 38;

    private final VariantMaker host;
    private final Map<Shape, Role> roles = new IdentityHashMap<>();

    /** The role of a field of the shredded group. */
    private enum Role {
        VARIANT,
        METADATA,
        VALUE,
        TYPED_VALUE,
        /** A group of value and typed value: a field of an object or an element of an array. */
        PART
    }

    VariantAssembler(Shape.VariantShape variant, VariantMaker host) {
        this.host = host;
        roles.put(variant.parts(), Role.VARIANT);
        assign(variant.parts());
    }

    /** @throws UnsupportedFeatureException when no variant can be built from the columns */
    public static void require(Shape.VariantShape variant) {
        VariantAssembler assembler = new VariantAssembler(variant, (metadata, value) -> value);
        assembler.roles.forEach((shape, role) -> {
            if (role == Role.TYPED_VALUE && shape instanceof Shape.LeafShape leaf) {
                typed(leaf);
            }
        });
    }

    /** Gives the fields of a group of value and typed value their roles, by name. */
    private void assign(Shape.StructShape group) {
        for (Shape field : group.fields()) {
            switch (field.name()) {
                case "metadata" -> roles.put(requireBytes(field), Role.METADATA);
                case "value" -> roles.put(requireBytes(field), Role.VALUE);
                case "typed_value" -> {
                    roles.put(field, Role.TYPED_VALUE);
                    assignTyped(field);
                }
                default -> throw unsupported("field " + field.name() + " beside value and typed_value", group);
            }
        }
    }

    private void assignTyped(Shape typed) {
        if (typed instanceof Shape.StructShape object) {
            object.fields().forEach(this::assignPart);
        } else if (typed instanceof Shape.ListShape array) {
            assignPart(array.element());
        } else if (!(typed instanceof Shape.LeafShape)) {
            throw unsupported("typed_value that is a map or a variant", typed);
        }
    }

    private void assignPart(Shape part) {
        if (!(part instanceof Shape.StructShape group)) {
            throw unsupported("shredded field " + part.name() + " that is not a group", part);
        }
        roles.put(group, Role.PART);
        assign(group);
    }

    private static Shape requireBytes(Shape field) {
        if (field instanceof Shape.LeafShape leaf
                && VariantParts.isBytes(leaf.type().physicalType())) {
            return field;
        }
        throw unsupported(field.name() + " that is not a BYTE_ARRAY", field);
    }

    private static UnsupportedFeatureException unsupported(String what, Shape where) {
        return new UnsupportedFeatureException("unsupported: shredded variant with a " + what + ", at " + where.name());
    }

    @Override
    public StructMaker<?, Object> record(Shape.StructShape shape) {
        return new GroupMaker(shape) {
            private final VariantParts.Joiner joiner = new VariantParts.Joiner();

            @Override
            public Object finish(VariantParts.Group group) {
                try {
                    if (group.metadata == null) {
                        throw new CorruptFileException("variant has no metadata");
                    }
                    return host.of(group.metadata, joiner.assemble(group));
                } catch (CorruptFileException e) {
                    throw new CorruptFileException("field " + shape.name() + ": " + e.reason(), e);
                }
            }
        };
    }

    @Override
    public StructMaker<?, ?> struct(Shape.StructShape shape) {
        return switch (roles.get(shape)) {
            case PART -> new GroupMaker(shape);
            case TYPED_VALUE -> new ShreddedObjectMaker(names(shape));
            case VARIANT -> throw unsupported("variant inside itself", shape);
            case METADATA, VALUE -> throw unsupported("group in place of a BYTE_ARRAY", shape);
        };
    }

    private static String[] names(Shape.StructShape shape) {
        return shape.fields().stream().map(Shape::name).toArray(String[]::new);
    }

    @Override
    public ListMaker<?> list(Shape.ListShape shape) {
        return new ListMaker<VariantParts.Elements>() {
            @Override
            public VariantParts.Elements create(int elements) {
                return new VariantParts.Elements();
            }

            @Override
            public void add(VariantParts.Elements list, Object element) {
                list.parts.add((VariantParts.Group) element);
            }
        };
    }

    @Override
    public MapMaker<?> map(Shape.MapShape shape) {
        throw unsupported("map", shape);
    }

    @Override
    public LeafMaker leaf(Shape.LeafShape shape) {
        return switch (roles.get(shape)) {
            case METADATA, VALUE -> bytes(Arrays::copyOfRange);
            case TYPED_VALUE -> typed(shape);
            case VARIANT, PART -> throw unsupported("leaf in place of a group", shape);
        };
    }

    /** Makers return new arrays that nobody changes, so those of dictionary entries may be shared. */
    private static LeafMaker typed(Shape.LeafShape leaf) {
        LogicalType meaning = leaf.type().logicalType().orElse(null);
        LeafMaker maker = switch (leaf.type().physicalType()) {
            case BOOLEAN -> meaning == null ? (LeafMaker.OfBoolean) VariantEncoder::ofBoolean : null;
            case FLOAT -> meaning == null ? (LeafMaker.OfFloat) VariantEncoder::ofFloat : null;
            case DOUBLE -> meaning == null ? (LeafMaker.OfDouble) VariantEncoder::ofDouble : null;
            case INT32 -> int32(meaning);
            case INT64 -> int64(meaning);
            case BYTE_ARRAY -> byteArray(meaning);
            case FIXED_LEN_BYTE_ARRAY ->
                meaning == LogicalType.UUID
                        ? bytes((source, start, end) -> VariantEncoder.ofUuid(source, start))
                        : meaning instanceof LogicalType.Decimal decimal ? decimal16(decimal) : null;
            case INT96 -> null;
        };
        boolean tooWide = meaning instanceof LogicalType.Decimal decimal && decimal.precision() > DECIMAL_DIGITS_MAX;
        if (maker == null || tooWide) {
            throw new UnsupportedFeatureException("unsupported: shredded variant value of type "
                    + leaf.type().kind() + ", at column "
                    + leaf.column().dottedPath() + "; VariantShredding.md lists the types that may be shredded");
        }
        return maker;
    }

    private static LeafMaker int32(LogicalType meaning) {
        if (meaning == null) {
            return (LeafMaker.OfInt) value -> VariantEncoder.ofInt(value, 32);
        }
        if (meaning instanceof LogicalType.Int integer && integer.signed() && integer.bitWidth() <= 32) {
            return (LeafMaker.OfInt) value -> VariantEncoder.ofInt(value, integer.bitWidth());
        }
        if (meaning instanceof LogicalType.Decimal decimal) {
            return (LeafMaker.OfInt) value -> VariantEncoder.ofDecimal4(value, decimal.scale());
        }
        return meaning == LogicalType.DATE ? (LeafMaker.OfInt) VariantEncoder::ofDate : null;
    }

    private static LeafMaker int64(LogicalType meaning) {
        if (meaning == null || meaning instanceof LogicalType.Int integer && integer.signed()) {
            return (LeafMaker.OfLong) value -> VariantEncoder.ofInt(value, 64);
        }
        if (meaning instanceof LogicalType.Decimal decimal) {
            return (LeafMaker.OfLong) value -> VariantEncoder.ofDecimal8(value, decimal.scale());
        }
        if (meaning instanceof LogicalType.Time time && !time.adjustedToUtc() && time.unit() == TimeUnit.MICROS) {
            return (LeafMaker.OfLong) VariantEncoder::ofTime;
        }
        if (meaning instanceof LogicalType.Timestamp timestamp) {
            boolean utc = timestamp.adjustedToUtc();
            return switch (timestamp.unit()) {
                case MICROS -> (LeafMaker.OfLong) value -> VariantEncoder.ofTimestampMicros(value, utc);
                case NANOS -> (LeafMaker.OfLong) value -> VariantEncoder.ofTimestampNanos(value, utc);
                case MILLIS -> null;
            };
        }
        return null;
    }

    private static LeafMaker byteArray(LogicalType meaning) {
        if (meaning == null) {
            return bytes((source, start, end) -> VariantEncoder.ofBinary(source, start, end - start));
        }
        if (meaning == LogicalType.STRING) {
            return bytes((source, start, end) -> VariantEncoder.ofString(source, start, end - start));
        }
        return meaning instanceof LogicalType.Decimal decimal ? decimal16(decimal) : null;
    }

    private static LeafMaker decimal16(LogicalType.Decimal decimal) {
        return bytes((source, start, end) -> VariantEncoder.ofDecimal16(
                start == end ? BigInteger.ZERO : new BigInteger(source, start, end - start), decimal.scale()));
    }

    /** Encodes a range of bytes as a variant value. */
    private interface Encoder {
        byte[] encode(byte[] source, int start, int end);
    }

    private static LeafMaker.OfBytes bytes(Encoder encoder) {
        return (buffer, offset, length) -> encoder.encode(buffer, offset, offset + length);
    }

    /** Makes a group of metadata, value and typed value. */
    private static class GroupMaker implements StructMaker<VariantParts.Group, Object> {
        private final String[] names;

        GroupMaker(Shape.StructShape shape) {
            this.names = names(shape);
        }

        @Override
        public VariantParts.Group create() {
            return new VariantParts.Group();
        }

        @Override
        public void set(VariantParts.Group group, int index, Object value) {
            switch (names[index]) {
                case "metadata" -> group.metadata = (byte[]) value;
                case "value" -> group.value = (byte[]) value;
                default -> group.typedValue = value;
            }
        }

        @Override
        public Object finish(VariantParts.Group group) {
            return group;
        }
    }

    /** Makes the fields of a shredded object. */
    private record ShreddedObjectMaker(String[] names) implements FieldMaker<VariantParts.ShreddedObject> {
        @Override
        public VariantParts.ShreddedObject create() {
            return new VariantParts.ShreddedObject();
        }

        @Override
        public void set(VariantParts.ShreddedObject struct, int index, Object value) {
            struct.parts.put(names[index], (VariantParts.Group) value);
        }
    }
}
