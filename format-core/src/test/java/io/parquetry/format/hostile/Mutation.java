package io.parquetry.format.hostile;

import io.parquetry.format.hostile.FileParts.Edit;
import io.parquetry.format.hostile.FileParts.Kind;
import io.parquetry.format.hostile.FileParts.Part;
import io.parquetry.format.hostile.Seeds.Seed;
import io.parquetry.format.hostile.Thrift.Field;
import io.parquetry.format.hostile.Thrift.Items;
import io.parquetry.format.hostile.Thrift.Struct;
import io.parquetry.format.internal.compression.Compressor;
import io.parquetry.format.internal.compression.Decompressor;
import io.parquetry.format.metadata.CompressionCodec;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

/** The kinds of damage to a file, each with its share of the cases. */
enum Mutation {
    /** One to three bits anywhere. */
    BITS(34_000) {
        @Override
        byte[] apply(Seed seed, Seed other, Random random) {
            byte[] bytes = seed.bytes().clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            return bytes;
        }
    },

    /** Up to eight bytes anywhere, replaced by extreme values or noise. */
    BYTES(16_000) {
        @Override
        byte[] apply(Seed seed, Seed other, Random random) {
            return overwritten(seed.bytes(), random.nextInt(seed.bytes().length), random);
        }
    },

    /** One or two fields of the footer. */
    FOOTER(50_000) {
        @Override
        byte[] apply(Seed seed, Seed other, Random random) {
            Edit edit = seed.parts().edit();
            changeStruct(seed, edit, seed.parts().all().size() - 1, random);
            return edit.build();
        }
    },

    /** One or two fields of a page header; its CRC fits the length that it claims. */
    PAGE_HEADER(40_000) {
        @Override
        byte[] apply(Seed seed, Seed other, Random random) {
            Edit edit = seed.parts().edit();
            changeStruct(seed, edit, any(seed.parts().of(Kind.PAGE), random), random);
            return edit.build();
        }
    },

    /** The uncompressed bytes of a page; length and CRC fit them. */
    PAGE_CONTENT(40_000) {
        @Override
        byte[] apply(Seed seed, Seed other, Random random) {
            Edit edit = seed.parts().edit();
            changeContent(seed, edit, any(seed.parts().of(Kind.PAGE), random), random);
            return edit.build();
        }
    },

    /** One or two fields of a column index, an offset index or a bloom filter header. */
    INDEX(14_000) {
        @Override
        byte[] apply(Seed seed, Seed other, Random random) {
            Edit edit = seed.parts().edit();
            Kind kind = List.of(Kind.COLUMN_INDEX, Kind.OFFSET_INDEX, Kind.BLOOM_FILTER)
                    .get(random.nextInt(3));
            changeStruct(seed, edit, any(seed.parts().of(kind), random), random);
            return edit.build();
        }
    },

    /** Good parts in wrong places. */
    SPLICED(20_000) {
        @Override
        byte[] apply(Seed seed, Seed other, Random random) {
            return switch (random.nextInt(5)) {
                case 0 -> joined(seed.bytes(), other.bytes(), random);
                case 1 -> joined(seed.bytes(), seed.bytes(), random);
                case 2 -> {
                    // The pages of one file under the footer of another.
                    int pages = (int) seed.parts()
                            .all()
                            .get(seed.parts().all().size() - 1)
                            .from();
                    int footer = (int) other.parts()
                            .all()
                            .get(other.parts().all().size() - 1)
                            .from();
                    byte[] bytes = Arrays.copyOf(seed.bytes(), pages + other.bytes().length - footer);
                    System.arraycopy(other.bytes(), footer, bytes, pages, other.bytes().length - footer);
                    yield bytes;
                }
                case 3 -> movedPages(seed, random);
                default -> overlapping(seed, random);
            };
        }
    },

    /** Two to four of the other kinds, so that one may hide another. */
    SEVERAL(14_000) {
        @Override
        byte[] apply(Seed seed, Seed other, Random random) {
            Edit edit = seed.parts().edit();
            for (int i = 1 + random.nextInt(3); i >= 0; i--) {
                int page = any(seed.parts().of(Kind.PAGE), random);
                switch (random.nextInt(3)) {
                    case 0 -> changeStruct(seed, edit, page, random);
                    case 1 -> changeContent(seed, edit, page, random);
                    default -> changeStruct(seed, edit, seed.parts().all().size() - 1, random);
                }
            }
            return edit.build();
        }
    },

    /** Harmless changes; the file must read as before. */
    HARMLESS(12_000) {
        @Override
        byte[] apply(Seed seed, Seed other, Random random) {
            Edit edit = seed.parts().edit();
            int part = random.nextInt(seed.parts().all().size());
            if (seed.parts().all().get(part).kind() == Kind.GAP || random.nextInt(4) == 0) {
                // Not between the pages of a chunk, which are contiguous.
                byte[] noise = new byte[random.nextInt(40)];
                random.nextBytes(noise);
                edit.before(seed.parts().all().size() - 1, noise);
            } else {
                edit.struct(part, struct -> new ThriftChanges(random, seed.bytes().length).harmless(struct));
            }
            return edit.build();
        }
    },

    /** Truncation at every length. */
    TRUNCATED(0) {
        @Override
        byte[] apply(Seed seed, Seed other, Random random) {
            throw new IllegalStateException("the number of the case says how long the file is");
        }
    };

    private final int cases;

    Mutation(int cases) {
        this.cases = cases;
    }

    /** Number of cases of all seeds together. */
    int cases() {
        return cases;
    }

    abstract byte[] apply(Seed seed, Seed other, Random random);

    /** One of the parts, or the footer if there is none. */
    private static int any(List<Integer> parts, Random random) {
        return parts.isEmpty() ? -1 : parts.get(random.nextInt(parts.size()));
    }

