package io.parquetry.format.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.TestData;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.BloomFilterOptions;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetJavaColumns;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.hostile.DeviatingFiles;
import io.parquetry.format.internal.footer.CreatedBy;
import io.parquetry.format.internal.footer.FileLayout;
import io.parquetry.format.internal.footer.FooterChecks;
import io.parquetry.format.internal.footer.FooterReader;
import io.parquetry.format.internal.thrift.OffsetIndexThrift;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.merge.ParquetMerger.KeyValues;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The merged file holds the records of the files one after the other, for us, for parquet-java and for DuckDB, and its
 * indexes and filters work; a file that is refused leaves no trace.
 */
class ParquetMergerTest {
    private static final MessageType SCHEMA = MessageType.parse("message m { required int64 id;"
            + " optional binary name (STRING); optional group tags (LIST) { repeated group list { optional binary element"
            + " (STRING); } } optional double x; }");

    @TempDir
    private Path folder;

    private static byte[] write(WriterOptions options, List<Map<String, Object>> records, String... keysAndValues)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (Map<String, Object> record : records) {
                writer.write(record);
            }
            for (int i = 0; i < keysAndValues.length; i += 2) {
                writer.putKeyValue(keysAndValues[i], keysAndValues[i + 1]);
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private static List<Map<String, Object>> records(int from, int count) {
        Random random = new Random(from);
        List<Map<String, Object>> records = new ArrayList<>();
        for (Map<String, Object> record : new RandomRecords(random).records(SCHEMA, count)) {
            record.put("id", (long) from + records.size());
            records.add(record);
        }
        return records;
    }

    private static final WriterOptions FILTERED = WriterOptions.builder()
            .codec(CompressionCodec.SNAPPY)
            .pageRowsMax(50)
            .column(
                    "id",
                    ColumnOptions.builder()
                            .bloomFilter(BloomFilterOptions.ADAPTIVE)
                            .build())
            .build();
    private static final WriterOptions SMALL_GROUPS = WriterOptions.builder()
            .pageVersion(WriterOptions.PageVersion.V2)
            .rowGroupBytesMax(8192)
            .pageRowsMax(20)
            .build();

    private static byte[] merge(KeyValues policy, byte[]... files) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("merged");
        try (ParquetMerger merger = ParquetMerger.create(out, policy)) {
            for (int i = 0; i < files.length; i++) {
                merger.append(new MemoryInputFile("file " + i, files[i]));
            }
            merger.finish();
        }
        return out.toByteArray();
    }

