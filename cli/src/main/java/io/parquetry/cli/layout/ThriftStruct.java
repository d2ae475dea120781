package io.parquetry.cli.layout;

import io.parquetry.cli.layout.ThriftNames.FieldName;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A struct of the Thrift compact protocol, taken apart byte by byte: each field with the bytes that hold it. It knows
 * the names of parquet.thrift and requires none of them, so it goes as far into a broken struct as the bytes allow.
 *
 * <p>A field is one byte {@code idDelta << 4 | type}, or {@code type} and the id as a zigzag varint; then its value. A
 * struct ends with {@code 00}.
 */
final class ThriftStruct {
    private static final int DEPTH_MAX = 32;
    private static final int TEXT_MAX = 60;
    private static final String[] TYPES = {
        "STOP", "BOOL", "BOOL", "I8", "I16", "I32", "I64", "DOUBLE", "BINARY", "LIST", "SET", "MAP", "STRUCT", "UUID"
    };

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final int fieldsMax;
    private final ValueText texts;
    private final List<ByteField> fields = new ArrayList<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private int position;
    private Optional<String> defect = Optional.empty();

    /** How binary values are shown where their field means more than text or bytes. */
    interface ValueText {
        /** Text or hexadecimal digits. */
        ValueText PLAIN = (name, value) -> Optional.empty();

        /** The text of a value, if this knows the field. */
        Optional<String> of(String field, byte[] value);
    }

