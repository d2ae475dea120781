package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.TestData;
import io.parquetry.format.UsageException;
import io.parquetry.format.internal.rowgroup.BloomFilters;
import io.parquetry.format.internal.thrift.BloomFilterHeaderThrift;
import io.parquetry.format.internal.thrift.CompactWriter;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.BloomFilterHeader;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bloom filters in files: parquet-java finds our values in them and we find its; every value of a chunk is found,
 * whether it stood in the dictionary or not; what a file says of its filters is not believed.
 */
class BloomFilterTest {
    private static final String SCHEMA_TEXT = "message m { required int32 i; required int64 l; required float f;"
            + " required double d; required binary s (STRING); required fixed_len_byte_array(3) x; optional int32 none; }";
    private static final MessageType SCHEMA = MessageType.parse(SCHEMA_TEXT);
    private static final int ROWS = 5000;

    @TempDir
    private Path folder;

    private static Map<String, Object> record(int row) {
        Map<String, Object> record = new HashMap<>();
        record.put("i", row);
        record.put("l", row * 1000L);
        record.put("f", row / 4f);
        record.put("d", row / 8.0);
        record.put("s", "text " + row);
        record.put("x", fixed(row));
        return record;
    }

    private static byte[] fixed(int row) {
        return new byte[] {(byte) (row >> 16), (byte) (row >> 8), (byte) row};
    }

    private static WriterOptions options(WriterOptions.Dictionary dictionary) {
        WriterOptions.Builder options =
                WriterOptions.builder().pageRowsMax(700).dictionary(dictionary).dictionaryBytesMax(10_000);
        SCHEMA.leaves()
                .forEach(leaf -> options.column(
                        leaf.dottedPath(),
                        ColumnOptions.builder()
                                .bloomFilter(BloomFilterOptions.ADAPTIVE)
                                .build()));
        return options.build();
    }

