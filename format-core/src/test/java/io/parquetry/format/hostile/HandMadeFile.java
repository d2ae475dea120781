package io.parquetry.format.hostile;

import io.parquetry.format.hostile.Thrift.Field;
import io.parquetry.format.hostile.Thrift.Struct;
import io.parquetry.format.hostile.Thrift.Value;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A file laid out by hand, page by page, without anything of our writer: PLAIN values, no compression, one row group.
 * Nothing is checked, so that it can be as wrong as files of others are.
 */
final class HandMadeFile {
    static final int INT32 = 1;
    static final int INT64 = 2;
    static final int BYTE_ARRAY = 6;

    static final int REQUIRED = 0;
    static final int OPTIONAL = 1;
    static final int REPEATED = 2;

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<Value> schema = new ArrayList<>();
    private final List<Value> chunks = new ArrayList<>();
    private final List<Field> footerFields = new ArrayList<>();
    private long chunkFrom;
    private long dictionaryFrom;

    HandMadeFile() {
        out.writeBytes(MAGIC);
        chunkFrom = out.size();
    }

    // Thrift

    static Struct struct(Field... fields) {
        Struct struct = new Struct();
        struct.fields.addAll(Arrays.asList(fields));
        return struct;
    }

    static Field i32(int id, long value) {
        return new Field(id, Thrift.I32, new Thrift.Number(value));
    }

    static Field i64(int id, long value) {
        return new Field(id, Thrift.I64, new Thrift.Number(value));
    }

    static Field text(int id, String value) {
        return new Field(id, Thrift.BINARY, bytes(value));
    }

    static Field field(int id, Struct value) {
        return new Field(id, Thrift.STRUCT, value);
    }

    static Field list(int id, int elementType, List<? extends Value> values) {
        Thrift.Items items = new Thrift.Items();
        items.elementType = elementType;
        items.values.addAll(values);
        return new Field(id, Thrift.LIST, items);
    }

    static Value bytes(String value) {
        return Thrift.Bytes.of(value.getBytes(StandardCharsets.UTF_8));
    }

    // schema

    HandMadeFile root(int children, Field... more) {
        Struct root = struct(more);
        root.fields.add(text(4, "m"));
        root.fields.add(i32(5, children));
        schema.add(root);
        return this;
    }

    HandMadeFile group(int repetition, String name, int children, Field... more) {
        Struct group = struct(i32(3, repetition), text(4, name), i32(5, children));
        group.fields.addAll(Arrays.asList(more));
        schema.add(group);
        return this;
    }

    HandMadeFile column(int type, int repetition, String name, Field... more) {
        Struct column = struct(i32(1, type), i32(3, repetition), text(4, name));
        column.fields.addAll(Arrays.asList(more));
        schema.add(column);
        return this;
    }

    // pages

    /** A data page of version 1; {@code body} has its levels, each kind with its length. */
    HandMadeFile pageV1(int entries, byte[] body) {
        return pageV1(entries, body, 0);
    }

    HandMadeFile pageV1(int entries, byte[] body, int encoding) {
        Struct content = struct(i32(1, entries), i32(2, encoding), i32(3, 3), i32(4, 3));
        return page(struct(i32(1, 0), i32(2, body.length), i32(3, body.length), field(5, content)), body);
    }

    HandMadeFile pageV2(int entries, int nulls, int rows, byte[] repetition, byte[] definition, byte[] values) {
        return pageV2(entries, nulls, rows, repetition, definition, values, values.length);
    }

    /** @param stated bytes that the header says of the values when they are not compressed */
    HandMadeFile pageV2(
            int entries, int nulls, int rows, byte[] repetition, byte[] definition, byte[] values, int stated) {
        Struct content = struct(
                i32(1, entries),
                i32(2, nulls),
                i32(3, rows),
                i32(4, 0),
                i32(5, definition.length),
                i32(6, repetition.length),
                new Field(7, Thrift.TRUE, new Thrift.Flag(false)));
        byte[] body = joined(repetition, definition, values);
        int uncompressed = body.length - values.length + stated;
        return page(struct(i32(1, 3), i32(2, uncompressed), i32(3, body.length), field(8, content)), body);
    }

