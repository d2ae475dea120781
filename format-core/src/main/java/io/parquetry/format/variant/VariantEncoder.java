package io.parquetry.format.variant;

import io.parquetry.format.CorruptFileException;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Makes variant values (VariantEncoding.md, "Value encoding"). Each method gives the bytes of one value; arrays and
 * objects are put together from the bytes of what they hold, with a dictionary that is known: so a reader joins the
 * parts of a shredded variant. {@link VariantBuilder} encodes a new value and makes its dictionary.
 */
public final class VariantEncoder {
    private static final int METADATA_VERSION = 1;
    private static final int SORTED = 1 << 4;

    private VariantEncoder() {}

    /**
     * The dictionary of field names, each once, in the order of their bytes (VariantEncoding.md, "Metadata encoding").
     */
    public static byte[] ofMetadata(Collection<String> names) {
        TreeSet<byte[]> ordered = new TreeSet<>(Arrays::compareUnsigned);
        names.forEach(name -> ordered.add(name.getBytes(StandardCharsets.UTF_8)));
        List<byte[]> sorted = List.copyOf(ordered);
        int width = width(Math.max(sorted.size(), totalLength(sorted)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(metadataHeader(width, true));
        put(out, sorted.size(), width);
        putOffsets(out, sorted, width);
        sorted.forEach(out::writeBytes);
        return out.toByteArray();
    }

    static int metadataHeader(int width, boolean sorted) {
        return width - 1 << 6 | (sorted ? SORTED : 0) | METADATA_VERSION;
    }

    /** Whether a number of children takes four bytes instead of one. */
    static boolean isLarge(int children) {
        return children > 255;
    }

    static int arrayHeader(boolean large, int offsetWidth) {
        return ((large ? 1 << 2 : 0) | offsetWidth - 1) << 2 | VariantType.BASIC_ARRAY;
    }

    static int objectHeader(boolean large, int idWidth, int offsetWidth) {
        return ((large ? 1 << 4 : 0) | idWidth - 1 << 2 | offsetWidth - 1) << 2 | VariantType.BASIC_OBJECT;
    }

    public static byte[] ofNull() {
        return primitive(VariantType.NULL);
    }

    public static byte[] ofBoolean(boolean value) {
        return primitive(value ? VariantType.TRUE : VariantType.FALSE);
    }

    /** @param bitWidth 8, 16, 32 or 64 */
    public static byte[] ofInt(long value, int bitWidth) {
        return switch (bitWidth) {
            case 8 -> number(VariantType.INT8, value);
            case 16 -> number(VariantType.INT16, value);
            case 32 -> number(VariantType.INT32, value);
            case 64 -> number(VariantType.INT64, value);
            default -> throw new IllegalArgumentException("no variant integer has " + bitWidth + " bits");
        };
    }

    public static byte[] ofFloat(float value) {
        return number(VariantType.FLOAT, Float.floatToRawIntBits(value));
    }

    public static byte[] ofDouble(double value) {
        return number(VariantType.DOUBLE, Double.doubleToRawLongBits(value));
    }

    /** A decimal of up to 9 digits. */
    public static byte[] ofDecimal4(int unscaled, int scale) {
        return decimal(VariantType.DECIMAL4, BigInteger.valueOf(unscaled), scale);
    }

    /** A decimal of up to 18 digits. */
    public static byte[] ofDecimal8(long unscaled, int scale) {
        return decimal(VariantType.DECIMAL8, BigInteger.valueOf(unscaled), scale);
    }

    /** A decimal of up to 38 digits. */
    public static byte[] ofDecimal16(BigInteger unscaled, int scale) {
        if (unscaled.bitLength() > 127) {
            throw new CorruptFileException("decimal " + unscaled + " does not fit the 16 bytes of a variant decimal");
        }
        return decimal(VariantType.DECIMAL16, unscaled, scale);
    }

    public static byte[] ofDate(int days) {
        return number(VariantType.DATE, days);
    }

    /** @param micros since midnight */
    public static byte[] ofTime(long micros) {
        return number(VariantType.TIME_NTZ_MICROS, micros);
    }

    public static byte[] ofTimestampMicros(long micros, boolean adjustedToUtc) {
        return number(adjustedToUtc ? VariantType.TIMESTAMP_MICROS : VariantType.TIMESTAMP_NTZ_MICROS, micros);
    }

    public static byte[] ofTimestampNanos(long nanos, boolean adjustedToUtc) {
        return number(adjustedToUtc ? VariantType.TIMESTAMP_NANOS : VariantType.TIMESTAMP_NTZ_NANOS, nanos);
    }

    public static byte[] ofBinary(byte[] source, int offset, int length) {
        return withLength(VariantType.BINARY, source, offset, length);
    }

    /** Text in UTF-8; up to 63 bytes take the short form. */
    public static byte[] ofString(byte[] utf8, int offset, int length) {
        if (length >= 64) {
            return withLength(VariantType.STRING, utf8, offset, length);
        }
        byte[] bytes = new byte[1 + length];
        bytes[0] = (byte) (length << 2 | VariantType.BASIC_SHORT_STRING);
        System.arraycopy(utf8, offset, bytes, 1, length);
        return bytes;
    }

    /** @param source holds 16 bytes, big-endian, from {@code offset} on */
    public static byte[] ofUuid(byte[] source, int offset) {
        byte[] bytes = new byte[17];
        bytes[0] = header(VariantType.UUID);
        System.arraycopy(source, offset, bytes, 1, 16);
        return bytes;
    }

    public static byte[] ofArray(List<byte[]> elements) {
        int valueBytes = totalLength(elements);
        int offsetWidth = width(valueBytes);
        boolean large = isLarge(elements.size());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(arrayHeader(large, offsetWidth));
        put(out, elements.size(), large ? 4 : 1);
        putOffsets(out, elements, offsetWidth);
        elements.forEach(out::writeBytes);
        return out.toByteArray();
    }

    /**
     * An object.
     *
     * @param fields values by name; every name must be in {@code metadata}
     */
    public static byte[] ofObject(Map<String, byte[]> fields, VariantMetadata metadata) {
        TreeMap<byte[], String> ordered = new TreeMap<>(Arrays::compareUnsigned);
        fields.keySet().forEach(name -> ordered.put(name.getBytes(StandardCharsets.UTF_8), name));
        List<byte[]> values = new ArrayList<>();
        List<Integer> ids = new ArrayList<>();
        int largestId = 0;
        for (String name : ordered.values()) {
            int id = metadata.id(name)
                    .orElseThrow(() ->
                            new CorruptFileException("variant field '" + name + "' is missing from the metadata"));
            ids.add(id);
            largestId = Math.max(largestId, id);
            values.add(fields.get(name));
        }
        int offsetWidth = width(totalLength(values));
        int idWidth = width(largestId);
        boolean large = isLarge(values.size());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(objectHeader(large, idWidth, offsetWidth));
        put(out, values.size(), large ? 4 : 1);
        ids.forEach(id -> put(out, id, idWidth));
        putOffsets(out, values, offsetWidth);
        values.forEach(out::writeBytes);
        return out.toByteArray();
    }

    /** The fields of an encoded object, each as the bytes of its value; empty when it is no object. */
    public static Optional<Map<String, byte[]>> fieldsOf(byte[] value, VariantMetadata metadata) {
        VariantView view = VariantView.of(metadata, value);
        if (view.type() != VariantType.OBJECT) {
            return Optional.empty();
        }
        Map<String, byte[]> fields = new LinkedHashMap<>();
        VariantView.Children children = view.children();
        long total = 0;
        for (int i = 0; i < children.count(); i++) {
            byte[] child = children.value(i).encoded();
            total += child.length;
            if (total > value.length) {
                throw new CorruptFileException("variant object of " + value.length + " bytes has fields that overlap");
            }
            fields.put(children.name(i), child);
        }
        return Optional.of(fields);
    }

    private static byte header(VariantType type) {
        return (byte) (type.id << 2 | VariantType.BASIC_PRIMITIVE);
    }

    private static byte[] primitive(VariantType type) {
        return new byte[] {header(type)};
    }

    private static byte[] number(VariantType type, long value) {
        byte[] bytes = new byte[1 + type.bytes];
        bytes[0] = header(type);
        for (int i = 0; i < type.bytes; i++) {
            bytes[1 + i] = (byte) (value >> 8 * i);
        }
        return bytes;
    }

    private static byte[] decimal(VariantType type, BigInteger unscaled, int scale) {
        byte[] bytes = new byte[1 + type.bytes];
        bytes[0] = header(type);
        bytes[1] = (byte) scale;
        for (int i = 0; i < type.bytes - 1; i++) {
            bytes[2 + i] = unscaled.shiftRight(8 * i).byteValue();
        }
        return bytes;
    }

    private static byte[] withLength(VariantType type, byte[] source, int offset, int length) {
        byte[] bytes = new byte[5 + length];
        bytes[0] = header(type);
        for (int i = 0; i < 4; i++) {
            bytes[1 + i] = (byte) (length >> 8 * i);
        }
        System.arraycopy(source, offset, bytes, 5, length);
        return bytes;
    }

    private static int totalLength(List<byte[]> values) {
        return Math.toIntExact(values.stream().mapToLong(value -> value.length).sum());
    }

    /** The fewest bytes that hold the number. */
    static int width(int value) {
        return value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 24 ? 3 : 4;
    }

    private static void put(ByteArrayOutputStream out, int value, int width) {
        for (int i = 0; i < width; i++) {
            out.write(value >> 8 * i);
        }
    }

    private static void putOffsets(ByteArrayOutputStream out, List<byte[]> values, int width) {
        int offset = 0;
        put(out, 0, width);
        for (byte[] value : values) {
            offset += value.length;
            put(out, offset, width);
        }
    }
}
