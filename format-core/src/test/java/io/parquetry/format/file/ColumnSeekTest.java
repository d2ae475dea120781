package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A column cursor that seeks a row gives the entries that it gives there when it reads on from the beginning. */
class ColumnSeekTest {
    private static final int ROWS = 24_000;
    private static final MessageType SCHEMA = MessageType.parse("""
            message m {
              required int64 id;
              optional binary word (STRING);
              optional group list (LIST) { repeated group list { optional double element; } }
            }""");

    private static byte[] file;

    @BeforeAll
    static void write() throws IOException {
        Random random = new Random(3);
        WriterOptions options = WriterOptions.builder()
                .codec(CompressionCodec.UNCOMPRESSED)
                .rowGroupBytesMax(1 << 17)
                .dictionary(WriterOptions.Dictionary.NEVER)
                .pageRowsMax(200)
                .build();
        MemoryOutputFile out = new MemoryOutputFile("rows");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (long id = 0; id < ROWS; id++) {
                List<Object> list = new ArrayList<>();
                for (int left = random.nextInt(5); left > 0; left--) {
                    list.add(random.nextDouble());
                }
                writer.write(
                        id % 7 == 0
                                ? Map.of("id", id, "list", list)
                                : Map.of("id", id, "word", "w" + random.nextInt(9), "list", list));
            }
            writer.finish();
        }
        file = out.toByteArray();
    }

    private record Entry(int repetition, int definition, Object value) {}

    private static Entry entry(ColumnCursor cursor) {
        Object value = cursor.value() instanceof byte[] bytes ? new String(bytes) : cursor.value();
        return new Entry(cursor.repetitionLevel(), cursor.definitionLevel(), value);
    }

    /** The first entry of each row of each row group. */
    private static List<List<Entry>> firstEntries(ParquetReader reader, LeafColumn leaf) throws IOException {
        List<Entry> all = new ArrayList<>();
        ColumnCursor cursor = reader.column(leaf);
        while (cursor.next()) {
            if (cursor.repetitionLevel() == 0) {
                all.add(entry(cursor));
            }
        }
        List<List<Entry>> byGroup = new ArrayList<>();
        int from = 0;
        for (var group : reader.metadata().rowGroups()) {
            byGroup.add(all.subList(from, from + (int) group.rows()));
            from += (int) group.rows();
        }
        return byGroup;
    }

    @Test
    void anyRowIsFoundForwardsAndBackwards() throws IOException {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("rows", file), ReaderOptions.DEFAULT)) {
            assertThat(reader.metadata().rowGroups()).hasSizeGreaterThan(2);
            for (LeafColumn leaf : reader.schema().leaves()) {
                List<List<Entry>> expected = firstEntries(reader, leaf);
                ColumnCursor cursor = reader.column(leaf);
                Random random = new Random(5);
                for (int i = 0; i < 300; i++) {
                    int group = i % 5 == 0 ? random.nextInt(expected.size()) : i / 30 % expected.size();
                    int row = random.nextInt(expected.get(group).size());
                    cursor.seek(group, row);
                    for (int next = row;
                            next < Math.min(row + 3, expected.get(group).size()); ) {
                        assertThat(cursor.next()).isTrue();
                        if (cursor.repetitionLevel() == 0) {
                            assertThat(entry(cursor))
                                    .as("%s, row group %s, row %s", leaf.dottedPath(), group, next)
                                    .isEqualTo(expected.get(group).get(next));
                            next++;
                        }
                    }
                }
            }
        }
    }

    @Test
    void theCursorReadsOnIntoTheNextRowGroup() throws IOException {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("rows", file), ReaderOptions.DEFAULT)) {
            LeafColumn leaf = reader.schema().leaf("id");
            long rows = reader.metadata().rowGroups().get(0).rows();
            ColumnCursor cursor = reader.column(leaf);

            cursor.seek(0, rows - 1);
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.value()).isEqualTo(rows - 1);
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.value()).isEqualTo(rows);
        }
    }

    @Test
    void pagesBeforeTheRowAreNotFetched() throws IOException {
        long[] bytes = new long[1];
        InputFile counting = new InputFile() {
            private final MemoryInputFile in = new MemoryInputFile("rows", file);

            @Override
            public String name() {
                return in.name();
            }

            @Override
            public long length() {
                return in.length();
            }

            @Override
            public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
                bytes[0] += length;
                in.readFully(position, buffer, offset, length);
            }

            @Override
            public void close() {}
        };
        ReaderOptions least =
                ReaderOptions.builder().readAhead(ReaderOptions.ReadAhead.LEAST).build();
        try (ParquetReader reader = ParquetReader.open(counting, least)) {
            LeafColumn leaf = reader.schema().leaf("list.list.element");
            long rows = reader.metadata().rowGroups().get(0).rows();
            List<PageLocation> pages = reader.offsetIndex(0, leaf).orElseThrow().pages();
            assertThat(pages).hasSizeGreaterThan(3);
            long chunk = reader.metadata()
                    .rowGroups()
                    .get(0)
                    .columns()
                    .get(leaf.ordinal())
                    .bytes()
                    .compressed();
            ColumnCursor cursor = reader.column(leaf);
            bytes[0] = 0;

            cursor.seek(0, rows - 1);
            assertThat(cursor.next()).isTrue();

            assertThat(bytes[0]).isLessThan(chunk / 3);
        }
    }

    @Test
    void aCursorThatFailedFindsOtherPages() throws IOException {
        byte[] broken = file.clone();
        try (ParquetReader good = ParquetReader.open(new MemoryInputFile("rows", file), ReaderOptions.DEFAULT)) {
            LeafColumn leaf = good.schema().leaf("id");
            List<PageLocation> pages = good.offsetIndex(0, leaf).orElseThrow().pages();
            broken[(int) pages.get(1).offset() + pages.get(1).compressedBytes() - 1] ^= 1;
            ReaderOptions verify = ReaderOptions.builder()
                    .checksums(ReaderOptions.Checksums.VERIFY)
                    .build();
            try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("rows", broken), verify)) {
                ColumnCursor cursor = reader.column(reader.schema().leaf("id"));

                assertThatThrownBy(() -> {
                            cursor.seek(0, pages.get(1).firstRow());
                            cursor.next();
                        })
                        .isInstanceOf(CorruptFileException.class)
                        .hasMessageContaining("checksum");
                cursor.seek(0, pages.get(2).firstRow());
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.value()).isEqualTo(pages.get(2).firstRow());
            }
        }
    }
}
