package io.parquetry.format.variant;

import io.parquetry.format.InvalidRecordException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Builds variants in one pass over a value: {@code add...} gives a value, and those between {@code begin...} and {@code
 * end...} are elements or, each behind its {@link #name}, fields. One builder makes many variants, one after the other,
 * and remembers names between them.
 *
 * <p>The values of an object are stored in the order in which they were added, while its field ids are in the order of
 * the names, as VariantEncoding.md wants them; so a reader can give the fields back in their order. The dictionary has
 * the names in the order in which they first came.
 */
public final class VariantBuilder {
    /** The longest value, and the longest dictionary: other engines refuse longer ones. */
    public static final int BYTES_MAX = 128 << 20;

    // What a builder keeps from one variant to the next

    private static final int KEPT_BYTES_MAX = 1 << 20;
    private static final int CHILDREN_KEPT_MAX = 1 << 16;
    private static final int NAMES_KEPT_MAX = 10_000;
    private static final int NAME_BYTES_KEPT_MAX = 1 << 20;

    private static final Comparator<Name> BY_BYTES = (one, other) -> Arrays.compareUnsigned(one.utf8, other.utf8);

    /** A field name; one object for all variants, which saves encoding it again. */
    private static final class Name {
        private final byte[] utf8;
        /** The variant that the id is of. */
        private long variant;

        private int id;
        /** Where the value of the field is, while its object is being ended. */
        private int offset;

        Name(byte[] utf8) {
            this.utf8 = utf8;
        }
    }

    private final Map<String, Name> known = new HashMap<>();
    private long knownBytes;
    private Name[] dictionary = new Name[32];
    private int names;
    private long dictionaryBytes;
    private long variant = 1;

    private byte[] bytes = new byte[256];
    private int length;

    /** The children of all open objects and arrays, outermost first: where each begins, and its name in an object. */
    private int[] starts = new int[64];

    private Name[] fieldNames = new Name[64];
    private int children;

    /** For each open object or array: where its first child begins, and how many children those around it have. */
    private int[] valuesStart = new int[16];

    private int[] firstChild = new int[16];
    private int depth;
    private Name next;

    public VariantBuilder() {}

    public void addNull() {
        type(VariantType.NULL);
    }

    public void addBoolean(boolean value) {
        type(value ? VariantType.TRUE : VariantType.FALSE);
    }

    public void addByte(byte value) {
        number(VariantType.INT8, value);
    }

    public void addShort(short value) {
        number(VariantType.INT16, value);
    }

    public void addInt(int value) {
        number(VariantType.INT32, value);
    }

    public void addLong(long value) {
        number(VariantType.INT64, value);
    }

    public void addFloat(float value) {
        number(VariantType.FLOAT, Float.floatToRawIntBits(value));
    }

    public void addDouble(double value) {
        number(VariantType.DOUBLE, Double.doubleToRawLongBits(value));
    }

    /** @param micros since 1970 in UTC */
    public void addTimestampMicros(long micros) {
        number(VariantType.TIMESTAMP_MICROS, micros);
    }

    /** Whether a decimal has a place in a variant: up to 38 digits, a scale from 0 to 38. */
    public static boolean holds(BigDecimal value) {
        return value.precision() <= 38 && value.scale() >= 0 && value.scale() <= 38;
    }

    /** @param value one that a variant {@link #holds} */
    public void addDecimal(BigDecimal value) {
        BigInteger unscaled = value.unscaledValue();
        // Spark refuses a scale that is larger than the most digits of the type.
        int digits = Math.max(value.precision(), value.scale());
        VariantType type =
                digits <= 9 ? VariantType.DECIMAL4 : digits <= 18 ? VariantType.DECIMAL8 : VariantType.DECIMAL16;
        type(type);
        reserve(type.bytes);
        bytes[length++] = (byte) value.scale();
        for (int i = 0; i < type.bytes - 1; i++) {
            bytes[length++] = unscaled.shiftRight(8 * i).byteValue();
        }
    }

    public void addBinary(byte[] source, int offset, int count) {
        type(VariantType.BINARY);
        put(count, 4);
        append(source, offset, count);
    }

    /** @throws InvalidRecordException when the text has an unpaired surrogate, which UTF-8 cannot represent */
    public void addString(String text) {
        byte[] utf8 = utf8(text);
        if (utf8.length < 64) {
            child();
            put(utf8.length << 2 | VariantType.BASIC_SHORT_STRING, 1);
        } else {
            type(VariantType.STRING);
            put(utf8.length, 4);
        }
        append(utf8, 0, utf8.length);
    }

    private static byte[] utf8(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    throw new InvalidRecordException("the text has an unpaired surrogate at position " + i
                            + ", which UTF-8 cannot represent; remove or replace it");
                }
                i++;
            }
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public void beginArray() {
        begin();
    }

    public void endArray() {
        int first = firstChild[depth - 1];
        int count = children - first;
        int start = valuesStart[depth - 1];
        int total = length - start;
        int width = width(total);
        boolean large = VariantEncoder.isLarge(count);
        int countWidth = large ? 4 : 1;
        long header = 1L + countWidth + (count + 1L) * width;
        insert(start, header);
        int end = length;
        length = start;
        put(VariantEncoder.arrayHeader(large, width), 1);
        put(count, countWidth);
        for (int i = first; i < children; i++) {
            put(starts[i] - start, width);
        }
        put(total, width);
        end(first, end);
    }

    public void beginObject() {
        begin();
    }

    /** The name of the next value, which the object must not have yet. */
    public void name(String name) {
        next = interned(name);
    }

    /**
     * Adds a name to the dictionary, whether an object has it or not. parquet-java reads a shredded variant only if its
     * dictionary has the names of all shredded fields, also of those that are missing.
     */
    public void declare(String name) {
        interned(name);
    }

    private Name interned(String name) {
        Name interned = known.get(name);
        if (interned == null) {
            interned = new Name(utf8(name));
            known.put(name, interned);
            knownBytes += interned.utf8.length;
        }
        if (interned.variant != variant) {
            interned.variant = variant;
            interned.id = names;
            if (names == dictionary.length) {
                dictionary = Arrays.copyOf(dictionary, 2 * names);
            }
            dictionary[names++] = interned;
            dictionaryBytes += interned.utf8.length;
        }
        return interned;
    }

    public void endObject() {
        int first = firstChild[depth - 1];
        int count = children - first;
        int start = valuesStart[depth - 1];
        int total = length - start;
        int largestId = 0;
        for (int i = first; i < children; i++) {
            fieldNames[i].offset = starts[i] - start;
            largestId = Math.max(largestId, fieldNames[i].id);
        }
        Arrays.sort(fieldNames, first, children, BY_BYTES);
        int width = width(total);
        int idWidth = width(largestId);
        boolean large = VariantEncoder.isLarge(count);
        int countWidth = large ? 4 : 1;
        long header = 1L + countWidth + (long) count * idWidth + (count + 1L) * width;
        insert(start, header);
        int end = length;
        length = start;
        put(VariantEncoder.objectHeader(large, idWidth, width), 1);
        put(count, countWidth);
        for (int i = first; i < children; i++) {
            put(fieldNames[i].id, idWidth);
        }
        for (int i = first; i < children; i++) {
            put(fieldNames[i].offset, width);
        }
        put(total, width);
        end(first, end);
    }

    /** Ends the variant; the builder is ready for the next one. */
    public Variant finish() {
        Variant finished = new Variant(metadata(), Arrays.copyOf(bytes, length));
        reset();
        return finished;
    }

    /** Gives the variant up; the builder is ready for the next one. */
    public void reset() {
        length = 0;
        children = 0;
        depth = 0;
        names = 0;
        dictionaryBytes = 0;
        variant++;
        next = null;
        if (bytes.length > KEPT_BYTES_MAX) {
            bytes = new byte[256];
        }
        if (starts.length > CHILDREN_KEPT_MAX) {
            starts = new int[64];
            fieldNames = new Name[64];
        }
        if (known.size() > NAMES_KEPT_MAX || knownBytes > NAME_BYTES_KEPT_MAX) {
            known.clear();
            knownBytes = 0;
            dictionary = new Name[32];
        }
    }

    private byte[] metadata() {
        if (dictionaryBytes + 4L * names > BYTES_MAX) {
            throw tooLong("dictionary of field names");
        }
        int width = width((int) Math.max(names, dictionaryBytes));
        byte[] metadata = new byte[(int) (1 + (names + 2L) * width + dictionaryBytes)];
        boolean sorted = true;
        for (int i = 1; i < names && sorted; i++) {
            sorted = BY_BYTES.compare(dictionary[i - 1], dictionary[i]) < 0;
        }
        metadata[0] = (byte) VariantEncoder.metadataHeader(width, sorted);
        int at = VariantBytes.put(metadata, 1, names, width);
        int content = 1 + (names + 2) * width;
        int offset = 0;
        at = VariantBytes.put(metadata, at, 0, width);
        for (int i = 0; i < names; i++) {
            byte[] utf8 = dictionary[i].utf8;
            System.arraycopy(utf8, 0, metadata, content + offset, utf8.length);
            offset += utf8.length;
            at = VariantBytes.put(metadata, at, offset, width);
        }
        return metadata;
    }

    private void begin() {
        child();
        if (depth == VariantView.DEPTH_MAX) {
            throw new InvalidRecordException("the value nests deeper than " + VariantView.DEPTH_MAX
                    + " levels, which is the most that a variant may; flatten it, or store it as text");
        }
        if (depth == valuesStart.length) {
            valuesStart = Arrays.copyOf(valuesStart, 2 * depth);
            firstChild = Arrays.copyOf(firstChild, 2 * depth);
        }
        valuesStart[depth] = length;
        firstChild[depth++] = children;
    }

    /** Ends the innermost object or array, whose header has been written. */
    private void end(int first, int end) {
        length = end;
        children = first;
        depth--;
    }

    /** Notes where the next value begins in the object or array around it. */
    private void child() {
        if (depth == 0) {
            return;
        }
        if (children == starts.length) {
            starts = Arrays.copyOf(starts, 2 * children);
            fieldNames = Arrays.copyOf(fieldNames, 2 * children);
        }
        starts[children] = length;
        fieldNames[children++] = next;
        next = null;
    }

    /** Moves the values from {@code start} on, so that a header fits before them. */
    private void insert(int start, long header) {
        reserve(header);
        System.arraycopy(bytes, start, bytes, (int) (start + header), length - start);
        length += (int) header;
    }

    private void type(VariantType type) {
        child();
        put(type.id << 2 | VariantType.BASIC_PRIMITIVE, 1);
    }

    private void number(VariantType type, long value) {
        type(type);
        put(value, type.bytes);
    }

    private void put(long value, int width) {
        reserve(width);
        length = VariantBytes.put(bytes, length, value, width);
    }

    private void append(byte[] source, int offset, int count) {
        reserve(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    private void reserve(long count) {
        if (length + count > BYTES_MAX) {
            throw tooLong("value");
        }
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(BYTES_MAX, Math.max(2L * bytes.length, length + count)));
        }
    }

    private static InvalidRecordException tooLong(String what) {
        return new InvalidRecordException("the " + what + " takes more than " + (BYTES_MAX >> 20)
                + " MiB, which is the most that a variant may; split the value, or store it as text");
    }

    private static int width(int value) {
        return VariantEncoder.width(value);
    }
}
