package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.internal.thrift.ColumnIndexThrift;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the specification asks of a writer, beyond values that can be read. */
class WrittenStatisticsTest {
    private static final WriterOptions SMALL_PAGES =
            WriterOptions.builder().pageRowsMax(10).build();

    @TempDir
    private Path folder;

    /** A file of one column named {@code x}, or of the columns of its group. */
    private record Written(FileMetadata metadata, byte[] bytes) {
        ColumnChunkMetadata chunk(String path) {
            return metadata.rowGroups()
                    .get(0)
                    .columns()
                    .get(metadata.schema().leaf(path).ordinal());
        }

        List<ColumnChunkMetadata> chunks() {
            return metadata.rowGroups().get(0).columns();
        }

        Statistics statistics(String path) {
            return chunk(path).statistics().orElseThrow();
        }

        Optional<ColumnIndex> columnIndex(String path) {
            Optional<Range> range = chunk(path).indexes().columnIndex();
            return range.map(at -> ColumnIndexThrift.read(bytes, (int) at.offset(), at.length()));
        }

        byte[] min(String path) {
            return statistics(path).min().orElseThrow().value();
        }

        byte[] max(String path) {
            return statistics(path).max().orElseThrow().value();
        }
    }

    private static Written write(String fields, WriterOptions options, List<? extends Map<String, ?>> records)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        MessageType schema = MessageType.parse("message m { " + fields + " }");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (Map<String, ?> record : records) {
                writer.write(record);
            }
            return new Written(writer.finish(), out.toByteArray());
        }
    }

    private static Written writeX(String type, WriterOptions options, Object... values) throws IOException {
        return write(
                "optional " + type + ";",
                options,
                Arrays.stream(values)
                        .map(value -> Collections.singletonMap("x", value))
                        .toList());
    }

    /** The values as a first page; nulls follow, the last of them on a second page, since one page has no indexes. */
    private static Object[] asFirstPage(Object... values) {
        return Arrays.copyOf(values, 11);
    }

    private static byte[] little(double value) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(value)
                .array();
    }

    private static byte[] little(float value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(value)
                .array();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fixed_len_byte_array(12) x (INTERVAL)",
                "binary x (GEOMETRY(OGC:CRS84))",
                "binary x (GEOGRAPHY(OGC:CRS84,SPHERICAL))"
            })
    void typesWithoutAnOrderHaveNoBounds(String type) throws IOException {
        Written written = writeX(
                type, SMALL_PAGES, asFirstPage(new byte[12], new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));

        assertThat(written.statistics("x").min()).isEmpty();
        assertThat(written.statistics("x").max()).isEmpty();
        assertThat(written.statistics("x").nulls()).hasValue(9);
        assertThat(written.columnIndex("x")).isEmpty();
        assertThat(written.chunk("x").indexes().offsetIndex()).isPresent();
    }

    /** No shorter bytes are above them, as above a bitmap. */
    @ParameterizedTest
    @CsvSource({"4096, true", "4097, false"})
    void setBitsAreABoundOfAFewKilobytes(int bytes, boolean haveBounds) throws IOException {
        byte[] bits = new byte[bytes];
        Arrays.fill(bits, (byte) 0xFF);
        Written written = writeX("binary x", SMALL_PAGES, asFirstPage(new byte[] {1}, bits));

        assertThat(written.statistics("x").max().isPresent()).isEqualTo(haveBounds);
        assertThat(written.statistics("x").min().isPresent()).isEqualTo(haveBounds);
        assertThat(written.columnIndex("x").isPresent()).isEqualTo(haveBounds);
    }

    @Test
    void encodedVariantsHaveNoBoundsButWhatIsShreddedHas() throws IOException {
        Map<String, Object> variant = new HashMap<>();
        variant.put("metadata", new byte[] {1, 0, 0});
        variant.put("typed_value", 17L);
        Written written = write(
                "optional group x (VARIANT(1)) { required binary metadata; optional binary value;"
                        + " optional int64 typed_value; } optional binary value;",
                SMALL_PAGES,
                List.of(Map.of("x", variant, "value", new byte[] {5})));

        for (String encoded : List.of("x.metadata", "x.value")) {
            assertThat(written.statistics(encoded).min()).isEmpty();
            assertThat(written.columnIndex(encoded)).isEmpty();
        }
        assertThat(written.statistics("x.typed_value").min()).isPresent();
        assertThat(written.min("value")).containsExactly(5);
    }

    @Test
    void boundsSayWhetherTheyAreValues() throws IOException {
        String shortest = "a".repeat(64);
        String longest = "z".repeat(65);
        Written written = writeX("binary x (STRING)", SMALL_PAGES, asFirstPage(shortest, longest, "m"));

        assertThat(written.statistics("x").min())
                .contains(new Bound(shortest.getBytes(StandardCharsets.UTF_8), Optional.of(true)));
        Bound max = written.statistics("x").max().orElseThrow();
        assertThat(max.exact()).contains(false);
        assertThat(max.value()).asString().isEqualTo("z".repeat(63) + "{");
        assertThat(written.columnIndex("x").orElseThrow().maxs().get(0)).isEqualTo(max.value());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed_len_byte_array(70) x (DECIMAL(168,0))", "binary x (DECIMAL(168,0))"})
    void boundsOfDecimalsAreSignedAndNeverShortened(String type) throws IOException {
        byte[] low = decimal(BigInteger.TEN.pow(160).negate());
        byte[] high = decimal(BigInteger.TEN.pow(161));
        Written written = writeX(type, SMALL_PAGES, decimal(BigInteger.ONE), high, low, decimal(BigInteger.ZERO));

        assertThat(written.statistics("x").min()).contains(new Bound(low, Optional.of(true)));
        assertThat(written.statistics("x").max()).contains(new Bound(high, Optional.of(true)));
    }

    private static byte[] decimal(BigInteger unscaled) {
        byte[] bytes = new byte[70];
        byte[] least = unscaled.toByteArray();
        Arrays.fill(bytes, (byte) (unscaled.signum() < 0 ? -1 : 0));
        System.arraycopy(least, 0, bytes, 70 - least.length, least.length);
        return bytes;
    }

    @ParameterizedTest
    @EnumSource(WriterOptions.Dictionary.class)
    void nanIsCountedAndLeavesNoBounds(WriterOptions.Dictionary dictionary) throws IOException {
        WriterOptions options = SMALL_PAGES.toBuilder().dictionary(dictionary).build();
        Written doubles = writeX("double x", options, asFirstPage(Double.NaN, 2.5, null, -1.5, Double.NaN, Double.NaN));
        Written numbers = writeX("double x", options, asFirstPage(2.5, null, -1.5));
        Written floats = writeX("float x", options, 2.5f, Float.intBitsToFloat(0xFFC00001), -1.5f);
        Written halves = writeX(
                "fixed_len_byte_array(2) x (FLOAT16)",
                options,
                new byte[] {0, 0x7E},
                new byte[] {0, 0x3C},
                new byte[] {0, 0x7E},
                new byte[] {0, (byte) 0xBC});
        Written all = writeX("double x", options, Double.NaN, Double.NaN);
        Written longs = writeX("int64 x", options, asFirstPage(1L, 2L));

        assertThat(doubles.statistics("x").nans()).hasValue(3);
        assertThat(floats.statistics("x").nans()).hasValue(1);
        assertThat(halves.statistics("x").nans()).hasValue(2);
        assertThat(all.statistics("x").nans()).hasValue(2);
        for (Written withNan : List.of(doubles, floats, halves, all)) {
            assertThat(withNan.statistics("x").min()).isEmpty();
            assertThat(withNan.statistics("x").max()).isEmpty();
            assertThat(withNan.columnIndex("x")).isEmpty();
        }
        assertThat(numbers.columnIndex("x").orElseThrow().nans()).containsExactly(0L, 0L);
        assertThat(numbers.min("x")).isEqualTo(little(-1.5));
        assertThat(numbers.max("x")).isEqualTo(little(2.5));
        assertThat(longs.statistics("x").nans())
                .as("only floating point has NaN")
                .isEmpty();
        assertThat(longs.columnIndex("x").orElseThrow().nans()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, -0.0})
    void zeroIsABoundWithTheSignThatReachesFurther(double zero) throws IOException {
        Written doubles = writeX("double x", SMALL_PAGES, asFirstPage(zero));
        Written floats = writeX("float x", SMALL_PAGES, (float) zero);
        Written halves = writeX("fixed_len_byte_array(2) x (FLOAT16)", SMALL_PAGES, (Object)
                new byte[] {0, (byte) (1 / zero < 0 ? 0x80 : 0)});

        assertThat(doubles.min("x")).isEqualTo(little(-0.0));
        assertThat(doubles.max("x")).isEqualTo(little(0.0));
        assertThat(doubles.columnIndex("x").orElseThrow().mins().get(0)).isEqualTo(little(-0.0));
        assertThat(floats.min("x")).isEqualTo(little(-0.0f));
        assertThat(floats.max("x")).isEqualTo(little(0.0f));
        assertThat(halves.min("x")).containsExactly(0, 0x80);
        assertThat(halves.max("x")).containsExactly(0, 0);
    }

    @Test
    void distinctValuesAreCountedWhenTheDictionarySurvived() throws IOException {
        Object[] few = new Object[200];
        Arrays.setAll(few, i -> i % 10 == 9 ? null : "value number " + i % 5);
        Object[] many = new Object[200];
        Arrays.setAll(many, i -> "value number " + i);

        assertThat(writeX("binary x (STRING)", WriterOptions.DEFAULT, few)
                        .statistics("x")
                        .distinct())
                .hasValue(5);
        assertThat(writeX("binary x (STRING)", WriterOptions.DEFAULT, many)
                        .statistics("x")
                        .distinct())
                .isEmpty();
    }

    @Test
    void unsignedNumbersHaveUnsignedBounds() throws IOException {
        Written written = writeX("int32 x (INTEGER(32,false))", SMALL_PAGES, 1, -1, 5);

        assertThat(written.min("x")).containsExactly(1, 0, 0, 0);
        assertThat(written.max("x")).containsExactly(0xFF, 0xFF, 0xFF, 0xFF);
    }

    @Test
    void pagesOfNullsAreSaidToBeSuch() throws IOException {
        Object[] values = new Object[30];
        Arrays.fill(values, 20, 30, 7);
        ColumnIndex index =
                writeX("int32 x", SMALL_PAGES, values).columnIndex("x").orElseThrow();

        assertThat(index.nullPages()).containsExactly(true, true, false);
        assertThat(index.nulls()).containsExactly(10L, 10L, 0L);
        assertThat(index.mins()).containsExactly(new byte[0], new byte[0], new byte[] {7, 0, 0, 0});
        assertThat(index.boundaryOrder()).isEqualTo(ColumnIndex.BoundaryOrder.ASCENDING);
    }

    @Test
    void levelsAreCountedWhereNullsDoNotTellThem() throws IOException {
        List<Map<String, ?>> records = new ArrayList<>();
        for (int row = 0; row < 20; row++) {
            records.add(row < 10 ? Map.of() : Map.of("g", row < 14 ? Map.of() : Map.of("x", row), "y", row));
        }
        Written written = write("optional group g { optional int32 x; } optional int32 y;", SMALL_PAGES, records);

        assertThat(written.columnIndex("g.x").orElseThrow().definitionLevels())
                .containsExactly(10L, 0L, 0L, 0L, 4L, 6L);
        assertThat(written.chunk("g.x").sizeStatistics().orElseThrow().definitionLevels())
                .containsExactly(10L, 4L, 6L);
        assertThat(written.columnIndex("y").orElseThrow().definitionLevels()).isEmpty();
        assertThat(written.chunk("y").sizeStatistics()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(WriterOptions.PageVersion.class)
    void theChecksumCoversTheBytesOfThePageOnDisk(WriterOptions.PageVersion version) throws IOException {
        Object[] values = new Object[50];
        Arrays.setAll(values, i -> i % 3 == 0 ? null : "text " + i % 4);
        Written written = writeX(
                "binary x (STRING)",
                SMALL_PAGES.toBuilder().pageVersion(version).build(),
                values);

        List<ParquetReader.Page> pages = pages(written);
        assertThat(pages).as("dictionary and data").hasSize(6);
        for (ParquetReader.Page page : pages) {
            CRC32 crc = new CRC32();
            crc.update(
                    written.bytes(),
                    (int) page.offset() + page.headerBytes(),
                    page.header().compressedBytes());
            assertThat(page.header().crc()).hasValue((int) crc.getValue());
        }
    }

    private static List<ParquetReader.Page> pages(Written written) throws IOException {
        MemoryInputFile file = new MemoryInputFile("memory", written.bytes());
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            return reader.pages(0, reader.schema().leaf("x"));
        }
    }

    @Test
    void parquetJavaTakesTheBoundsForWhatTheyAre() throws IOException {
        Written written = write(
                "required int32 i; required int64 u (INTEGER(64,false)); required double d;"
                        + " required binary s (STRING); required fixed_len_byte_array(9) n (DECIMAL(20,2));"
                        + " required fixed_len_byte_array(12) v (INTERVAL); required boolean b;",
                SMALL_PAGES,
                List.of(record(5, -1L, 0.5, "b", -2, true), record(-7, 3L, -2.5, "ä", 1, false)));
        Path path = Files.write(folder.resolve("judged.parquet"), written.bytes());

        Map<String, String> bounds = new HashMap<>();
        try (ParquetFileReader file = ParquetFileReader.open(new LocalInputFile(path))) {
            for (ColumnChunkMetaData chunk : file.getRowGroups().get(0).getColumns()) {
                bounds.put(
                        chunk.getPath().toDotString(),
                        chunk.getStatistics().hasNonNullValue()
                                ? chunk.getStatistics().minAsString() + " to "
                                        + chunk.getStatistics().maxAsString()
                                : "none");
            }
        }
        assertThat(bounds)
                .containsEntry("i", "-7 to 5")
                .containsEntry("u", "3 to 18446744073709551615")
                .containsEntry("d", "-2.5 to 0.5")
                .containsEntry("s", "b to ä")
                .containsEntry("n", "-0.02 to 0.01")
                .containsEntry("v", "none")
                .containsEntry("b", "false to true");
    }

    private static Map<String, Object> record(int i, long u, double d, String s, int decimal, boolean b) {
        byte[] n = new byte[9];
        Arrays.fill(n, (byte) (decimal >> 31));
        n[8] = (byte) decimal;
        return Map.of("i", i, "u", u, "d", d, "s", s, "n", n, "v", new byte[12], "b", b);
    }

    @ParameterizedTest
    @ValueSource(strings = {"int32 x", "double x", "binary x (STRING)"})
    void aColumnOfNullsHasNoDictionaryPage(String type) throws IOException {
        Written written = writeX(type, SMALL_PAGES, new Object[25]);

        assertThat(written.chunk("x").offsets().dictionaryPage()).isEmpty();
        assertThat(written.chunk("x").encodings()).doesNotContain(Encoding.RLE_DICTIONARY);
        assertThat(written.statistics("x").nulls()).hasValue(25);
        assertThat(written.statistics("x").distinct()).hasValue(0);
    }

    @Test
    void aPageOfNullsInFrontKeepsTheDictionaryAndItsCount() throws IOException {
        Object[] values = new Object[25];
        Arrays.fill(values, 15, 25, 7);
        Written written = writeX("int32 x", SMALL_PAGES, values);

        assertThat(written.chunk("x").encodings()).contains(Encoding.RLE_DICTIONARY);
        assertThat(written.statistics("x").distinct()).hasValue(1);
        assertThat(written.statistics("x").nulls()).hasValue(15);
    }
}