    private static void changeStruct(Seed seed, Edit edit, int number, Random random) {
        int part = number < 0 ? seed.parts().all().size() - 1 : number;
        ThriftChanges changes = new ThriftChanges(random, seed.bytes().length);
        edit.struct(part, changes::anything);
        if (random.nextInt(4) == 0) {
            edit.struct(part, changes::anything);
        }
    }

    private static byte[] overwritten(byte[] bytes, int from, Random random) {
        byte[] copy = bytes.clone();
        byte[] extremes = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFF};
        int to = Math.min(copy.length, from + 1 + random.nextInt(8));
        byte with = extremes[random.nextInt(extremes.length)];
        boolean noise = random.nextInt(3) == 0;
        for (int i = from; i < to; i++) {
            copy[i] = noise ? (byte) random.nextInt() : with;
        }
        return copy;
    }

    private static void changeContent(Seed seed, Edit edit, int number, Random random) {
        if (number < 0) {
            changeStruct(seed, edit, number, random);
            return;
        }
        Part page = seed.parts().all().get(number);
        Struct v2 = page.header().has(8) ? page.header().struct(8) : null;
        int levels = v2 == null ? 0 : (int) (v2.number(5) + v2.number(6));
        boolean compressed = page.codec() != CompressionCodec.UNCOMPRESSED
                && (v2 == null || !(v2.has(7) && v2.field(7).value.equals(new Thrift.Flag(false))));
        byte[] body = page.body();
        int uncompressed = (int) page.header().number(2);
        byte[] content = new byte[uncompressed];
        if (compressed && uncompressed > levels) {
            System.arraycopy(body, 0, content, 0, levels);
            Decompressor.of(page.codec())
                    .decompress(body, levels, body.length - levels, content, levels, uncompressed - levels);
        } else {
            content = body.clone();
        }
        byte[] changed = changed(content, random);
        edit.body(number, compressed ? recompressed(page.codec(), changed, Math.min(levels, changed.length)) : changed);
        if (random.nextInt(8) != 0) {
            edit.struct(number, header -> header.setNumber(2, changed.length));
        }
    }

    private static byte[] recompressed(CompressionCodec codec, byte[] content, int levels) {
        if (codec == CompressionCodec.LZ4) {
            return Seeds.inHadoopsFraming(content, Compressor.of(CompressionCodec.LZ4_RAW, OptionalInt.empty()));
        }
        Compressor compressor = Compressor.of(codec, OptionalInt.empty());
        byte[] body = Arrays.copyOf(content, levels + compressor.maxCompressedLength(content.length - levels));
        int length = compressor.compress(content, levels, content.length - levels, body, levels);
        return Arrays.copyOf(body, levels + length);
    }

    /** A decoder makes most of its decisions in the first bytes of a page, so half of the changes are there. */
    private static byte[] changed(byte[] content, Random random) {
        if (content.length == 0) {
            return new byte[random.nextInt(10)];
        }
        int at = random.nextInt(random.nextBoolean() ? Math.min(24, content.length) : content.length);
        return switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(content, at);
            case 1 -> Arrays.copyOf(content, content.length + 1 + random.nextInt(100));
            case 2 -> {
                byte[] without = Arrays.copyOf(content, content.length - 1);
                System.arraycopy(content, at + 1, without, at, content.length - at - 1);
                yield without;
            }
            case 3 -> overwritten(content, at, random);
            default -> {
                byte[] flipped = content.clone();
                flipped[at] ^= (byte) (1 << random.nextInt(8));
                yield flipped;
            }
        };
    }

    private static byte[] joined(byte[] head, byte[] tail, Random random) {
        int headBytes = random.nextInt(head.length);
        int tailBytes = random.nextInt(tail.length);
        byte[] bytes = Arrays.copyOf(head, headBytes + tailBytes);
        System.arraycopy(tail, tail.length - tailBytes, bytes, headBytes, tailBytes);
        return bytes;
    }

    private static byte[] movedPages(Seed seed, Random random) {
        Edit edit = seed.parts().edit();
        int parts = seed.parts().all().size() - 1;
        int one = random.nextInt(parts);
        switch (random.nextInt(4)) {
            case 0 -> edit.drop(one);
            case 1 -> edit.repeat(one);
            case 2 -> edit.before(one, new byte[1 + random.nextInt(20)]);
            default -> edit.swap(one, random.nextInt(parts));
        }
        return edit.build();
    }

    /** Chunks that claim the pages of other chunks, and duplicate row groups. */
    private static byte[] overlapping(Seed seed, Random random) {
        Edit edit = seed.parts().edit();
        edit.struct(seed.parts().all().size() - 1, footer -> {
            List<Struct> rowGroups = footer.structs(4);
            if (rowGroups.isEmpty()) {
                return;
            }
            Struct rowGroup = rowGroups.get(random.nextInt(rowGroups.size()));
            if (random.nextInt(4) == 0) {
                ((Items) footer.field(4).value).values.add(rowGroup.copy());
                footer.setNumber(3, footer.number(3) + rowGroup.number(3));
                return;
            }
            List<Struct> chunks = rowGroup.structs(1);
            Struct one = chunks.get(random.nextInt(chunks.size())).struct(3);
            Struct other = chunks.get(random.nextInt(chunks.size())).struct(3);
            for (int id : random.nextBoolean() ? new int[] {7, 9, 11} : new int[] {5, 7, 9, 11, 14}) {
                one.fields.removeIf(field -> field.id == id);
                if (other.has(id)) {
                    one.fields.add(new Field(id, other.field(id).type, other.field(id).value));
                }
            }
        });
        return edit.build();
    }
}
