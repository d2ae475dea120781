package io.parquetry.format.variant;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UsageException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One value within variant data: the header byte at {@code start} and the bytes that follow. Every offset is checked
 * before it is followed; values may nest at most {@link #DEPTH_MAX} deep. Every method throws {@link
 * CorruptFileException} where the bytes are no variant.
 *
 * <p>Values of hostile data may share bytes: who visits all of them must count, since there are never more values than
 * bytes.
 */
public final class VariantView {
    public static final int DEPTH_MAX = 500;

    /** The shortest text that needs the long form; DuckDB gives it the short one, whose length is then 0. */
    private static final int LONG_TEXT_BYTES_MIN = 64;

    final VariantMetadata metadata;
    final byte[] bytes;
    final int start;
    private final int depth;
    private final int shortTextBytes;

    /** @param place bytes that the value may have, or 0 if that is not known */
    VariantView(VariantMetadata metadata, byte[] bytes, int start, int depth, long place) {
        if (depth > DEPTH_MAX) {
            throw new CorruptFileException("variant values nest deeper than " + DEPTH_MAX);
        }
        VariantBytes.requireRange(bytes, start, 1);
        this.metadata = metadata;
        this.bytes = bytes;
        this.start = start;
        this.depth = depth;
        this.shortTextBytes = header() == 0 && place == 1 + LONG_TEXT_BYTES_MIN ? LONG_TEXT_BYTES_MIN : header();
    }

    /** The value of a variant; {@code metadata} is that of the variant. */
    public static VariantView of(VariantMetadata metadata, byte[] value) {
        return new VariantView(metadata, value, 0, 0, value.length);
    }

    /** The type of the value; short strings are strings. */
    public VariantType type() {
        return switch (basicType()) {
            case VariantType.BASIC_OBJECT -> VariantType.OBJECT;
            case VariantType.BASIC_ARRAY -> VariantType.ARRAY;
            default -> primitive();
        };
    }

    /** The integer, or the number of days, microseconds or nanoseconds, of a value of such a type. */
    public long longValue() {
        VariantType type = type();
        if (type.bytes < 1 || type.bytes > Long.BYTES) {
            throw new UsageException("a variant value of type " + type + " is no number of up to 64 bits");
        }
        return number(type.bytes);
    }

    public float floatValue() {
        return Float.intBitsToFloat((int) number(VariantType.FLOAT.bytes));
    }

    public double doubleValue() {
        return Double.longBitsToDouble(number(VariantType.DOUBLE.bytes));
    }

    /** The value of a decimal of any width. */
    public BigDecimal decimalValue() {
        VariantBytes.requireRange(bytes, start, 1L + primitive().bytes);
        byte[] unscaled = new byte[primitive().bytes - 1];
        for (int i = 0; i < unscaled.length; i++) {
            unscaled[i] = bytes[start + 1 + unscaled.length - i];
        }
        return new BigDecimal(new BigInteger(unscaled), bytes[start + 1] & 0xFF);
    }

    /** The bytes of a string, a binary value or a UUID. */
    public byte[] content() {
        if (type() == VariantType.UUID) {
            VariantBytes.requireRange(bytes, start, 1L + VariantType.UUID.bytes);
            return Arrays.copyOfRange(bytes, start + 1, start + 1 + VariantType.UUID.bytes);
        }
        int length = contentLength();
        return Arrays.copyOfRange(bytes, contentStart(), contentStart() + length);
    }

    /** The text of a string. */
    public String text() {
        int length = contentLength();
        return new String(bytes, contentStart(), length, StandardCharsets.UTF_8);
    }

    /** The bytes of this value alone, which are a value under the same metadata. */
    public byte[] encoded() {
        return Arrays.copyOfRange(bytes, start, start + length());
    }

    int basicType() {
        return bytes[start] & 3;
    }

    private int header() {
        return bytes[start] >> 2 & 0x3F;
    }

    private boolean isObject() {
        return basicType() == VariantType.BASIC_OBJECT;
    }

