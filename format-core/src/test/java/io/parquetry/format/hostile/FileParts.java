package io.parquetry.format.hostile;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.schema.LeafColumn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32;

/**
 * A good file, split into its parts in file order. Rebuilt with an {@link Edit}, it is a good file except for the edit:
 * offsets and lengths are those of the new file, and so is the CRC of a page whose bytes were changed.
 */
final class FileParts {
    private static final int MAGIC_BYTES = 4;
    private static final int ENDING_BYTES = 8;

    /** The kinds of parts. */
    enum Kind {
        /** Bytes that nothing refers to, the magic bytes among them. */
        GAP,
        /** A page header and the page. */
        PAGE,
        COLUMN_INDEX,
        OFFSET_INDEX,
        /** A bloom filter header and the bitset. */
        BLOOM_FILTER,
        FOOTER
    }

    /**
     * A part.
     *
     * @param from its offset in the good file
     * @param header the struct at its beginning, or null for a gap
     * @param body the bytes behind the struct
     * @param codec of the page
     */
    record Part(Kind kind, long from, long to, Thrift.Struct header, byte[] body, CompressionCodec codec) {}

    private final List<Part> parts = new ArrayList<>();
    private final long[] begins;

    FileParts(byte[] file) throws IOException {
        List<Part> found = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("seed", file), ReaderOptions.DEFAULT)) {
            for (int rowGroup = 0; rowGroup < reader.metadata().rowGroups().size(); rowGroup++) {
                for (LeafColumn leaf : reader.schema().leaves()) {
                    addChunk(file, reader, rowGroup, leaf, found);
                }
            }
        }
        int footerBytes = file[file.length - 8] & 0xFF
                | (file[file.length - 7] & 0xFF) << 8
                | (file[file.length - 6] & 0xFF) << 16;
        int footer = file.length - ENDING_BYTES - footerBytes;
        found.sort(Comparator.comparingLong(Part::from));
        long position = 0;
        for (Part part : found) {
            // Old files have pages that exceed the length of their chunk, and foreign files may share an index.
            if (part.from() >= position && part.to() <= footer) {
                addGap(file, position, part.from());
                parts.add(part);
                position = part.to();
            }
        }
        addGap(file, position, footer);
        parts.add(new Part(
                Kind.FOOTER, footer, file.length, Thrift.parse(file, footer).struct(), new byte[0], null));
        begins = parts.stream().mapToLong(Part::from).toArray();
    }

    private void addGap(byte[] file, long from, long to) {
        if (to > from) {
            parts.add(new Part(Kind.GAP, from, to, null, Arrays.copyOfRange(file, (int) from, (int) to), null));
        }
    }

    private static void addChunk(byte[] file, ParquetReader reader, int rowGroup, LeafColumn leaf, List<Part> found)
            throws IOException {
        ColumnChunkMetadata chunk =
                reader.metadata().rowGroups().get(rowGroup).columns().get(leaf.ordinal());
        for (ParquetReader.Page page : reader.pages(rowGroup, leaf)) {
            add(file, Kind.PAGE, page.offset(), page.header().compressedBytes(), chunk.codec(), found);
        }
        chunk.indexes()
                .columnIndex()
                .map(Range::offset)
                .ifPresent(at -> add(file, Kind.COLUMN_INDEX, at, 0, null, found));
        chunk.indexes()
                .offsetIndex()
                .map(Range::offset)
                .ifPresent(at -> add(file, Kind.OFFSET_INDEX, at, 0, null, found));
        chunk.indexes().bloomFilterOffset().ifPresent(at -> {
            int bytes = (int) Thrift.parse(file, (int) at).struct().number(1);
            add(file, Kind.BLOOM_FILTER, at, bytes, null, found);
        });
    }

    private static void add(byte[] file, Kind kind, long at, int bodyBytes, CompressionCodec codec, List<Part> found) {
        Thrift.Parsed parsed = Thrift.parse(file, (int) at);
        int body = (int) at + parsed.length();
        int end = body + bodyBytes;
        found.add(new Part(kind, at, end, parsed.struct(), Arrays.copyOfRange(file, body, end), codec));
    }

    List<Part> all() {
        return parts;
    }

    /** Numbers of the parts of a kind. */
    List<Integer> of(Kind kind) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).kind() == kind) {
                numbers.add(i);
            }
        }
        return numbers;
    }

    /** A change of the file. Parts are named by their numbers. */
    final class Edit {
        private final Map<Integer, Consumer<Thrift.Struct>> structs = new HashMap<>();
        private final Map<Integer, byte[]> bodies = new HashMap<>();
        private final Map<Integer, byte[]> before = new HashMap<>();
        private final Map<Integer, Integer> contents = new HashMap<>();
        private final Map<Integer, Long> checksums = new HashMap<>();
        private final Set<Integer> absent = new HashSet<>();
        private final Set<Integer> twice = new HashSet<>();

        /** Changes the struct of a part, in which offsets and lengths are already right. */
        Edit struct(int part, Consumer<Thrift.Struct> change) {
            structs.merge(part, change, Consumer::andThen);
            return this;
        }

        /** Replaces the body of a part and sets its length and checksum in the header of a page. */
        Edit body(int part, byte[] body) {
            bodies.put(part, body);
            return this;
        }

        /** Inserts bytes before a part. */
        Edit before(int part, byte[] bytes) {
            before.put(part, bytes);
            return this;
        }

        Edit drop(int part) {
            absent.add(part);
            return this;
        }

        Edit repeat(int part) {
            twice.add(part);
            return this;
        }

        /** Swaps the contents of two parts. */
        Edit swap(int one, int other) {
            contents.put(one, other);
            contents.put(other, one);
            return this;
        }

        byte[] build() {
            return new Assembly(this).build();
        }
    }

    Edit edit() {
        return new Edit();
    }

    /** Builds one file. */
    private final class Assembly {
        private final Edit edit;
        private final ByteArrayOutputStream out = new ByteArrayOutputStream((int) begins[begins.length - 1] + 1024);
        private final long[] moved = new long[begins.length];
        private int beyond = -1;
        private int beyondBody;
        private int beyondBytes;

        Assembly(Edit edit) {
            this.edit = edit;
        }

        byte[] build() {
            for (int number = 0; number < parts.size() - 1; number++) {
                out.writeBytes(edit.before.getOrDefault(number, new byte[0]));
                moved[number] = out.size();
                if (!edit.absent.contains(number)) {
                    byte[] bytes = encoded(number, edit.contents.getOrDefault(number, number));
                    out.writeBytes(bytes);
                    if (edit.twice.contains(number)) {
                        out.writeBytes(bytes);
                    }
                }
            }
            writeFooter(parts.size() - 1);
            byte[] file = out.toByteArray();
            if (beyond >= 0 && beyondBytes <= file.length - beyondBody) {
                CRC32 crc = new CRC32();
                crc.update(file, beyondBody, beyondBytes);
                edit.checksums.put(beyond, crc.getValue());
                return new Assembly(edit).build();
            }
            return file;
        }

        private void writeFooter(int number) {
            moved[number] = out.size();
            Thrift.Struct footer = parts.get(number).header().copy();
            footer.structs(4).forEach(this::moveRowGroup);
            edit.structs.getOrDefault(number, struct -> {}).accept(footer);
            byte[] bytes = Thrift.encode(footer);
            out.writeBytes(bytes);
            for (int shift = 0; shift < Integer.SIZE; shift += 8) {
                out.write(bytes.length >>> shift);
            }
            out.writeBytes(new byte[] {'P', 'A', 'R', '1'});
        }

        private byte[] encoded(int number, int content) {
            Part part = parts.get(content);
            byte[] body = edit.bodies.getOrDefault(content, part.body());
            if (part.kind() == Kind.GAP) {
                return body;
            }
            Consumer<Thrift.Struct> change = edit.structs.get(content);
            Thrift.Struct header = part.header();
            if (change != null || body != part.body() || part.kind() == Kind.OFFSET_INDEX) {
                header = header.copy();
                if (part.kind() == Kind.OFFSET_INDEX) {
                    header.structs(1).forEach(this::movePage);
                } else if (part.kind() == Kind.PAGE) {
                    header.setNumber(3, body.length);
                }
                if (change != null) {
                    change.accept(header);
                }
                if (part.kind() == Kind.PAGE) {
                    setChecksum(number, header, body);
                }
            }
            byte[] struct = Thrift.encode(header);
            byte[] bytes = Arrays.copyOf(struct, struct.length + body.length);
            System.arraycopy(body, 0, bytes, struct.length, body.length);
            beyondBody = beyond == number ? out.size() + struct.length : beyondBody;
            return bytes;
        }

        /** The checksum of as many bytes as the page header claims, even if they are not all of the page. */
        private void setChecksum(int number, Thrift.Struct header, byte[] body) {
            long claimed = header.number(3);
            if (header.number(4) == -1 || claimed < 0 || claimed > Integer.MAX_VALUE) {
                return;
            }
            if (edit.checksums.containsKey(number)) {
                header.setNumber(4, edit.checksums.get(number).intValue());
            } else if (claimed > body.length) {
                beyond = number;
                beyondBytes = (int) claimed;
            } else {
                CRC32 crc = new CRC32();
                crc.update(body, 0, (int) claimed);
                header.setNumber(4, (int) crc.getValue());
            }
        }

        /** The new offset of a byte of the good file. */
        private long at(long position) {
            int found = Arrays.binarySearch(begins, position);
            int number = found >= 0 ? found : -found - 2;
            return number < 0 ? position : moved[number] + position - begins[number];
        }

        private long length(long from, long length) {
            return at(from + length) - at(from);
        }

        private void movePage(Thrift.Struct page) {
            long from = page.number(1);
            page.setNumber(2, length(from, page.number(2)));
            page.setNumber(1, at(from));
        }

        private void moveRowGroup(Thrift.Struct rowGroup) {
            long more = 0;
            for (Thrift.Struct chunk : rowGroup.structs(1)) {
                more += moveChunk(chunk);
            }
            moveOffset(rowGroup, 5);
            rowGroup.setNumber(6, rowGroup.number(6) + more);
        }

        private long moveChunk(Thrift.Struct chunk) {
            Thrift.Struct meta = chunk.struct(3);
            long data = meta.number(9);
            long dictionary = meta.number(11);
            long from = dictionary > 0 && (dictionary < data || data == 0) ? dictionary : data;
            long bytes = meta.number(7);
            long movedBytes = length(from, bytes);
            meta.setNumber(7, movedBytes);
            for (int offset : new int[] {9, 10, 11, 14}) {
                if (offset == 14 && meta.has(15)) {
                    meta.setNumber(15, length(meta.number(14), meta.number(15)));
                }
                moveOffset(meta, offset);
            }
            for (int offset : new int[] {4, 6}) {
                if (chunk.has(offset)) {
                    chunk.setNumber(offset + 1, length(chunk.number(offset), chunk.number(offset + 1)));
                    moveOffset(chunk, offset);
                }
            }
            moveOffset(chunk, 2);
            return movedBytes - bytes;
        }

        private void moveOffset(Thrift.Struct struct, int field) {
            if (struct.number(field) >= MAGIC_BYTES) {
                struct.setNumber(field, at(struct.number(field)));
            }
        }
    }
}