    /** A page that no reader knows what to do with. */
    HandMadeFile indexPage(byte[] body) {
        return page(struct(i32(1, 1), i32(2, body.length), i32(3, body.length), field(6, struct())), body);
    }

    HandMadeFile dictionary(int entries, byte[] body) {
        return dictionary(entries, body, 0);
    }

    HandMadeFile dictionary(int entries, byte[] body, int encoding) {
        dictionaryFrom = out.size();
        Struct content = struct(i32(1, entries), i32(2, encoding));
        return page(struct(i32(1, 2), i32(2, body.length), i32(3, body.length), field(7, content)), body);
    }

    private HandMadeFile page(Struct header, byte[] body) {
        out.writeBytes(Thrift.encode(header));
        return raw(body);
    }

    /** Bytes that are no page, in the column chunk. */
    HandMadeFile raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    /** Ends the column chunk that all pages since the one before are in. */
    HandMadeFile chunk(int type, long entries, String... path) {
        return chunk(
                type,
                entries,
                list(
                        3,
                        Thrift.BINARY,
                        Arrays.stream(path).map(HandMadeFile::bytes).toList()));
    }

    /** As above, without a path. */
    HandMadeFile chunkWithoutPath(int type, long entries) {
        return chunk(type, entries, new Field[0]);
    }

    private HandMadeFile chunk(int type, long entries, Field... path) {
        long bytes = out.size() - chunkFrom;
        Struct metadata =
                struct(i32(1, type), list(2, Thrift.I32, List.of(new Thrift.Number(0), new Thrift.Number(3))));
        metadata.fields.addAll(Arrays.asList(path));
        metadata.fields.addAll(List.of(i32(4, 0), i64(5, entries), i64(6, bytes), i64(7, bytes), i64(9, chunkFrom)));
        if (dictionaryFrom > chunkFrom) {
            metadata.fields.add(i64(11, dictionaryFrom));
        }
        chunks.add(struct(i64(2, 0), field(3, metadata)));
        chunkFrom = out.size();
        return this;
    }

    /** Where the next page begins. */
    long position() {
        return out.size();
    }

    /** Puts other fields into the metadata of the last column chunk, and fields behind them. */
    HandMadeFile changeChunk(List<Field> ofMetadata, List<Field> behind) {
        Struct chunk = (Struct) chunks.get(chunks.size() - 1);
        Struct metadata = chunk.struct(3);
        for (Field field : ofMetadata) {
            metadata.fields.removeIf(each -> each.id == field.id);
            metadata.fields.add(field);
        }
        metadata.fields.sort(Comparator.comparingInt(field -> field.id));
        chunk.fields.addAll(behind);
        return this;
    }

    /** Adds a field to the footer, which comes behind the row groups. */
    HandMadeFile footerField(Field field) {
        footerFields.add(field);
        return this;
    }

    byte[] finish(long rows) {
        long bytes = out.size() - MAGIC.length;
        Struct rowGroup = struct(list(1, Thrift.STRUCT, chunks), i64(2, bytes), i64(3, rows));
        Struct footer = struct(
                i32(1, 1), list(2, Thrift.STRUCT, schema), i64(3, rows), list(4, Thrift.STRUCT, List.of(rowGroup)));
        footer.fields.addAll(footerFields);
        byte[] encoded = Thrift.encode(footer);
        out.writeBytes(encoded);
        out.writeBytes(ints(encoded.length));
        out.writeBytes(MAGIC);
        return out.toByteArray();
    }

    // values

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    static byte[] ints(int... values) {
        ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(values).forEach(buffer::putInt);
        return buffer.array();
    }

    static byte[] longs(long... values) {
        ByteBuffer buffer = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(values).forEach(buffer::putLong);
        return buffer.array();
    }

    /** Up to eight levels of 0 and 1, bit-packed. */
    static byte[] levels(int... levels) {
        int bits = 0;
        for (int i = 0; i < levels.length; i++) {
            bits |= levels[i] << i;
        }
        return new byte[] {3, (byte) bits};
    }
}