    private static List<Object> read(byte[] bytes, long firstRow) throws IOException {
        ReaderOptions options = ReaderOptions.builder()
                .checksums(ReaderOptions.Checksums.VERIFY)
                .build();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("memory", bytes), options)) {
            List<Object> records = new ArrayList<>();
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), firstRow);
            while (cursor.next()) {
                records.add(cursor.record());
            }
            return records;
        }
    }

    private static FileMetadata metadata(byte[] bytes) throws IOException {
        return FooterReader.read(new MemoryInputFile("memory", bytes), FooterChecks.Siblings.REFUSED);
    }

    @Test
    void theRecordsComeOneFileAfterTheOther() throws IOException {
        List<Map<String, Object>> all = records(0, 1000);
        byte[] merged = merge(
                KeyValues.MUST_AGREE,
                write(FILTERED, all.subList(0, 300)),
                write(FILTERED, List.of()),
                write(SMALL_GROUPS, all.subList(300, 1000)));

        assertThat(metadata(merged).rowGroups()).hasSizeGreaterThan(5);
        assertThat(RandomRecords.comparable(read(merged, 0))).isEqualTo(RandomRecords.comparable(all));
        for (int firstRow : new int[] {1, 170, 299, 300, 301, 777, 1000}) {
            assertThat(RandomRecords.comparable(read(merged, firstRow)))
                    .as("from row %d", firstRow)
                    .isEqualTo(RandomRecords.comparable(all.subList(firstRow, 1000)));
        }
        judge(merged);
    }

    /** parquet-java finds in every column what we find. */
    private void judge(byte[] bytes) throws IOException {
        Path path = Files.write(folder.resolve("merged.parquet"), bytes);
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(path), ReaderOptions.DEFAULT)) {
            for (LeafColumn leaf : reader.schema().leaves()) {
                new ParquetJavaColumns(path).requireEqual(leaf, reader.column(leaf));
            }
        }
    }

    @Test
    void everyPositionPointsToWhatItDidBefore() throws IOException {
        List<byte[]> files = List.of(write(FILTERED, records(0, 400)), write(SMALL_GROUPS, records(400, 300)));
        byte[] merged = merge(KeyValues.MUST_AGREE, files.get(0), files.get(1));

        List<RowGroupMetadata> after = metadata(merged).rowGroups();
        int at = 0;
        for (byte[] file : files) {
            for (RowGroupMetadata before : metadata(file).rowGroups()) {
                assertThat(after.get(at).ordinal()).hasValue(at);
                for (int i = 0; i < before.columns().size(); i++) {
                    requireSameBytes(
                            before.columns().get(i),
                            file,
                            after.get(at).columns().get(i),
                            merged);
                }
                at++;
            }
        }
        assertThat(after).hasSize(at);
    }

    private static void requireSameBytes(
            ColumnChunkMetadata before, byte[] file, ColumnChunkMetadata after, byte[] merged) {
        assertThat(after.statistics()).isEqualTo(before.statistics());
        assertThat(after.sizeStatistics()).isEqualTo(before.sizeStatistics());
        assertThat(after.pageEncodings()).isEqualTo(before.pageEncodings());
        assertThat(after.bytes()).isEqualTo(before.bytes());
        assertThat(after.offsets().dictionaryPage().isPresent())
                .isEqualTo(before.offsets().dictionaryPage().isPresent());
        assertThat(after.indexes().offsetIndex().isPresent())
                .isEqualTo(before.indexes().offsetIndex().isPresent());
        if (before.indexes().offsetIndex().isPresent()) {
            requireSamePages(before, file, after, merged);
        }
        if (before.indexes().bloomFilterOffset().isPresent()) {
            int length = before.indexes().bloomFilterLength().orElseThrow();
            assertThat(after.indexes().bloomFilterLength()).hasValue(length);
            assertThat(bytes(merged, after.indexes().bloomFilterOffset().orElseThrow(), length))
                    .isEqualTo(bytes(file, before.indexes().bloomFilterOffset().orElseThrow(), length));
        }
    }

    /** Other writers leave out the indexes of some columns, as of one without an order. */
    @Test
    void indexesStayWhereTheFirstColumnHasNone() throws IOException {
        byte[] whole = write(FILTERED, records(0, 400));
        MemoryOutputFile out = new MemoryOutputFile("file");
        out.write(whole, 0, whole.length);
        FileMetadata footer = metadata(whole);
        FileLayout.writeFooter(
                out,
                footer.toBuilder()
                        .rowGroups(footer.rowGroups().stream()
                                .map(ParquetMergerTest::withoutFirstIndexes)
                                .toList())
                        .build());

        byte[] merged = merge(KeyValues.MUST_AGREE, out.toByteArray());

        List<ColumnChunkMetadata> columns = metadata(merged).rowGroups().get(0).columns();
        assertThat(columns)
                .extracting(column -> column.indexes().offsetIndex().isPresent())
                .containsExactly(false, true, true, true);
        assertThat(read(merged, 0)).hasSize(400);
    }

    private static RowGroupMetadata withoutFirstIndexes(RowGroupMetadata rowGroup) {
        List<ColumnChunkMetadata> columns = new ArrayList<>(rowGroup.columns());
        columns.set(0, columns.get(0).withIndexes(ColumnChunkMetadata.Indexes.NONE));
        return rowGroup.toBuilder().columns(columns).build();
    }

    private static void requireSamePages(
            ColumnChunkMetadata before, byte[] file, ColumnChunkMetadata after, byte[] merged) {
        OffsetIndex pagesBefore = offsetIndex(before, file);
        OffsetIndex pagesAfter = offsetIndex(after, merged);
        assertThat(pagesAfter.unencodedBytes()).isEqualTo(pagesBefore.unencodedBytes());
        for (int i = 0; i < pagesBefore.pages().size(); i++) {
            OffsetIndex.PageLocation was = pagesBefore.pages().get(i);
            OffsetIndex.PageLocation is = pagesAfter.pages().get(i);
            assertThat(is.firstRow()).isEqualTo(was.firstRow());
            assertThat(bytes(merged, is.offset(), is.compressedBytes()))
                    .isEqualTo(bytes(file, was.offset(), was.compressedBytes()));
        }
        assertThat(pagesAfter.pages().get(0).offset()).isEqualTo(after.offsets().firstDataPage());
        assertThat(columnIndex(after, merged)).isEqualTo(columnIndex(before, file));
    }

    private static Optional<ByteBuffer> columnIndex(ColumnChunkMetadata chunk, byte[] file) {
        return chunk.indexes().columnIndex().map(range -> ByteBuffer.wrap(bytes(file, range.offset(), range.length())));
    }

    private static OffsetIndex offsetIndex(ColumnChunkMetadata chunk, byte[] file) {
        ColumnChunkMetadata.Range range = chunk.indexes().offsetIndex().orElseThrow();
        return OffsetIndexThrift.read(file, (int) range.offset(), range.length());
    }

    private static byte[] bytes(byte[] file, long offset, int length) {
        return Arrays.copyOfRange(file, (int) offset, (int) offset + length);
    }

    @Test
    void parquetJavaPrunesByTheMovedIndexesAndFilters() throws IOException {
        byte[] merged =
                merge(KeyValues.MUST_AGREE, write(FILTERED, records(0, 400)), write(FILTERED, records(400, 400)));
        Path path = Files.write(folder.resolve("pruned.parquet"), merged);
        var options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withRecordFilter(FilterCompat.get(FilterApi.eq(FilterApi.longColumn("id"), 555L)))
                .build();

        try (ParquetFileReader judge =
                ParquetFileReader.open(new org.apache.parquet.io.LocalInputFile(path), options)) {
            assertThat(judge.getRowGroups()).as("one of two is left").hasSize(1);
            assertThat(judge.getFilteredRecordCount()).as("one page of it").isEqualTo(50);
            assertThat(judge.readNextFilteredRowGroup().getRowCount()).isEqualTo(50);
        }
    }

    @Test
    void filesOfDuckDbAreMerged() throws IOException, SQLException {
        Path first = folder.resolve("a.parquet");
        Path second = folder.resolve("b.parquet");
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            statement.execute("copy (select i, 'n' || i % 7 as n, [i, null] as l from range(5000) t(i)) to '" + first
                    + "' (row_group_size 2048)");
            statement.execute("copy (select i, 'n' || i % 7 as n, [i, null] as l from range(5000, 9000) t(i)) to '"
                    + second + "' (codec 'zstd')");
            Path merged = Files.write(
                    folder.resolve("c.parquet"),
                    merge(KeyValues.MUST_AGREE, Files.readAllBytes(first), Files.readAllBytes(second)));

            try (ResultSet found = statement.executeQuery("select count(*), sum(i), count(distinct n), sum(l[1]) from '"
                    + merged + "' where i >= 10 and n != 'n3'")) {
                assertThat(found.next()).isTrue();
                long[] expected =
                        LongStream.range(10, 9000).filter(i -> i % 7 != 3).toArray();
                assertThat(found.getLong(1)).isEqualTo(expected.length);
                assertThat(found.getLong(2)).isEqualTo(Arrays.stream(expected).sum());
                assertThat(found.getLong(3)).isEqualTo(6);
                assertThat(found.getLong(4)).isEqualTo(Arrays.stream(expected).sum());
            }
            judge(Files.readAllBytes(merged));
        }
    }

    static Stream<Path> goodFiles() throws IOException {
        try (Stream<Path> files = Files.list(TestData.parquetTesting("data"))) {
            return files
                    .filter(file -> file.toString().endsWith(".parquet"))
                    .filter(file -> !file.toString().endsWith("unknown-logical-type.parquet"))
                    .filter(file -> !file.toString().endsWith("large_string_map.brotli.parquet"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("goodFiles")
    void aFileOfAnyWriterMergedWithItselfHasItsEntriesTwice(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        byte[] merged = merge(KeyValues.MUST_AGREE, bytes, bytes);

        try (ParquetReader before = ParquetReader.open(new MemoryInputFile("before", bytes), ReaderOptions.DEFAULT);
                ParquetReader after = ParquetReader.open(new MemoryInputFile("after", merged), ReaderOptions.DEFAULT)) {
            assertThat(after.metadata().rows()).isEqualTo(2 * before.metadata().rows());
            for (LeafColumn leaf : before.schema().leaves()) {
                ColumnCursor twice = after.column(leaf);
                for (int round = 0; round < 2; round++) {
                    requireSame(before.column(leaf), twice);
                }
                assertThat(twice.next()).isFalse();
            }
        }
    }

    private static void requireSame(ColumnCursor expected, ColumnCursor found) throws IOException {
        while (expected.next()) {
            boolean same = found.next()
                    && found.repetitionLevel() == expected.repetitionLevel()
                    && found.definitionLevel() == expected.definitionLevel()
                    && Objects.deepEquals(found.value(), expected.value());
            if (!same) {
                throw new AssertionError("expected " + expected.value() + ", found " + found.value());
            }
        }
    }

    /** Writers differ in whether they annotate what is so without an annotation. */
    @Test
    void annotationsThatSayTheSameAreNoDifference() throws IOException {
        for (List<String> twins : List.of(
                List.of("optional int64 x (INTEGER(64,true))", "optional int64 x"),
                List.of("optional int32 x (INTEGER(32,true))", "optional int32 x"),
                List.of("optional binary x (GEOMETRY(OGC:CRS84))", "optional binary x (GEOMETRY)"),
                List.of("optional binary x (GEOGRAPHY(OGC:CRS84,SPHERICAL))", "optional binary x (GEOGRAPHY)"),
                List.of(
                        "optional group m (MAP_KEY_VALUE) { repeated group key_value { required int32 key; }",
                        "optional group m (MAP) { repeated group key_value (MAP_KEY_VALUE) { required int32 key; }"))) {
            MessageType one = schema(twins.get(0));
            MessageType other = schema(twins.get(1));

            byte[] merged = merge(KeyValues.MUST_AGREE, empty(one), empty(other), empty(one));

            assertThat(one.hasFieldsOf(other)).as("%s", twins).isTrue();
            try (ParquetReader reader =
                    ParquetReader.open(new MemoryInputFile("merged", merged), ReaderOptions.DEFAULT)) {
                assertThat(reader.schema()).as("that of the first").isEqualTo(one);
            }
        }
        assertThat(MessageType.parse("message m { optional int32 x (INTEGER(16,true)); }")
                        .hasFieldsOf(MessageType.parse("message m { optional int32 x; }")))
                .isFalse();
    }

    private static MessageType schema(String field) {
        return MessageType.parse("message m { " + field + (field.endsWith("}") ? " } }" : "; }"));
    }

    private static byte[] empty(MessageType schema) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("empty");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.finish();
        }
        return out.toByteArray();
    }

    @Test
    void anotherSchemaIsRefusedWithTheFirstDifference() throws IOException {
        assertDifference(
                "message other { required int64 id; optional group a { optional int32 b; required int64 c; } }",
                "cannot merge file 1 with file 0: field a.b is 'REQUIRED INT32 b' in the first and 'OPTIONAL INT32 b' in"
                        + " the second; the schemas must be the same");
        assertDifference(
                "message m { required int64 id; optional group a { required int32 b; } }",
                "cannot merge file 1 with file 0: field a.c is only in the first; the schemas must be the same");
        assertDifference(
                "message m { required int64 id (TIMESTAMP(MILLIS,true)); optional group a { required int32 b;"
                        + " required int64 c; } }",
                "cannot merge file 1 with file 0: field id is 'REQUIRED INT64 id' in the first and 'REQUIRED INT64 id"
                        + " (TIMESTAMP(MILLIS,true))' in the second; the schemas must be the same");
    }

    private static void assertDifference(String other, String message) throws IOException {
        byte[] first =
                empty("message m { required int64 id; optional group a { required int32 b; required int64 c; } }");
        byte[] second = empty(other);
        assertThatThrownBy(() -> merge(KeyValues.MUST_AGREE, first, second))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    private static byte[] empty(String schema) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, MessageType.parse(schema), PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.finish();
        }
        return out.toByteArray();
    }

    @Test
    void notesOfTheFooterMustAgreeOrTheFirstDecides() throws IOException {
        byte[] first = write(FILTERED, records(0, 10), "schema", "v1", "only", "first");
        byte[] second = write(FILTERED, records(10, 10), "schema", "v2", "more", "second");

        assertThatThrownBy(() -> merge(KeyValues.MUST_AGREE, first, second))
                .isInstanceOf(UsageException.class)
                .hasMessage("cannot merge file 1: it says 'schema' = v2, but a file before says v1;"
                        + " let the first decide where that is right, with KeyValues.FIRST_DECIDES or merge"
                        + " --keep-first-metadata");

        FileMetadata merged = metadata(merge(KeyValues.FIRST_DECIDES, first, second));
        assertThat(merged.keyValue("schema")).contains("v1");
        assertThat(merged.keyValue("only")).contains("first");
        assertThat(merged.keyValue("more")).contains("second");
        assertThat(merged.createdBy()).contains(CreatedBy.TEXT);
    }

    @Test
    void aFileThatIsRefusedLeavesNoTrace() throws IOException {
        byte[] good = write(FILTERED, records(0, 200));
        byte[] other = empty("message m { required int32 id; }");
        byte[] corrupt = good.clone();
        int page = (int)
                metadata(good).rowGroups().get(0).columns().get(0).offsets().firstDataPage();
        Arrays.fill(corrupt, page, page + 5, (byte) 0xEE);
        MemoryOutputFile out = new MemoryOutputFile("merged");
        try (ParquetMerger merger = ParquetMerger.create(out, KeyValues.MUST_AGREE)) {
            merger.append(new MemoryInputFile("good", good));
            assertThatThrownBy(() -> merger.append(new MemoryInputFile("other", other)))
                    .isInstanceOf(UsageException.class);
            assertThatThrownBy(() -> merger.append(new MemoryInputFile("corrupt", corrupt)))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageStartingWith("corrupt, row group 0, column ");
            assertThatThrownBy(() -> merger.append(new MemoryInputFile("bounds", withoutStatistics(good))))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageStartingWith("bounds, row group 0, column ");
            assertThatThrownBy(() ->
                            merger.append(new MemoryInputFile("text", "no Parquet".getBytes(StandardCharsets.UTF_8))))
                    .isInstanceOf(CorruptFileException.class);
            assertThat(merger.rows()).isEqualTo(200);
            merger.append(new MemoryInputFile("good", good));
            merger.finish();
            assertThatThrownBy(() -> merger.append(new MemoryInputFile("late", good)))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith("merged: is finished");
        }
        assertThat(out.toByteArray()).isEqualTo(merge(KeyValues.MUST_AGREE, good, good));
    }

    /** The same file with one bit changed, so that its footer is read and the statistics of a chunk are not. */
    private static byte[] withoutStatistics(byte[] good) {
        for (int at = good.length - 9; at > 0; at--) {
            byte[] changed = good.clone();
            changed[at] ^= 1;
            try {
                FileMetadata metadata = metadata(changed);
                assertThatThrownBy(metadata::hashCode).isInstanceOf(CorruptFileException.class);
                return changed;
            } catch (IOException | CorruptFileException | AssertionError other) {
                // This bit is not one of the statistics' structure.
            }
        }
        throw new AssertionError("each bit of the footer is read at once");
    }

    @Test
    void anIndexThatContradictsThePagesIsLeftOut() throws IOException {
        byte[] file = write(FILTERED, records(0, 200));
        ColumnChunkMetadata chunk = metadata(file).rowGroups().get(0).columns().get(0);
        byte[] wrong = replace(
                file,
                chunk.indexes().offsetIndex().orElseThrow(),
                chunk.offsets().firstDataPage());

        byte[] merged = merge(KeyValues.MUST_AGREE, file, wrong);

        List<RowGroupMetadata> rowGroups = metadata(merged).rowGroups();
        ColumnChunkMetadata.Indexes kept = rowGroups.get(0).columns().get(0).indexes();
        ColumnChunkMetadata.Indexes leftOut = rowGroups.get(1).columns().get(0).indexes();
        assertThat(kept.offsetIndex()).isPresent();
        assertThat(kept.columnIndex()).isPresent();
        assertThat(leftOut.offsetIndex()).isEmpty();
        assertThat(leftOut.columnIndex()).isEmpty();
        assertThat(leftOut.bloomFilterOffset()).isPresent();
        assertThat(read(merged, 350)).hasSize(50);
    }

    @Test
    void aPageBeforeThoseOfDataIsLeftOut() throws IOException {
        byte[] file = DeviatingFiles.withIndexPage();

        byte[] merged = merge(KeyValues.MUST_AGREE, file, file);

        assertThat(read(merged, 0)).containsExactly(Map.of("a", 1), Map.of("a", 1));
        for (RowGroupMetadata rowGroup : metadata(merged).rowGroups()) {
            ColumnChunkMetadata.ChunkBytes bytes = rowGroup.columns().get(0).bytes();
            assertThat(bytes.uncompressed()).isEqualTo(bytes.compressed());
            assertThat(bytes.compressed())
                    .isLessThan(metadata(file)
                            .rowGroups()
                            .get(0)
                            .columns()
                            .get(0)
                            .bytes()
                            .compressed());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDictionaryPageThatIsNotTheFirstIsRefused(boolean behindData) {
        byte[] file = DeviatingFiles.withLateDictionary(behindData);

        assertThatThrownBy(() -> merge(KeyValues.MUST_AGREE, file))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("file 0, row group 0, column a: a dictionary page comes after another page; it must be the"
                        + " first");
    }

    @Test
    void anAnnotationThatWouldBeLostIsRefused() {
        Path file = TestData.parquetTesting("data/unknown-logical-type.parquet");

        assertThatThrownBy(() -> merge(KeyValues.MUST_AGREE, Files.readAllBytes(file)))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("file 0: unsupported: merging field column with unknown type, whose annotation"
                        + " UNRECOGNIZED(2555) is not known and would be lost");
    }

    /** The index with its first position raised by one. */
    private static byte[] replace(byte[] file, ColumnChunkMetadata.Range range, long position) {
        int zigzag = (int) position << 1;
        byte[] varint =
                zigzag < 128 ? new byte[] {(byte) zigzag} : new byte[] {(byte) (zigzag | 0x80), (byte) (zigzag >> 7)};
        byte[] wrong = file.clone();
        for (int at = (int) range.offset(); at < range.offset() + range.length(); at++) {
            if (ByteBuffer.wrap(file, at, varint.length).equals(ByteBuffer.wrap(varint))) {
                wrong[at] += 2;
                return wrong;
            }
        }
        throw new AssertionError("position " + position + " is not in the index");
    }

    @Test
    void nothingToMergeIsRefused() throws IOException {
        try (ParquetMerger merger = ParquetMerger.create(new MemoryOutputFile("merged"), KeyValues.MUST_AGREE)) {
            assertThatThrownBy(merger::finish)
                    .isInstanceOf(UsageException.class)
                    .hasMessage("merged: there is nothing to merge; append a file first");
        }
    }
}
