package io.parquetry.format.hostile;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Structs of the Thrift compact protocol without their meaning: whatever is well-formed is taken apart, may be changed in
 * any way, and is put together again, also when it is well-formed no longer.
 */
final class Thrift {
    static final int STOP = 0;
    static final int TRUE = 1;
    static final int FALSE = 2;
    static final int I8 = 3;
    static final int I16 = 4;
    static final int I32 = 5;
    static final int I64 = 6;
    static final int DOUBLE = 7;
    static final int BINARY = 8;
    static final int LIST = 9;
    static final int SET = 10;
    static final int MAP = 11;
    static final int STRUCT = 12;

    private Thrift() {}

    /** What a field or an element holds. */
    sealed interface Value permits Flag, Number, Bytes, Items, Struct, Raw {
        Value copy();
    }

    /** A boolean; as a field it has no bytes of its own. */
    record Flag(boolean value) implements Value {
        @Override
        public Value copy() {
            return this;
        }
    }

    /** An integer of whatever width. */
    record Number(long value) implements Value {
        @Override
        public Value copy() {
            return this;
        }
    }

    /**
     * A binary value.
     *
     * @param claimed the length that it is said to have
     */
    record Bytes(byte[] value, long claimed) implements Value {
        static Bytes of(byte[] value) {
            return new Bytes(value, value.length);
        }

        @Override
        public Value copy() {
            return this;
        }
    }

    /** Bytes that are written as they are. */
    record Raw(byte[] bytes) implements Value {
        @Override
        public Value copy() {
            return this;
        }
    }

    /** A list or a set. */
    static final class Items implements Value {
        int elementType;
        final List<Value> values = new ArrayList<>();
        /** The size that it is said to have beyond the one that it has. */
        long claimedMore;

        @Override
        public Items copy() {
            Items copy = new Items();
            copy.elementType = elementType;
            values.forEach(value -> copy.values.add(value.copy()));
            copy.claimedMore = claimedMore;
            return copy;
        }
    }

    /** One field of a struct. */
    static final class Field {
        int id;
        int type;
        Value value;
        /** Whether the number is written in full, where the difference to the one before would do. */
        boolean longForm;

        Field(int id, int type, Value value) {
            this.id = id;
            this.type = type;
            this.value = value;
        }

        Field copy() {
            Field copy = new Field(id, type, value.copy());
            copy.longForm = longForm;
            return copy;
        }
    }

    /** A struct; its fields may come in any order and more than once. */
    static final class Struct implements Value {
        final List<Field> fields = new ArrayList<>();

        @Override
        public Struct copy() {
            Struct copy = new Struct();
            fields.forEach(field -> copy.fields.add(field.copy()));
            return copy;
        }

        Field field(int id) {
            return fields.stream().filter(field -> field.id == id).findFirst().orElse(null);
        }

        boolean has(int id) {
            return field(id) != null;
        }

        /** The number in a field, or -1 where there is none. */
        long number(int id) {
            Field field = field(id);
            return field != null && field.value instanceof Number number ? number.value() : -1;
        }

        /** Puts another number into a field, if the struct has it. */
        void setNumber(int id, long value) {
            Field field = field(id);
            if (field != null) {
                field.value = new Number(value);
            }
        }

        Struct struct(int id) {
            Field field = field(id);
            return field == null ? null : (Struct) field.value;
        }

        /** The structs of a list, or none where the field is absent. */
        List<Struct> structs(int id) {
            Field field = field(id);
            return field == null
                    ? List.of()
                    : ((Items) field.value)
                            .values.stream().map(Struct.class::cast).toList();
        }
    }

    /** Calls {@code visitor} with a struct and every struct within it. */
    static void eachStruct(Struct struct, Consumer<Struct> visitor) {
        visitor.accept(struct);
        for (Field field : struct.fields) {
            eachStruct(field.value, visitor);
        }
    }

    private static void eachStruct(Value value, Consumer<Struct> visitor) {
        if (value instanceof Struct struct) {
            eachStruct(struct, visitor);
        } else if (value instanceof Items items) {
            items.values.forEach(item -> eachStruct(item, visitor));
        }
    }