    private ThriftStruct(byte[] bytes, int start, int end, int fieldsMax, ValueText texts) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.position = start;
        this.fieldsMax = fieldsMax;
        this.texts = texts;
    }

    /**
     * Takes a struct apart.
     *
     * @param name of parquet.thrift
     * @param length of the bytes that may belong to it
     * @param fieldsMax at most so many fields are kept; further ones are only stepped over
     */
    static ThriftStruct of(String name, byte[] bytes, int offset, int length, int fieldsMax, ValueText texts) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        ThriftStruct struct = new ThriftStruct(bytes, offset, offset + length, fieldsMax, texts);
        try {
            struct.readStruct(name, "", 0);
        } catch (BrokenException e) {
            struct.defect = Optional.of(e.getMessage() + ", at byte " + (struct.position - struct.start));
        }
        return struct;
    }

    /** The fields in the order of the bytes. */
    List<ByteField> fields() {
        return fields;
    }

    /** Bytes of the struct, or up to the defect. */
    int length() {
        return position - start;
    }

    /** Why it cannot be taken apart to its end. */
    Optional<String> defect() {
        return defect;
    }

    /** An integer or truth value by the dotted path of its field, such as {@code data_page_header.num_values}. */
    OptionalLong number(String path) {
        Long number = numbers.get(path);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }

    private static final class BrokenException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BrokenException(String message) {
            super(message, null, false, false);
        }
    }

    private void add(int depth, int at, String name, String value) {
        if (fields.size() < fieldsMax) {
            fields.add(new ByteField(depth, at - start, position - at, name, value));
        }
    }

    private void readStruct(String struct, String path, int depth) {
        requireDepth(depth);
        int id = 0;
        while (true) {
            int at = position;
            int header = readByte();
            int type = header & 0x0F;
            if (type == 0) {
                add(depth, at, "end of " + (struct.isEmpty() ? "struct" : struct), "");
                return;
            }
            id = header >>> 4 == 0 ? (int) readZigzag() : id + (header >>> 4);
            FieldName field = ThriftNames.field(struct, id);
            readValue(type, field, path.isEmpty() ? field.name() : path + "." + field.name(), at, depth);
        }
    }

    private static void requireDepth(int depth) {
        if (depth > DEPTH_MAX) {
            throw new BrokenException("structs nest deeper than " + DEPTH_MAX + " levels");
        }
    }

    /** @param at where the field begins; its value begins at the position */
    private void readValue(int type, FieldName field, String path, int at, int depth) {
        String name = field.name();
        switch (type) {
            case 1, 2 -> {
                remember(path, depth, type == 1 ? 1 : 0);
                add(depth, at, name, Boolean.toString(type == 1));
            }
            case 3 -> add(depth, at, name, Integer.toString((byte) readByte()));
            case 4, 5, 6 -> {
                long number = readZigzag();
                remember(path, depth, number);
                add(depth, at, name, number(field, number));
            }
            case 7 -> add(depth, at, name, Double.toString(Double.longBitsToDouble(readLittleEndian())));
            case 8 -> {
                byte[] value = readBinary();
                add(depth, at, name, texts.of(name, value).orElseGet(() -> text(value)));
            }
            case 9, 10 -> readList(field, path, at, depth);
            case 11 -> readMap(name, at, depth);
            case 12 -> {
                add(depth, at, name, field.type());
                readStruct(field.type(), path, depth + 1);
            }
            case 13 -> add(depth, at, name, hex(take(16)));
            default -> throw new BrokenException("field of type number " + type + ", which Thrift does not have");
        }
    }

    /** Lists are left out, whose elements would be many. */
    private void remember(String path, int depth, long number) {
        if (depth <= 2) {
            numbers.put(path, number);
        }
    }

    private static String number(FieldName field, long number) {
        if (field.name().equals("crc")) {
            return number + " (" + HexFormat.of().toHexDigits((int) number) + ")";
        }
        return ThriftNames.value(field.type(), number)
                .map(name -> name + " (" + number + ")")
                .orElse(Long.toString(number));
    }

    private void readList(FieldName field, String path, int at, int depth) {
        requireDepth(depth);
        int header = readByte();
        long size = header >>> 4 == 15 ? readVarint() : header >>> 4;
        int type = header & 0x0F;
        requireElements(size);
        if (type >= TYPES.length) {
            throw new BrokenException("list of type number " + type + ", which Thrift does not have");
        }
        add(depth, at, field.name(), "list of " + size + " " + (type == 12 ? field.type() : TYPES[type]));
        for (int i = 0; i < size; i++) {
            FieldName element = new FieldName(field.name() + "[" + i + "]", field.type());
            if (type == 12) {
                add(depth + 1, position, element.name(), field.type());
                readStruct(field.type(), path, depth + 2);
            } else if (type == 1 || type == 2) {
                int first = position;
                add(depth + 1, first, element.name(), Boolean.toString(readByte() == 1));
            } else {
                readValue(type, element, path, position, depth + 1);
            }
        }
    }

    /** Parquet has none, so its entries are not told apart. */
    private void readMap(String name, int at, int depth) {
        requireDepth(depth);
        long size = readVarint();
        requireElements(size);
        if (size == 0) {
            add(depth, at, name, "empty map");
            return;
        }
        int types = readByte();
        add(depth, at, name, "map of " + size + " entries");
        for (int i = 0; i < size; i++) {
            readValue(types >>> 4, new FieldName("key", ""), "", position, depth + 1);
            readValue(types & 0x0F, new FieldName("value", ""), "", position, depth + 1);
        }
    }

    private void requireElements(long size) {
        if (size < 0 || size > end - position) {
            throw new BrokenException("list of " + Long.toUnsignedString(size) + " elements, but " + (end - position)
                    + " bytes are left");
        }
    }

    private int readByte() {
        return take(1)[0] & 0xFF;
    }

    private byte[] readBinary() {
        long length = readVarint();
        if (length < 0 || length > end - position) {
            throw new BrokenException("binary value of " + Long.toUnsignedString(length) + " bytes, but "
                    + (end - position) + " are left");
        }
        return take((int) length);
    }

    private byte[] take(int count) {
        if (count > end - position) {
            throw new BrokenException("the bytes end: " + count + " wanted, " + (end - position) + " left");
        }
        position += count;
        return Arrays.copyOfRange(bytes, position - count, position);
    }

    private long readLittleEndian() {
        return Long.reverseBytes(ByteBuffer.wrap(take(Long.BYTES)).getLong());
    }

    private long readZigzag() {
        long value = readVarint();
        return value >>> 1 ^ -(value & 1);
    }

    private long readVarint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = readByte();
            value |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new BrokenException("number longer than 64 bits");
    }

    /** Text in quotes where the bytes are printable UTF-8, else hexadecimal digits; shortened. */
    static String text(byte[] value) {
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
            if (text.chars().noneMatch(each -> each < ' ' || each == 0x7F)) {
                return text.length() <= TEXT_MAX
                        ? "\"" + text + "\""
                        : "\"" + text.subSequence(0, TEXT_MAX) + "...\" (" + value.length + " bytes)";
            }
        } catch (CharacterCodingException e) {
            // Shown as digits below.
        }
        return hex(value);
    }

    private static String hex(byte[] value) {
        return value.length <= TEXT_MAX / 2
                ? "0x" + HexFormat.of().formatHex(value)
                : "0x" + HexFormat.of().formatHex(value, 0, TEXT_MAX / 2) + "... (" + value.length + " bytes)";
    }
}