    /** The type of a value that is neither object nor array; short strings are strings. */
    private VariantType primitive() {
        if (basicType() == VariantType.BASIC_SHORT_STRING) {
            return VariantType.STRING;
        }
        VariantType type = VariantType.known(header());
        if (type == null) {
            throw new CorruptFileException("variant primitive type " + header() + " is not defined");
        }
        return type;
    }

    /** Where the bytes of a string or binary begin. */
    int contentStart() {
        return basicType() == VariantType.BASIC_SHORT_STRING ? start + 1 : start + 5;
    }

    /** How many bytes a string or binary has. */
    int contentLength() {
        long length = basicType() == VariantType.BASIC_SHORT_STRING
                ? shortTextBytes
                : VariantBytes.unsigned(bytes, start + 1, 4);
        VariantBytes.requireRange(bytes, contentStart(), length);
        return (int) length;
    }

    /** The number behind the header byte. */
    long number(int width) {
        return VariantBytes.signed(bytes, start + 1, width);
    }

    /** Bytes of the whole value with its header. */
    int length() {
        long length = switch (basicType()) {
            case VariantType.BASIC_PRIMITIVE -> {
                VariantType type = primitive();
                yield type.bytes >= 0 ? 1L + type.bytes : 5L + contentLength();
            }
            case VariantType.BASIC_SHORT_STRING -> 1L + contentLength();
            default -> {
                Children children = children();
                yield children.valuesStart - start + children.offset(children.count);
            }
        };
        VariantBytes.requireRange(bytes, start, length);
        return (int) length;
    }

    /** The elements of an array or the fields of an object; only for those. */
    public Children children() {
        return new Children();
    }

    /**
     * The table in front of nested values: number of elements (1 or 4 bytes), field ids (objects only), one offset more
     * than elements.
     */
    public final class Children {
        private final int count;
        private final int idWidth;
        private final int offsetWidth;
        private final int idsStart;
        private final int offsetsStart;
        final int valuesStart;
        private boolean orderIsKnown;
        private boolean inOrder;

        private Children() {
            boolean object = isObject();
            int header = header();
            offsetWidth = (header & 3) + 1;
            idWidth = object ? (header >> 2 & 3) + 1 : 0;
            boolean large = (header >> (object ? 4 : 2) & 1) == 1;
            int countWidth = large ? 4 : 1;
            long elements = VariantBytes.unsigned(bytes, start + 1, countWidth);
            idsStart = start + 1 + countWidth;
            long tableBytes = elements * idWidth + (elements + 1) * offsetWidth;
            VariantBytes.requireRange(bytes, idsStart, tableBytes);
            count = (int) elements;
            offsetsStart = idsStart + count * idWidth;
            valuesStart = (int) (idsStart + tableBytes);
        }

        public int count() {
            return count;
        }

        /** Where the value is among the values, which need not be stored in the order of their names. */
        public long offset(int index) {
            return VariantBytes.unsigned(bytes, offsetsStart + index * offsetWidth, offsetWidth);
        }

        /** The name of a field; fields are in the order of their names. */
        public String name(int index) {
            return metadata.name(id(index));
        }

        /** The number of the field's name in the metadata. */
        public long id(int index) {
            return VariantBytes.unsigned(bytes, idsStart + index * idWidth, idWidth);
        }

        public VariantView value(int index) {
            long at = valuesStart + offset(index);
            VariantBytes.requireRange(bytes, at, 1);
            return new VariantView(metadata, bytes, (int) at, depth + 1, place(index));
        }

        /** Bytes up to the value of the next child; values in another order may have less. */
        private long place(int index) {
            long place = offset(index + 1) - offset(index);
            return place == 1 + LONG_TEXT_BYTES_MIN && areInOrder() ? place : 0;
        }

        private boolean areInOrder() {
            if (!orderIsKnown) {
                orderIsKnown = true;
                inOrder = true;
                for (int i = 0; i < count && inOrder; i++) {
                    inOrder = offset(i) < offset(i + 1);
                }
            }
            return inOrder;
        }
    }
}