    /** A struct and how many bytes it takes. */
    record Parsed(Struct struct, int length) {}

    /** Takes apart the struct that begins at {@code from}; it must be well-formed. */
    static Parsed parse(byte[] bytes, int from) {
        Parser parser = new Parser(bytes, from);
        Struct struct = parser.struct();
        return new Parsed(struct, parser.position - from);
    }

    private static final class Parser {
        private final byte[] bytes;
        private int position;

        Parser(byte[] bytes, int position) {
            this.bytes = bytes;
            this.position = position;
        }

        Struct struct() {
            Struct struct = new Struct();
            int id = 0;
            while (true) {
                int header = bytes[position++] & 0xFF;
                int type = header & 0x0F;
                if (type == STOP) {
                    return struct;
                }
                int delta = header >>> 4;
                id = delta == 0 ? (int) zigzag() : id + delta;
                Field field = new Field(id, type, type <= FALSE ? new Flag(type == TRUE) : value(type));
                field.longForm = delta == 0;
                struct.fields.add(field);
            }
        }

        private Value value(int type) {
            return switch (type) {
                case TRUE, FALSE -> new Flag(bytes[position++] == TRUE);
                case I8 -> new Raw(raw(1));
                case I16, I32, I64 -> new Number(zigzag());
                case DOUBLE -> new Raw(raw(8));
                case BINARY -> Bytes.of(raw((int) varint()));
                case LIST, SET -> items();
                case STRUCT -> struct();
                default -> throw new IllegalArgumentException("no seed has a field of type " + type);
            };
        }

        private Items items() {
            int header = bytes[position++] & 0xFF;
            Items items = new Items();
            items.elementType = header & 0x0F;
            int size = header >>> 4 == 15 ? (int) varint() : header >>> 4;
            for (int i = 0; i < size; i++) {
                items.values.add(value(items.elementType));
            }
            return items;
        }

        private byte[] raw(int length) {
            position += length;
            return Arrays.copyOfRange(bytes, position - length, position);
        }

        private long zigzag() {
            long value = varint();
            return value >>> 1 ^ -(value & 1);
        }

        private long varint() {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte next = bytes[position++];
                value |= (next & 0x7FL) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        }
    }

    static byte[] encode(Struct struct) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        encode(struct, out);
        return out.toByteArray();
    }

    private static void encode(Struct struct, ByteArrayOutputStream out) {
        int before = 0;
        for (Field field : struct.fields) {
            int type =
                    field.value instanceof Flag flag && field.type <= FALSE ? flag.value() ? TRUE : FALSE : field.type;
            int delta = field.id - before;
            if (delta > 0 && delta <= 15 && !field.longForm) {
                out.write(delta << 4 | type);
            } else {
                out.write(type);
                varint((long) field.id << 1 ^ field.id >> 31, out);
            }
            before = field.id;
            if (!(field.value instanceof Flag)) {
                encode(field.value, out);
            }
        }
        out.write(STOP);
    }

    private static void encode(Value value, ByteArrayOutputStream out) {
        if (value instanceof Flag flag) {
            out.write(flag.value() ? TRUE : FALSE);
        } else if (value instanceof Number number) {
            varint(number.value() << 1 ^ number.value() >> 63, out);
        } else if (value instanceof Bytes bytes) {
            varint(bytes.claimed(), out);
            out.writeBytes(bytes.value());
        } else if (value instanceof Raw raw) {
            out.writeBytes(raw.bytes());
        } else if (value instanceof Struct struct) {
            encode(struct, out);
        } else if (value instanceof Items items) {
            long size = items.values.size() + items.claimedMore;
            if (size >= 0 && size < 15) {
                out.write((int) size << 4 | items.elementType);
            } else {
                out.write(0xF0 | items.elementType);
                varint(size, out);
            }
            items.values.forEach(item -> encode(item, out));
        }
    }

    private static void varint(long value, ByteArrayOutputStream out) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