    private static byte[] write(WriterOptions options) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (int row = 0; row < ROWS; row++) {
                writer.write(record(row));
                if (row == ROWS / 2 - 1) {
                    writer.flushRowGroup();
                    assertThat(writer.rowGroupBytes()).isZero();
                }
            }
            writer.finish();
            assertThat(writer.rowGroupBytes()).isZero();
        }
        return out.toByteArray();
    }

    /** With small dictionaries some pages of a chunk are coded with it and some are not. */
    @ParameterizedTest
    @EnumSource(WriterOptions.Dictionary.class)
    void everyValueOfAChunkIsFoundAndHardlyAnyOther(WriterOptions.Dictionary dictionary) throws IOException {
        MemoryInputFile file = new MemoryInputFile("memory", write(options(dictionary)));
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            for (String column : List.of("i", "l", "f", "d", "s", "x")) {
                LeafColumn leaf = SCHEMA.leaf(column);
                List<BloomFilter> filters = List.of(
                        reader.bloomFilter(0, leaf).orElseThrow(),
                        reader.bloomFilter(1, leaf).orElseThrow());
                int wrong = 0;
                for (int row = 0; row < ROWS; row++) {
                    int group = row < ROWS / 2 ? 0 : 1;
                    Object value = physical(record(row).get(column));
                    assertThat(filters.get(group).mightContain(value))
                            .as("%s of row %d", column, row)
                            .isTrue();
                    wrong += filters.get(1 - group).mightContain(value) ? 1 : 0;
                }
                assertThat(wrong).as(column).isLessThan(ROWS / 50);
            }
            assertThat(reader.bloomFilter(0, SCHEMA.leaf("none")))
                    .as("no values, no filter")
                    .isEmpty();
        }
    }

    private static Object physical(Object value) {
        return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : value;
    }

    @Test
    void parquetJavaAndDuckDbFindOurValues() throws IOException, SQLException {
        Path path = Files.write(folder.resolve("ours.parquet"), write(options(WriterOptions.Dictionary.NEVER)));
        try (ParquetFileReader judge = ParquetFileReader.open(new org.apache.parquet.io.LocalInputFile(path))) {
            for (int group = 0; group < 2; group++) {
                Map<String, org.apache.parquet.column.values.bloomfilter.BloomFilter> filters = new HashMap<>();
                for (var chunk : judge.getRowGroups().get(group).getColumns()) {
                    filters.put(chunk.getPath().toDotString(), judge.readBloomFilter(chunk));
                }
                for (int row = 0; row < ROWS; row++) {
                    var strings = filters.get("s");
                    var longs = filters.get("l");
                    var fixed = filters.get("x");
                    boolean here = row < ROWS / 2 == (group == 0);
                    if (here) {
                        assertThat(strings.findHash(strings.hash(Binary.fromString("text " + row))))
                                .isTrue();
                        assertThat(longs.findHash(longs.hash(row * 1000L))).isTrue();
                        assertThat(fixed.findHash(fixed.hash(Binary.fromConstantByteArray(fixed(row)))))
                                .isTrue();
                    }
                }
                assertThat(longs(filters)).isLessThan(100);
            }
        }
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                ResultSet found = duck.createStatement()
                        .executeQuery("select count(*) from '" + path
                                + "' where s = 'text 4321' or l = 17000 or d = 0.125 or s = 'text'")) {
            assertThat(found.next()).isTrue();
            assertThat(found.getLong(1)).isEqualTo(3);
        }
    }

    /** A file of one record, with a filter for each column. */
    private Path withFilters(String schema, Map<String, ?> values) throws IOException {
        MessageType parsed = MessageType.parse(schema);
        WriterOptions.Builder options = WriterOptions.builder();
        parsed.leaves()
                .forEach(leaf -> options.column(
                        leaf.dottedPath(),
                        ColumnOptions.builder()
                                .bloomFilter(BloomFilterOptions.ADAPTIVE)
                                .build()));
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, parsed, PlainRecords.walker(), options.build())) {
            writer.write(values);
            writer.finish();
        }
        return Files.write(folder.resolve("one.parquet"), out.toByteArray());
    }

    /** As parquet-java reads them. */
    private static Map<String, org.apache.parquet.column.values.bloomfilter.BloomFilter> filters(Path file)
            throws IOException {
        Map<String, org.apache.parquet.column.values.bloomfilter.BloomFilter> filters = new HashMap<>();
        try (ParquetFileReader judge = ParquetFileReader.open(new org.apache.parquet.io.LocalInputFile(file))) {
            for (var chunk : judge.getRowGroups().get(0).getColumns()) {
                filters.put(chunk.getPath().toDotString(), judge.readBloomFilter(chunk));
            }
        }
        return filters;
    }

    /** A reader looks up Java's NaN, whatever bits that of the file has. */
    @Test
    void aNanIsFoundAsTheUsualOne() throws IOException {
        float negative = Float.intBitsToFloat(0xffc00000);
        var filters = filters(withFilters(
                "message m { required float f; required double d; required fixed_len_byte_array(2) h (FLOAT16); }",
                Map.of("f", negative, "d", (double) negative, "h", new byte[] {1, (byte) 0xfe})));

        assertThat(filters.get("f").findHash(filters.get("f").hash(Float.NaN))).isTrue();
        assertThat(filters.get("d").findHash(filters.get("d").hash(Double.NaN))).isTrue();
        Binary half = Binary.fromConstantByteArray(new byte[] {0, 0x7e});
        assertThat(filters.get("h").findHash(filters.get("h").hash(half))).isTrue();
    }

    /** A reader looks up one zero, but both are equal to it. */
    @ParameterizedTest
    @ValueSource(floats = {0f, -0f})
    void aZeroIsFoundWithEitherSign(float zero) throws IOException, SQLException {
        byte[] half = {0, (byte) (Float.floatToRawIntBits(zero) >>> 24)};
        byte[] otherHalf = {0, (byte) (half[1] ^ 0x80)};
        Path path = withFilters(
                "message m { required float f; required double d; required fixed_len_byte_array(2) h (FLOAT16);"
                        + " required int32 i; }",
                Map.of("f", zero, "d", (double) zero, "h", half, "i", 0));
        var filters = filters(path);
        for (float sought : new float[] {zero, -zero}) {
            assertThat(filters.get("f").findHash(filters.get("f").hash(sought))).isTrue();
            assertThat(filters.get("d").findHash(filters.get("d").hash((double) sought)))
                    .isTrue();
        }
        for (byte[] sought : List.of(half, otherHalf)) {
            var halves = filters.get("h");
            assertThat(halves.findHash(halves.hash(Binary.fromConstantByteArray(sought))))
                    .isTrue();
        }
        assertThat(filters.get("i").findHash(filters.get("i").hash(Integer.MIN_VALUE)))
                .as("a value of another type")
                .isFalse();
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                ResultSet found = duck.createStatement()
                        .executeQuery("select (select count(*) from '" + path
                                + "' where f = 0) + (select count(*) from '" + path + "' where d = 0)")) {
            assertThat(found.next()).isTrue();
            assertThat(found.getLong(1)).isEqualTo(2);
        }
    }

    /** Of 5,000 values that are nowhere. */
    private static long longs(Map<String, org.apache.parquet.column.values.bloomfilter.BloomFilter> filters) {
        var filter = filters.get("l");
        return LongStream.range(0, 5000)
                .filter(i -> filter.findHash(filter.hash(-1 - i)))
                .count();
    }

    @Test
    void weFindTheValuesOfParquetJava() throws IOException {
        Path path = folder.resolve("theirs.parquet");
        var schema = MessageTypeParser.parseMessageType(SCHEMA_TEXT);
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new LocalOutputFile(path))
                .withConf(new PlainParquetConfiguration())
                .withType(schema)
                .withDictionaryEncoding(false)
                .withBloomFilterEnabled(true);
        try (var writer = builder.build()) {
            SimpleGroupFactory groups = new SimpleGroupFactory(schema);
            for (int row = 0; row < 1000; row++) {
                writer.write(groups.newGroup()
                        .append("i", row)
                        .append("l", row * 1000L)
                        .append("f", row / 4f)
                        .append("d", row / 8.0)
                        .append("s", "text " + row)
                        .append("x", Binary.fromConstantByteArray(fixed(row))));
            }
        }
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(path), ReaderOptions.DEFAULT)) {
            for (String column : List.of("i", "l", "f", "d", "s", "x")) {
                BloomFilter filter = reader.bloomFilter(0, SCHEMA.leaf(column)).orElseThrow();
                int wrong = 0;
                for (int row = 0; row < 1000; row++) {
                    assertThat(filter.mightContain(physical(record(row).get(column))))
                            .as("%s of row %d", column, row)
                            .isTrue();
                    wrong += filter.mightContain(physical(record(row + 100_000).get(column))) ? 1 : 0;
                }
                assertThat(wrong).as(column).isLessThan(20);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"data_index_bloom_encoding_stats.parquet", "data_index_bloom_encoding_with_length.parquet"})
    void filesOfParquetTestingHaveTheirWords(String name) throws IOException {
        Path path = TestData.parquetTesting("data/" + name);
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(path), ReaderOptions.DEFAULT)) {
            BloomFilter filter =
                    reader.bloomFilter(0, reader.schema().leaves().get(0)).orElseThrow();

            for (String word : List.of("Hello", "This is", "a", "test", "How", "are you", "doing ", "today")) {
                assertThat(filter.mightContain(word.getBytes(StandardCharsets.UTF_8)))
                        .as(word)
                        .isTrue();
            }
            assertThat(filter.mightContain("Hello_Not_Exists".getBytes(StandardCharsets.UTF_8)))
                    .isFalse();
        }
    }

    @Test
    void filtersLieBetweenTheRowGroupsAndTheIndexes() throws IOException {
        byte[] bytes = write(options(WriterOptions.Dictionary.NEVER));
        FileMetadata metadata;
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("memory", bytes), ReaderOptions.DEFAULT)) {
            metadata = reader.metadata();
        }
        long end = 0;
        for (int group = 0; group < 2; group++) {
            long start = metadata.rowGroups().get(group).fileOffset().orElseThrow();
            assertThat(start).isGreaterThanOrEqualTo(end);
            end = start + metadata.rowGroups().get(group).compressedBytes().orElseThrow();
            for (ColumnChunkMetadata chunk : metadata.rowGroups().get(group).columns()) {
                if (chunk.indexes().bloomFilterOffset().isPresent()) {
                    assertThat(chunk.indexes().bloomFilterOffset()).hasValue(end);
                    end += chunk.indexes().bloomFilterLength().orElseThrow();
                }
            }
        }
        assertThat(metadata.rowGroups()
                        .get(0)
                        .columns()
                        .get(0)
                        .indexes()
                        .columnIndex()
                        .orElseThrow()
                        .offset())
                .isEqualTo(end);
    }

    @Test
    void whatAFileSaysOfItsFiltersIsChecked() throws IOException {
        assertRefused(new BloomFilterHeader(0, 1, 1, 1), 64, "the bloom filter claims 0 bytes");
        assertRefused(new BloomFilterHeader(33, 1, 1, 1), 64, "the bloom filter claims 33 bytes");
        assertRefused(new BloomFilterHeader(96, 1, 1, 1), 64, "at most the 64 bytes that follow its header");
        assertRefused(new BloomFilterHeader(-32, 1, 1, 1), 64, "bloom filter header");
        assertRefused(new BloomFilterHeader(32, 2, 1, 1), 64, "unsupported: bloom filter algorithm number 2");
        assertRefused(new BloomFilterHeader(32, 1, 3, 1), 64, "unsupported: bloom filter hash number 3");
        assertRefused(new BloomFilterHeader(32, 1, 1, 2), 64, "unsupported: bloom filter compression number 2");
        assertRefused(new byte[] {0x15, (byte) 0x80}, 0, "bloom filter header at byte 0 does not end within 2 bytes");
        assertRefused(new byte[10], 10, "should begin at byte 10, but the file has 10 bytes");
        assertRefused(new byte[10], -1, "should begin at byte -1");
    }

    private static void assertRefused(BloomFilterHeader header, int bytesBehind, String words) throws IOException {
        CompactWriter bytes = new CompactWriter();
        BloomFilterHeaderThrift.write(header, bytes);
        assertRefused(Arrays.copyOf(bytes.buffer(), bytes.size() + bytesBehind), 0, words);
    }

    private static void assertRefused(byte[] bytes, long offset, String words) throws IOException {
        try (ParquetReader reader = ParquetReader.open(
                new MemoryInputFile("memory", write(options(WriterOptions.Dictionary.NEVER))), ReaderOptions.DEFAULT)) {
            ColumnChunkMetadata chunk = reader.metadata()
                    .rowGroups()
                    .get(0)
                    .columns()
                    .get(0)
                    .withBloomFilter(new ColumnChunkMetadata.Range(offset, bytes.length));
            assertThatThrownBy(() -> BloomFilters.read(new MemoryInputFile("bad", bytes), chunk, Place.of("bad")))
                    .isInstanceOf(ParquetException.class)
                    .hasMessageStartingWith("bad: ")
                    .hasMessageContaining(words);
        }
    }

    @Test
    void optionsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> BloomFilterOptions.expecting(0, 0.01))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("expected distinct values is 0");
        assertThatThrownBy(() -> BloomFilterOptions.expecting(10, 1))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("share of false positives is 1.0");
        WriterOptions huge = WriterOptions.builder()
                .column(
                        "l",
                        ColumnOptions.builder()
                                .bloomFilter(BloomFilterOptions.expecting(1_000_000_000L, 0.001))
                                .build())
                .build();
        assertThatThrownBy(() -> write(huge))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("take 134217728 bytes, more than half of a row group");
    }

    @Test
    void aValueOfAnotherTypeIsRefused() throws IOException {
        MemoryInputFile file = new MemoryInputFile("memory", write(options(WriterOptions.Dictionary.NEVER)));
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            assertThatThrownBy(() -> reader.bloomFilter(0, SCHEMA.leaf("i"))
                            .orElseThrow()
                            .mightContain(5L))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("column i is INT32, so its bloom filter takes a Integer, not a java.lang.Long");
        }
    }
}
