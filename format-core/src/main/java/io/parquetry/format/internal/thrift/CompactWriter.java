package io.parquetry.format.internal.thrift;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Writes the Thrift compact protocol, in the layout at {@link CompactReader}, to a byte array that grows. Fields of a
 * struct must be written in the order of their numbers, which keeps every field header at one byte.
 */
public final class CompactWriter {
    private byte[] bytes = new byte[256];
    private int size;
    private int[] fieldIds = new int[8];
    private int depth = -1;

    /** The array with the written bytes from index 0 on; a larger array replaces it when it is full. */
    public byte[] buffer() {
        return bytes;
    }

    /** Number of bytes that have been written. */
    public int size() {
        return size;
    }

    /** Discards the written bytes and keeps the array. */
    public void reset() {
        size = 0;
        depth = -1;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    // structs

    /** Begins the outermost struct, or a struct that is an element of a list. */
    void beginStruct() {
        depth++;
        if (depth == fieldIds.length) {
            fieldIds = Arrays.copyOf(fieldIds, 2 * depth);
        }
        fieldIds[depth] = 0;
    }

    void beginStruct(int fieldId) {
        header(fieldId, CompactType.STRUCT);
        beginStruct();
    }

    void endStruct() {
        writeByte(CompactType.STOP);
        depth--;
    }

    /** A field that is a union whose member is an empty struct. */
    void union(int fieldId, int member) {
        beginStruct(fieldId);
        emptyStruct(member);
        endStruct();
    }

    void emptyStruct(int fieldId) {
        beginStruct(fieldId);
        endStruct();
    }

    // fields

    private void header(int fieldId, int type) {
        int delta = fieldId - fieldIds[depth];
        if (delta > 0 && delta <= 15) {
            writeByte(delta << 4 | type);
        } else {
            writeByte(type);
            writeZigzag(fieldId);
        }
        fieldIds[depth] = fieldId;
    }

    void bool(int fieldId, boolean value) {
        header(fieldId, value ? CompactType.TRUE : CompactType.FALSE);
    }

    void i8(int fieldId, int value) {
        header(fieldId, CompactType.I8);
        writeByte(value);
    }

    void i16(int fieldId, int value) {
        header(fieldId, CompactType.I16);
        writeZigzag(value);
    }

    void i32(int fieldId, int value) {
        header(fieldId, CompactType.I32);
        writeZigzag(value);
    }

    void i64(int fieldId, long value) {
        header(fieldId, CompactType.I64);
        writeZigzag(value);
    }

    void real(int fieldId, double value) {
        header(fieldId, CompactType.DOUBLE);
        long bits = Double.doubleToRawLongBits(value);
        for (int shift = 0; shift < Long.SIZE; shift += 8) {
            writeByte((int) (bits >>> shift));
        }
    }

    void binary(int fieldId, byte[] value) {
        header(fieldId, CompactType.BINARY);
        writeBinary(value);
    }

    void string(int fieldId, String value) {
        binary(fieldId, value.getBytes(StandardCharsets.UTF_8));
    }

    // lists

    void bools(int fieldId, List<Boolean> values) {
        list(
                fieldId,
                CompactType.TRUE,
                values,
                (out, value) -> out.writeByte(value ? CompactType.TRUE : CompactType.FALSE));
    }

    void i32s(int fieldId, List<Integer> values) {
        list(fieldId, CompactType.I32, values, (out, value) -> out.writeZigzag(value));
    }

    void i64s(int fieldId, List<Long> values) {
        list(fieldId, CompactType.I64, values, CompactWriter::writeZigzag);
    }

    void binaries(int fieldId, List<byte[]> values) {
        list(fieldId, CompactType.BINARY, values, CompactWriter::writeBinary);
    }

    void strings(int fieldId, List<String> values) {
        list(
                fieldId,
                CompactType.BINARY,
                values,
                (out, value) -> out.writeBinary(value.getBytes(StandardCharsets.UTF_8)));
    }

    <T> void structs(int fieldId, List<T> values, BiConsumer<CompactWriter, T> element) {
        list(fieldId, CompactType.STRUCT, values, element);
    }

    private <T> void list(int fieldId, int elementType, List<T> values, BiConsumer<CompactWriter, T> element) {
        beginList(fieldId, elementType, values.size());
        for (T value : values) {
            element.accept(this, value);
        }
    }

    /** A list whose elements the caller writes next. */
    void beginList(int fieldId, int elementType, int elements) {
        header(fieldId, CompactType.LIST);
        if (elements < 15) {
            writeByte(elements << 4 | elementType);
        } else {
            writeByte(0xF0 | elementType);
            writeVarint(elements);
        }
    }

    // values

    private void writeBinary(byte[] value) {
        writeVarint(value.length);
        ensure(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    private void writeZigzag(long value) {
        writeVarint(value << 1 ^ value >> 63);
    }

    private void writeVarint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            writeByte((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        writeByte((int) rest);
    }

    private void writeByte(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    private void ensure(int more) {
        if (more > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, more)));
        }
    }
}
