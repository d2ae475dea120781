package io.parquetry.format.internal.thrift;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Reads the Thrift compact protocol from a range of a byte array.
 *
 * <p>A struct is {@code field* 0x00}; a field header is one byte, {@code idDelta << 4 | type}, or {@code type} and
 * then the id as a zigzag varint where the delta does not fit; a list header is {@code size << 4 | type}, or {@code
 * 0xF0 | type} and then the size as a varint.
 *
 * <p>To read a struct, call {@code beginStruct}, then, {@code while (nextField())}, exactly one {@code field...}
 * method or {@link #skip} for each {@link #fieldId}, then {@link #require}. Invariants: (a) position never passes
 * end; (b) every allocation is checked against the remaining bytes first; (c) depth never passes {@link #DEPTH_MAX}.
 */
public final class CompactReader {
    /** Nesting of structs and containers; the structs of Parquet nest six deep. */
    private static final int DEPTH_MAX = 64;

    /** Lists whose elements are a byte each would fill the heap with objects. */
    private static final long MEMORY_MAX = Runtime.getRuntime().maxMemory() / 2;

    private static final int BYTES_OF_NUMBER = 24;
    private static final int BYTES_OF_TEXT = 64;
    private static final int BYTES_OF_REFERENCE = 8;

    private final String what;
    private final byte[] bytes;
    private final int start;
    private final int end;
    private int position;
    private boolean exhausted;

    private final String[] structs = new String[DEPTH_MAX];
    private int depth = -1;

    /** Of the current struct; those of the structs around it are kept below. */
    private int fieldId;

    private long seen;
    private final int[] outerFieldIds = new int[DEPTH_MAX];
    private final long[] outerSeen = new long[DEPTH_MAX];

    private int fieldType;
    private long lastSeen;

    /** What is made of the bytes that were read takes, about. */
    private long memory;

    /** @param what name of the structure, for messages: footer, page header, column index */
    public CompactReader(String what, byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        this.what = Objects.requireNonNull(what, "what");
        this.bytes = bytes;
        this.start = offset;
        this.end = offset + length;
        this.position = offset;
    }

    /** Number of bytes that have been read. */
    public int consumed() {
        return position - start;
    }

    /** The position of the next byte, for {@link #at}. */
    int position() {
        return position;
    }

    /** A reader of the same bytes from another position on; positions in messages are the same. */
    CompactReader at(int other) {
        CompactReader reader = new CompactReader(what, bytes, start, end - start);
        reader.position = other;
        return reader;
    }

    /** Whether reading failed because the bytes ended, so that it may succeed with more of them. */
    boolean exhausted() {
        return exhausted;
    }

    /** The exception for corrupt bytes, with the current struct and position. */
    CorruptFileException corrupt(String reason) {
        String struct = depth >= 0 ? " " + structs[depth] : "";
        return new CorruptFileException(
                what + struct + ": " + reason + ", at byte " + consumed() + " of " + (end - start));
    }

    // structs

    /** Enters the outermost struct, or a struct that is an element of a list. */
    void beginStruct(String name) {
        enter(name);
    }

    private void enter(String name) {
        if (depth == DEPTH_MAX - 1) {
            throw corrupt("nested deeper than " + DEPTH_MAX + " levels");
        }
        depth++;
        structs[depth] = name;
        outerFieldIds[depth] = fieldId;
        outerSeen[depth] = seen;
        fieldId = 0;
        seen = 0;
    }

    private void leave() {
        fieldId = outerFieldIds[depth];
        seen = outerSeen[depth];
        depth--;
    }

    /** Advances to the next field; false at the end of the struct, which is left. */
    boolean nextField() {
        int header = readByte();
        fieldType = header & 0x0F;
        if (fieldType == CompactType.STOP) {
            lastSeen = seen;
            leave();
            return false;
        }
        if (fieldType > CompactType.UUID) {
            throw corrupt("field of unknown " + CompactType.name(fieldType));
        }
        int delta = header >>> 4;
        long id = delta == 0 ? readZigzag() : fieldId + delta;
        if (id < Short.MIN_VALUE || id > Short.MAX_VALUE) {
            throw corrupt("field number " + id + " does not fit 16 bits");
        }
        fieldId = (int) id;
        if (id > 0 && id < Long.SIZE) {
            seen |= 1L << id;
        }
        return true;
    }

    /** The number of the current field. */
    int fieldId() {
        return fieldId;
    }

    /** A set of field numbers for {@link #require}. */
    static long fields(int... ids) {
        long set = 0;
        for (int id : ids) {
            set |= 1L << id;
        }
        return set;
    }

    /** Checks that the struct that has just been left had all of these fields. */
    void require(String struct, long fields) {
        long missing = fields & ~lastSeen;
        if (missing != 0) {
            throw corrupt(struct + " lacks its required field " + Long.numberOfTrailingZeros(missing));
        }
    }

    // fields: each method checks the type in the field header

    private void requireType(int wanted) {
        if (fieldType != wanted) {
            throw corrupt("field " + fieldId() + " is a " + CompactType.name(fieldType) + ", not a "
                    + CompactType.name(wanted));
        }
    }

    /** Whether the field is of this type; some writers used a number for another field before the spec assigned it. */
    boolean fieldIs(int type) {
        return fieldType == type;
    }

    /** Whether the field is a list of such elements, or an empty one. */
    boolean fieldIsListOf(int elementType) {
        if (fieldType != CompactType.LIST || position == end) {
            return fieldType == CompactType.LIST;
        }
        int header = bytes[position];
        return (header & 0x0F) == elementType || (header & 0xF0) == 0;
    }

    boolean fieldBool() {
        if (!CompactType.isBool(fieldType)) {
            requireType(CompactType.TRUE);
        }
        return fieldType == CompactType.TRUE;
    }

    int fieldI8() {
        requireType(CompactType.I8);
        return (byte) readByte();
    }

    int fieldI16() {
        requireType(CompactType.I16);
        return (int) requireWithin(readZigzag(), Short.MIN_VALUE, Short.MAX_VALUE);
    }

    int fieldI32() {
        requireType(CompactType.I32);
        return readI32();
    }

    /** A count, size or length, with its name for messages. */
    int fieldCount32(String name) {
        int value = fieldI32();
        if (value < 0) {
            throw corrupt(name + " is " + value + "; it must be 0 or more");
        }
        return value;
    }

    /** A count, size or length, which is never negative. */
    int fieldCount32() {
        return (int) requireWithin(fieldI32(), 0, Integer.MAX_VALUE);
    }

    long fieldI64() {
        requireType(CompactType.I64);
        return readZigzag();
    }

    /** A count, size or position, which is never negative. */
    long fieldCount64() {
        return requireWithin(fieldI64(), 0, Long.MAX_VALUE);
    }

    double fieldDouble() {
        requireType(CompactType.DOUBLE);
        requireBytes(Double.BYTES);
        long bits = 0;
        for (int i = 0; i < Double.BYTES; i++) {
            bits |= (bytes[position++] & 0xFFL) << (8 * i);
        }
        return Double.longBitsToDouble(bits);
    }

    byte[] fieldBinary() {
        requireType(CompactType.BINARY);
        return readBinary();
    }

    String fieldString() {
        requireType(CompactType.BINARY);
        return readString();
    }

    /** Enters a struct that is a field. */
    void fieldStruct(String name) {
        requireType(CompactType.STRUCT);
        enter(name);
    }

    /** Reads a union and returns the number of its one member, whose content is skipped. */
    int fieldUnion(String name) {
        requireType(CompactType.STRUCT);
        return readUnion(name);
    }

    /**
     * Enters a list and returns its size; that many elements must be read next.
     *
     * @param bytesEach what an element takes in memory, about
     */
    int fieldList(int elementType, int bytesEach) {
        requireType(CompactType.LIST);
        int size = beginList(elementType);
        claim((long) size * bytesEach);
        return size;
    }

    /** Counts what will be made of the bytes, beside the elements of lists. */
    void claim(long memoryBytes) {
        memory += memoryBytes;
        if (memory > MEMORY_MAX) {
            throw new UnsupportedFeatureException("unsupported: the " + what + " claims a memory of " + memory
                    + " bytes; with this heap it may have " + MEMORY_MAX
                    + ". Give the JVM a larger heap (-Xmx) if the file is sound");
        }
    }

    List<Boolean> fieldBools() {
        return fieldElements(CompactType.TRUE, BYTES_OF_REFERENCE, CompactReader::readBool);
    }

    List<Integer> fieldI32s() {
        return fieldElements(CompactType.I32, BYTES_OF_NUMBER, CompactReader::readI32);
    }

    /** The numbers of a list; these ones themselves, if the list has the same. */
    List<Integer> fieldI32s(List<Integer> expected) {
        requireType(CompactType.LIST);
        int begin = position;
        if (hasI32s(expected)) {
            return expected;
        }
        position = begin;
        return fieldI32s();
    }

    private boolean hasI32s(List<Integer> expected) {
        if (beginList(CompactType.I32) != expected.size()) {
            return false;
        }
        for (int i = 0; i < expected.size(); i++) {
            if (readI32() != expected.get(i)) {
                return false;
            }
        }
        return true;
    }

    /** Counts, none of which may be negative. */
    List<Long> fieldCounts64() {
        return fieldElements(
                CompactType.I64, BYTES_OF_NUMBER, in -> in.requireWithin(in.readZigzag(), 0, Long.MAX_VALUE));
    }

    List<Long> fieldI64s() {
        return fieldElements(CompactType.I64, BYTES_OF_NUMBER, CompactReader::readZigzag);
    }

    List<byte[]> fieldBinaries() {
        return fieldElements(CompactType.BINARY, BYTES_OF_TEXT, CompactReader::readBinary);
    }

    List<String> fieldStrings() {
        return fieldElements(CompactType.BINARY, BYTES_OF_TEXT, CompactReader::readString);
    }

    /** The texts of a list; these ones themselves, if the list has the same, which spares the making of others. */
    List<String> fieldStrings(List<String> expected) {
        requireType(CompactType.LIST);
        int begin = position;
        if (hasTexts(expected)) {
            return expected;
        }
        position = begin;
        return fieldStrings();
    }

    private boolean hasTexts(List<String> expected) {
        if (beginList(CompactType.BINARY) != expected.size()) {
            return false;
        }
        for (String text : expected) {
            int length = readLength("text");
            if (length != text.length() || !hasAscii(text)) {
                return false;
            }
            position += length;
        }
        return true;
    }

    private boolean hasAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            // A byte of a character beyond ASCII is negative, and no character is.
            if (bytes[position + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** @param bytesEach what an element takes in memory, about */
    <T> List<T> fieldStructs(int bytesEach, Function<CompactReader, T> element) {
        return fieldElements(CompactType.STRUCT, bytesEach, element);
    }

    private <T> List<T> fieldElements(int elementType, int bytesEach, Function<CompactReader, T> element) {
        int size = fieldList(elementType, bytesEach);
        if (size == 1) {
            return List.of(element.apply(this));
        }
        if (size == 2) {
            return List.of(element.apply(this), element.apply(this));
        }
        if (size == 3) {
            return List.of(element.apply(this), element.apply(this), element.apply(this));
        }
        List<T> elements = new ArrayList<>(Math.min(size, 1024));
        for (int i = 0; i < size; i++) {
            elements.add(element.apply(this));
        }
        return elements;
    }

    // values without a header

    /** The member that the union sets, or 0 if it sets none. */
    int readUnion(String name) {
        enter(name);
        int member = 0;
        while (nextField()) {
            if (member != 0) {
                throw corrupt("sets the members " + member + " and " + fieldId() + ", but a union has one");
            }
            member = fieldId();
            skip();
        }
        return member;
    }

    private boolean readBool() {
        return readByte() == CompactType.TRUE;
    }

    private int readI32() {
        return (int) requireWithin(readZigzag(), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private byte[] readBinary() {
        int length = readLength("binary value");
        byte[] value = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return value;
    }

    private String readString() {
        int length = readLength("text");
        String value = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return value;
    }

    private int beginList(int elementType) {
        int header = readByte();
        int type = header & 0x0F;
        int size = header >>> 4;
        if (size == 15) {
            long given = readVarint();
            size = (int) Math.min(given, Integer.MAX_VALUE);
            if (given < 0) {
                throw corrupt("list size " + Long.toUnsignedString(given) + " does not fit 32 bits");
            }
        }
        boolean right = type == elementType
                || CompactType.isBool(type) && CompactType.isBool(elementType)
                || CompactType.isVarint(type) && CompactType.isVarint(elementType);
        if (size > 0 && !right) {
            throw corrupt("field " + fieldId() + " is a list of " + CompactType.name(type) + ", not of "
                    + CompactType.name(elementType));
        }
        requireElements(size);
        return size;
    }

    /** Every element takes at least one byte, so a list with more elements than bytes is corrupt. */
    private void requireElements(long size) {
        if (size > end - position) {
            exhausted = true;
            throw corrupt("list of " + size + " elements, but only " + (end - position) + " bytes are left");
        }
    }

    // skipping

    /** Skips the value of a field that is not known or not needed. */
    void skip() {
        if (!CompactType.isBool(fieldType)) {
            skipValue(fieldType);
        }
    }

    private void skipValue(int type) {
        switch (type) {
            case CompactType.TRUE, CompactType.FALSE, CompactType.I8 -> readByte();
            case CompactType.I16, CompactType.I32, CompactType.I64 -> readVarint();
            case CompactType.DOUBLE -> skipBytes(Double.BYTES);
            case CompactType.UUID -> skipBytes(16);
            case CompactType.BINARY -> {
                int length = readLength("binary value");
                position += length;
            }
            case CompactType.STRUCT -> {
                enter("unknown struct");
                while (nextField()) {
                    skip();
                }
            }
            case CompactType.LIST, CompactType.SET -> skipList();
            case CompactType.MAP -> skipMap();
            default -> throw corrupt("value of unknown " + CompactType.name(type));
        }
    }

    private void skipList() {
        enter("unknown list");
        int type = position < end ? bytes[position] & 0x0F : 0;
        int size = beginList(type);
        for (int i = 0; i < size; i++) {
            skipValue(type);
        }
        leave();
    }

    private void skipMap() {
        enter("unknown map");
        int size = readLength("map");
        if (size > 0) {
            int types = readByte();
            for (int i = 0; i < size; i++) {
                skipValue(types >>> 4);
                skipValue(types & 0x0F);
            }
        }
        leave();
    }

    private void skipBytes(int count) {
        requireBytes(count);
        position += count;
    }

    // bytes

    private long requireWithin(long value, long least, long most) {
        if (value < least || value > most) {
            throw corrupt("field " + fieldId() + " is " + value + "; it must be "
                    + (least == 0 ? "0 or more" : least + " to " + most));
        }
        return value;
    }

    private void requireBytes(int count) {
        if (count > end - position) {
            exhausted = true;
            throw corrupt("ends too early: " + count + " bytes wanted, " + (end - position) + " left");
        }
    }

    /** Reads a length and checks that it does not exceed the remaining bytes. */
    private int readLength(String of) {
        long length = readVarint();
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw corrupt(of + " of length " + Long.toUnsignedString(length) + ", but a length has 31 bits");
        }
        if (length > end - position) {
            exhausted = true;
            throw corrupt(of + " of length " + length + ", but only " + (end - position) + " bytes are left");
        }
        return (int) length;
    }

    private int readByte() {
        if (position == end) {
            requireBytes(1);
        }
        return bytes[position++] & 0xFF;
    }

    private long readZigzag() {
        long value = readVarint();
        return value >>> 1 ^ -(value & 1);
    }

    private long readVarint() {
        // Most numbers of a footer take one byte.
        if (position < end && bytes[position] >= 0) {
            return bytes[position++];
        }
        return readLongVarint();
    }

    private long readLongVarint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = readByte();
            value |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                if (shift == 63 && next > 1) {
                    break;
                }
                return value;
            }
        }
        throw corrupt("number longer than 64 bits");
    }
}
