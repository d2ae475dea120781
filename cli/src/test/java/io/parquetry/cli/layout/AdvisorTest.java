package io.parquetry.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.verify.ForgedFooter;
import io.parquetry.format.TestData;
import io.parquetry.format.file.BloomFilterOptions;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.internal.thrift.ColumnIndexThrift;
import io.parquetry.format.internal.thrift.CompactWriter;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.KeyValue;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Advice names what a file was made badly of, with the figure of that file, and is silent on a good one. */
class AdvisorTest {
    @TempDir
    private Path directory;

    private List<Advice> advice(String schema, WriterOptions options, int rows, LongFunction<Map<String, ?>> row)
            throws IOException {
        Path file = directory.resolve("file.parquet");
        write(file, schema, options, rows, row);
        try (Layouts.Opened opened = Layouts.open(file)) {
            return opened.model().advice();
        }
    }

    private static void write(
            Path file, String schema, WriterOptions options, int rows, LongFunction<Map<String, ?>> row)
            throws IOException {
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.replace(file), MessageType.parse(schema), PlainRecords.walker(), options)) {
            for (long i = 0; i < rows; i++) {
                writer.write(row.apply(i));
            }
            writer.finish();
        }
    }

    @Test
    void aFileWithoutCompressionIsTold() throws IOException {
        List<Advice> advice = advice(
                "message m { required binary text (STRING); }",
                WriterOptions.builder()
                        .codec(CompressionCodec.UNCOMPRESSED)
                        .dictionary(WriterOptions.Dictionary.NEVER)
                        .build(),
                20_000,
                i -> Map.of("text", "the same words again and again " + i));

        assertThat(advice).extracting(Advice::title).containsExactly("100 % of the file is not compressed.");
        assertThat(advice.get(0).text()).matches(".*Deflate makes a sample of text [\\d.]+ % of its size.*");
    }

    @Test
    void anIntegerColumnThatRisesIsTold() throws IOException {
        List<Advice> advice = advice(
                "message m { required int64 id; }",
                WriterOptions.builder()
                        .dictionary(WriterOptions.Dictionary.NEVER)
                        .pageRowsMax(5_000)
                        .build(),
                50_000,
                i -> Map.of("id", i * 1_000_003));

        assertThat(advice).extracting(Advice::title).contains("id rises from page to page and is stored PLAIN.");
    }

    @Test
    void aDictionaryThatWasGivenUpIsToldWithItsPage() throws IOException {
        Random random = new Random(1);
        List<Advice> advice = advice(
                "message m { required binary id (STRING); }",
                WriterOptions.builder().pageRowsMax(2_000).build(),
                120_000,
                i -> Map.of("id", i < 9_000 ? "v" + i % 90 : Long.toHexString(random.nextLong())));

        assertThat(advice)
                .extracting(Advice::title)
                .anyMatch(title -> title.matches("Dictionary of id given up after page \\d+ of \\d+\\."));
    }

    @Test
    void aFileOfMoreIndexesThanDataIsTold() throws IOException {
        StringBuilder schema = new StringBuilder("message m { ");
        for (int i = 0; i < 300; i++) {
            schema.append("optional int64 c").append(i).append("; ");
        }
        List<Advice> advice =
                advice(schema + "}", WriterOptions.builder().pageRowsMax(1).build(), 3, i -> Map.of("c0", i));

        assertThat(advice)
                .extracting(Advice::title)
                .anyMatch(title -> title.matches("\\d+ % of the file is indexes: 300 columns for 3 rows\\."))
                .anyMatch(title -> title.matches(
                        "\\d+ % of the file is its footer: 300 columns for 3 rows in 1 row" + " group\\."))
                .contains("299 columns of 300 hold nothing but nulls.");
    }

    private static final WriterOptions PLAIN =
            WriterOptions.builder().dictionary(WriterOptions.Dictionary.NEVER).build();

    /** No two are equal, and they do not compress well. */
    private static String word(long i) {
        return Long.toHexString(i * 0x9E3779B97F4A7C15L);
    }

    private static Map<String, ?> random(Random random) {
        return Map.of("x", Double.longBitsToDouble(random.nextLong() & ~(1L << 62)));
    }

    /** A file of 2,000 words, with what a footer or its bytes are changed to. */
    private List<String> changed(UnaryOperator<FileMetadata> footer) throws IOException {
        Path good = directory.resolve("good.parquet");
        write(good, "message m { required binary text (STRING); }", PLAIN, 2_000, i -> Map.of("text", word(i)));
        return titles(ForgedFooter.file(good, directory.resolve("forged.parquet"), footer));
    }

    private static List<String> titles(Path file) throws IOException {
        try (Layouts.Opened opened = Layouts.open(file)) {
            return opened.model().advice().stream().map(Advice::title).toList();
        }
    }

    /** Puts bytes between the indexes and the footer of a file. */
    private static Path inserted(Path file, byte[] more) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int at = footerStart(bytes);
        ByteBuffer whole = ByteBuffer.allocate(bytes.length + more.length);
        whole.put(bytes, 0, at).put(more).put(bytes, at, bytes.length - at);
        return Files.write(file, whole.array());
    }

    private static int footerStart(byte[] file) {
        return file.length
                - 8
                - ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
    }

    @Test
    void bloomFiltersOfATenthOfTheFileAreTold() throws IOException {
        assertThat(withBloomFilter(20_000)).anyMatch(title -> title.matches("\\d+ % of the file is bloom filters\\."));
        assertThat(withBloomFilter(100)).isEmpty();
    }

    private List<String> withBloomFilter(long distinct) throws IOException {
        WriterOptions options = WriterOptions.builder()
                .column(
                        "text",
                        ColumnOptions.builder()
                                .bloomFilter(BloomFilterOptions.expecting(distinct, 0.01))
                                .build())
                .build();
        return advice("message m { required binary text (STRING); }", options, 20_000, i -> Map.of("text", word(i)))
                .stream()
                .map(Advice::title)
                .toList();
    }

    @Test
    void bytesThatBelongToNothingAreTold() throws IOException {
        Path file = directory.resolve("file.parquet");
        write(file, "message m { required binary text (STRING); }", PLAIN, 20_000, i -> Map.of("text", word(i)));
        assertThat(titles(file)).isEmpty();
        long bytes = Files.size(file);

        assertThat(titles(inserted(file, new byte[(int) bytes])))
                .containsExactly("50 % of the file belongs to nothing.");
    }

    @Test
    void keyValueMetadataOfATenthOfTheFileAreTold() throws IOException {
        assertThat(changed(footer -> withText(footer, 4 << 10)))
                .anyMatch(title -> title.matches("\\d+ % of the file is key-value metadata\\."));
        assertThat(changed(footer -> withText(footer, 10))).noneMatch(title -> title.contains("key-value"));
    }

    private static FileMetadata withText(FileMetadata footer, int length) {
        return footer.toBuilder()
                .keyValues(List.of(new KeyValue("history", Optional.of("x".repeat(length)))))
                .build();
    }

    @Test
    void smallRowGroupsAreToldWhereThereIsMoreThanOne() throws IOException {
        assertThat(grouped(3)).anyMatch(title -> title.matches("3 row groups of [\\d,]+ bytes on average\\."));
        assertThat(grouped(1)).isEmpty();
    }

    private List<String> grouped(int groups) throws IOException {
        Path file = directory.resolve("groups.parquet");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.replace(file),
                MessageType.parse("message m { required binary text (STRING); }"),
                PlainRecords.walker(),
                PLAIN)) {
            for (long i = 0; i < 60_000; i++) {
                if (i > 0 && i % (60_000 / groups) == 0) {
                    writer.flushRowGroup();
                }
                writer.write(Map.of("text", word(i)));
            }
            writer.finish();
        }
        return titles(file);
    }

    @Test
    void aCodecThatSavesNothingIsTold() throws IOException {
        Random random = new Random(1);
        List<Advice> ofNumbers = advice("message m { required double x; }", PLAIN, 5_000, i -> random(random));
        assertThat(ofNumbers)
                .extracting(Advice::title)
                .anyMatch(title -> title.matches("ZSTD saves [\\d.]+ % of x\\."));
        assertThat(ofNumbers.get(0).text()).contains("BYTE_STREAM_SPLIT");

        List<Advice> ofBytes = advice("message m { required binary x; }", PLAIN, 5_000, i -> {
            byte[] bytes = new byte[100];
            random.nextBytes(bytes);
            return Map.of("x", bytes);
        });
        assertThat(ofBytes).extracting(Advice::title).anyMatch(title -> title.matches("ZSTD saves [\\d.]+ % of x\\."));
        assertThat(ofBytes.get(0).text()).contains("without a codec");
    }

    @Test
    void pagesThatAreHeadersForATenthAreTold() throws IOException {
        Random random = new Random(1);
        assertThat(paged(random, 10)).anyMatch(title -> title.matches("\\d+ % of x is page headers\\."));
        assertThat(paged(random, 1_000)).noneMatch(title -> title.contains("page headers"));
    }

    private List<String> paged(Random random, int rows) throws IOException {
        WriterOptions options = PLAIN.toBuilder().pageRowsMax(rows).build();
        return advice("message m { required double x; }", options, 5_000, i -> random(random)).stream()
                .map(Advice::title)
                .toList();
    }

    @Test
    void aLargeColumnWithoutOffsetIndexIsTold() throws IOException {
        assertThat(withoutIndexes(700_000)).contains("1 column of 1 without an offset index.");
        assertThat(withoutIndexes(5_000)).noneMatch(title -> title.contains("offset index"));
    }

    private List<String> withoutIndexes(int rows) throws IOException {
        Random random = new Random(1);
        Path good = directory.resolve("good.parquet");
        write(good, "message m { required double x; }", PLAIN, rows, i -> random(random));
        return titles(ForgedFooter.file(
                good,
                directory.resolve("forged.parquet"),
                ForgedFooter.column(
                        0,
                        chunk -> chunk.toBuilder()
                                .indexes(ColumnChunkMetadata.Indexes.NONE)
                                .build())));
    }

    @Test
    void aColumnWithoutBoundsIsTold() throws IOException {
        assertThat(changed(ForgedFooter.column(
                        0,
                        chunk -> chunk.toBuilder().statistics(Optional.empty()).build())))
                .contains("1 column of 1 without bounds.");
        assertThat(changed(footer -> footer)).noneMatch(title -> title.contains("bounds"));
    }

    @Test
    void longBoundsOfPagesAreTold() throws IOException {
        assertThat(withBounds(2_000))
                .anyMatch(title -> title.matches("The bounds of text take 4,0\\d\\d bytes a page\\."));
        assertThat(withBounds(64)).noneMatch(title -> title.startsWith("The bounds"));
    }

    /** As another writer may have made it: ours cuts bounds. */
    private List<String> withBounds(int length) throws IOException {
        Path file = directory.resolve("file.parquet");
        WriterOptions options = PLAIN.toBuilder().pageRowsMax(1_000).build();
        write(file, "message m { required binary text (STRING); }", options, 5_000, i -> Map.of("text", word(i)));
        byte[] bound = "x".repeat(length).getBytes(StandardCharsets.US_ASCII);
        CompactWriter index = new CompactWriter();
        ColumnIndexThrift.write(
                ColumnIndex.builder()
                        .nullPages(Collections.nCopies(5, false))
                        .mins(Collections.nCopies(5, bound))
                        .maxs(Collections.nCopies(5, bound))
                        .build(),
                index);
        int at = footerStart(Files.readAllBytes(file));
        inserted(file, Arrays.copyOf(index.buffer(), index.size()));
        return titles(ForgedFooter.file(
                file,
                directory.resolve("forged.parquet"),
                ForgedFooter.column(
                        0,
                        chunk -> chunk.withIndexes(new ColumnChunkMetadata.Indexes(
                                Optional.of(new ColumnChunkMetadata.Range(at, index.size())),
                                chunk.indexes().offsetIndex(),
                                OptionalLong.empty(),
                                OptionalInt.empty())))));
    }

    @Test
    void oldTypesAndCodecsAreTold() throws IOException {
        assertThat(titles(TestData.parquetTesting("data/alltypes_tiny_pages.parquet")))
                .contains("1 column of type INT96.");
        assertThat(titles(TestData.parquetTesting("data/hadoop_lz4_compressed_larger.parquet")))
                .contains("1 column compressed with a codec that few engines read.");
        assertThat(titles(TestData.parquetTesting("data/lz4_raw_compressed_larger.parquet")))
                .noneMatch(title -> title.contains("INT96") || title.contains("few engines"));
    }

    @Test
    void aGoodFileGetsNone() throws IOException {
        Random random = new Random(1);
        assertThat(advice(
                        "message m { required int64 id; optional binary word (STRING); }",
                        WriterOptions.DEFAULT,
                        30_000,
                        i -> Map.of("id", (long) random.nextInt(1 << 20), "word", "w" + random.nextInt(1 << 12))))
                .isEmpty();
    }
}
