package io.parquetry.format.hostile;

import io.parquetry.format.hostile.Thrift.Bytes;
import io.parquetry.format.hostile.Thrift.Field;
import io.parquetry.format.hostile.Thrift.Flag;
import io.parquetry.format.hostile.Thrift.Items;
import io.parquetry.format.hostile.Thrift.Number;
import io.parquetry.format.hostile.Thrift.Raw;
import io.parquetry.format.hostile.Thrift.Struct;
import io.parquetry.format.hostile.Thrift.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Changes of structs: those that change the content, and those that every reader must ignore. */
final class ThriftChanges {
    private static final long[] EXTREMES = {
        0,
        1,
        -1,
        2,
        7,
        8,
        63,
        64,
        127,
        128,
        255,
        256,
        1 << 15,
        1 << 16,
        1 << 20,
        1 << 24,
        1 << 26,
        1 << 27,
        1 << 28,
        (1 << 28) - 1,
        1 << 30,
        Integer.MAX_VALUE - 8,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 31,
        1L << 32,
        1L << 40,
        1L << 62,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final int DEEP = 100;

    private final Random random;
    private final long fileBytes;

    /** @param fileBytes length of the file; offsets near it are interesting */
    ThriftChanges(Random random, long fileBytes) {
        this.random = random;
        this.fileBytes = fileBytes;
    }

    /** Changes one field or element somewhere in the struct. */
    void anything(Struct whole) {
        List<Struct> structs = new ArrayList<>();
        Thrift.eachStruct(whole, structs::add);
        Struct struct = structs.get(random.nextInt(structs.size()));
        if (struct.fields.isEmpty() || random.nextInt(12) == 0) {
            struct.fields.add(random.nextInt(struct.fields.size() + 1), stranger());
            return;
        }
        int at = random.nextInt(struct.fields.size());
        Field field = struct.fields.get(at);
        switch (random.nextInt(12)) {
            case 0 -> struct.fields.remove(at);
            case 1 -> struct.fields.add(field.copy());
            case 2 -> field.id = random.nextBoolean() ? field.id + random.nextInt(5) - 2 : (int) extreme(field.id);
            case 3 -> field.type = random.nextInt(16);
            case 4 -> field.value = new Raw(noise());
            default -> field.value = changed(field.value);
        }
    }

    private Value changed(Value value) {
        if (value instanceof Flag flag) {
            return new Flag(!flag.value());
        }
        if (value instanceof Number number) {
            return random.nextInt(15) == 0 ? new Raw(endless()) : new Number(extreme(number.value()));
        }
        if (value instanceof Bytes bytes) {
            return changedBytes(bytes.value());
        }
        if (value instanceof Items items) {
            changeItems(items);
            return items;
        }
        if (value instanceof Struct) {
            return random.nextBoolean() ? new Struct() : value;
        }
        return new Raw(noise());
    }

    private Value changedBytes(byte[] value) {
        switch (random.nextInt(5)) {
            case 0 -> {
                return new Bytes(value, extreme(value.length));
            }
            case 1 -> {
                return Bytes.of(noise());
            }
            case 2 -> {
                return Bytes.of(new byte[random.nextInt(3000)]);
            }
            case 3 -> {
                return Bytes.of(new byte[0]);
            }
            default -> {
                byte[] copy = value.clone();
                if (copy.length > 0) {
                    copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
                }
                return Bytes.of(copy);
            }
        }
    }

    private void changeItems(Items items) {
        int size = items.values.size();
        int at = size == 0 ? 0 : random.nextInt(size);
        switch (random.nextInt(9)) {
            case 0 -> items.claimedMore = extreme(size) - size;
            case 1 -> items.claimedMore = random.nextBoolean() ? 1 : -1;
            case 2 -> items.elementType = random.nextInt(16);
            case 3 -> items.values.clear();
            case 4 -> Collections.shuffle(items.values, random);
            case 5 -> {
                if (size > 0) {
                    items.values.remove(at);
                }
            }
            case 6 -> {
                if (size > 0) {
                    items.values.add(at, items.values.get(random.nextInt(size)).copy());
                }
            }
            case 7 -> {
                if (size > 0) {
                    items.values.addAll(Collections.nCopies(1 + random.nextInt(300), items.values.get(at)));
                }
            }
            default -> {
                if (size > 0) {
                    items.values.set(at, changed(items.values.get(at)));
                }
            }
        }
    }

    private long extreme(long from) {
        return switch (random.nextInt(9)) {
            case 0 -> from + random.nextInt(9) - 4;
            case 1 -> from * (1 + random.nextInt(4)) / (1 + random.nextInt(4));
            case 2 -> -from;
            case 3 -> fileBytes + random.nextInt(41) - 20;
            case 4 -> random.nextLong() >> random.nextInt(64);
            default -> EXTREMES[random.nextInt(EXTREMES.length)];
        };
    }

    private byte[] noise() {
        byte[] noise = new byte[random.nextInt(20)];
        random.nextBytes(noise);
        return noise;
    }

    /** A varint of more than 64 bits. */
    private byte[] endless() {
        byte[] bytes = new byte[11 + random.nextInt(100)];
        Arrays.fill(bytes, (byte) (random.nextBoolean() ? 0xFF : 0x80));
        return bytes;
    }

    /** A field that parquet.thrift does not have. */
    private Field stranger() {
        int id = 100 + random.nextInt(1000);
        return switch (random.nextInt(6)) {
            case 0 -> new Field(id, Thrift.TRUE, new Flag(random.nextBoolean()));
            case 1 -> new Field(id, Thrift.I64, new Number(random.nextLong()));
            case 2 -> new Field(id, Thrift.BINARY, Bytes.of(noise()));
            case 3 -> new Field(id, Thrift.STRUCT, deep(DEEP));
            case 4 -> {
                Items items = new Items();
                items.elementType = Thrift.LIST;
                items.values.add(deepList(DEEP));
                yield new Field(id, Thrift.LIST, items);
            }
            default -> new Field(id, Thrift.MAP, new Raw(noise()));
        };
    }

    private static Struct deep(int levels) {
        Struct struct = new Struct();
        for (int i = 0; i < levels; i++) {
            Struct outer = new Struct();
            outer.fields.add(new Field(1, Thrift.STRUCT, struct));
            struct = outer;
        }
        return struct;
    }

    private static Items deepList(int levels) {
        Items items = new Items();
        items.elementType = Thrift.I32;
        for (int i = 0; i < levels; i++) {
            Items outer = new Items();
            outer.elementType = Thrift.LIST;
            outer.values.add(items);
            items = outer;
        }
        return items;
    }

    /** Changes that a reader must ignore: unknown fields, and another encoding of the same value. */
    void harmless(Struct whole) {
        List<Struct> structs = new ArrayList<>();
        Thrift.eachStruct(whole, structs::add);
        Struct struct = structs.get(random.nextInt(structs.size()));
        Field later = new Field(
                200 + random.nextInt(1000),
                Thrift.STRUCT,
                random.nextBoolean() ? deep(random.nextInt(20)) : new Struct());
        switch (random.nextInt(6)) {
            case 0 -> later = new Field(later.id, Thrift.I64, new Number(random.nextLong()));
            case 1 -> later = new Field(later.id, Thrift.BINARY, Bytes.of(noise()));
            case 2 -> {
                Items items = deepList(random.nextInt(20));
                later = new Field(later.id, Thrift.LIST, items);
            }
            case 3 -> later = new Field(later.id, Thrift.DOUBLE, new Raw(new byte[8]));
            case 4 -> {
                for (Field field : struct.fields) {
                    field.longForm = true;
                }
            }
            default -> later.longForm = true;
        }
        // A union has one member; an unknown field would be another one.
        if (struct.fields.size() != 1 || !(struct.fields.get(0).value instanceof Struct)) {
            struct.fields.add(later);
        }
    }
}
