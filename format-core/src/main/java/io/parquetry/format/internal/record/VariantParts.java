package io.parquetry.format.internal.record;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.variant.VariantEncoder;
import io.parquetry.format.variant.VariantMetadata;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of one shredded variant, and its reconstruction (VariantShredding.md, "Reconstructing a Shredded Variant").
 * Field names can only be encoded once the metadata is known, so the parts are kept until the group is complete.
 */
final class VariantParts {
    private static final byte[] NULL = VariantEncoder.ofNull();

    private VariantParts() {}

    static boolean isBytes(PhysicalType type) {
        return type == PhysicalType.BYTE_ARRAY;
    }

    /** An encoded value, a typed value, or both for a partially shredded object. */
    static final class Group {
        byte[] metadata;
        byte[] value;
        /** An encoded value, {@link ShreddedObject}, {@link Elements}, or null. */
        Object typedValue;
    }

    /** A shredded object; a missing field is a group without value. */
    static final class ShreddedObject {
        final Map<String, Group> parts = new LinkedHashMap<>();
    }

    /** A shredded array. */
    static final class Elements {
        final List<Group> parts = new ArrayList<>();
    }

    /** Assembles the variants of one column. */
    static final class Joiner {
        /** Of the last variant: entries of a dictionary are the same array in each row. */
        private byte[] lastNames;

        private VariantMetadata names;

        /** The value of the whole variant; a missing value is a variant null. */
        byte[] assemble(Group variant) {
            if (variant.typedValue == null) {
                return variant.value == null ? NULL : variant.value;
            }
            if (variant.metadata != lastNames) {
                names = VariantMetadata.parse(variant.metadata);
                lastNames = variant.metadata;
            }
            return encode(variant, names);
        }
    }

    /** The value of a group, or null when it is missing. */
    private static byte[] encode(Group group, VariantMetadata metadata) {
        if (group.typedValue == null) {
            return group.value;
        }
        if (group.typedValue instanceof ShreddedObject fields) {
            return encodeObject(group, fields, metadata);
        }
        if (group.value != null) {
            throw new CorruptFileException("variant has both value and typed_value, which only an object may");
        }
        return group.typedValue instanceof Elements elements
                ? encodeArray(elements, metadata)
                : (byte[]) group.typedValue;
    }

    private static byte[] encodeObject(Group group, ShreddedObject shredded, VariantMetadata metadata) {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        if (group.value != null) {
            fields.putAll(VariantEncoder.fieldsOf(group.value, metadata)
                    .orElseThrow(() -> new CorruptFileException(
                            "variant has shredded fields beside a value that is not an object")));
        }
        shredded.parts.forEach((name, part) -> {
            byte[] value = encode(part, metadata);
            if (value == null) {
                fields.remove(name);
            } else {
                fields.put(name, value);
            }
        });
        return VariantEncoder.ofObject(fields, metadata);
    }

    private static byte[] encodeArray(Elements array, VariantMetadata metadata) {
        List<byte[]> elements = new ArrayList<>(array.parts.size());
        for (Group part : array.parts) {
            // Elements should be required; a null element is taken for a missing one.
            byte[] value = part == null ? null : encode(part, metadata);
            elements.add(value == null ? NULL : value);
        }
        return VariantEncoder.ofArray(elements);
    }
}
