package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.parquetry.format.file.WriterOptions.EncodingChoice;
import io.parquetry.format.host.EncodingHints;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageType;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** With {@link EncodingChoice#AUTO} each column chunk gets the encoding that takes the fewest bytes. */
@Tag("sampled")
class SmallestEncodingTest {
    private static final MessageType SCHEMA = MessageType.parse("""
            message record {
              required int64 counter;
              required int64 time;
              required int64 noise;
              required int32 small;
              required double price;
              required double of_a_set;
              required double random;
              required float ratio;
              required boolean early;
              required boolean flag;
              required binary path (STRING);
              required binary word (STRING);
              required binary country (STRING);
              required fixed_len_byte_array(8) code;
            }""");

    private static final MessageType NUMBERS = MessageType.parse("message record { required int64 value; }");

    private static Map<String, Object> record(int row, Random random) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("counter", 1_000_000_000_000L + row);
        record.put("time", 1_700_000_000_000L + row * 50L + random.nextInt(40));
        record.put("noise", random.nextLong());
        record.put("small", random.nextInt(200));
        record.put("price", Math.round(random.nextGaussian() * 100_000_000) / 100.0);
        record.put("of_a_set", Math.sqrt(random.nextInt(5_000)));
        record.put("random", random.nextDouble());
        record.put("ratio", random.nextFloat());
        record.put("early", row < 1_000);
        record.put("flag", random.nextBoolean());
        record.put("path", String.format("/var/log/service/%08d/out.txt", row * 3));
        record.put("word", Long.toString(random.nextLong(), 36));
        record.put("country", "country " + random.nextInt(100));
        record.put("code", new byte[] {1, 2, 3, (byte) (row >> 16), (byte) (row >> 8), (byte) row, 0, 0});
        return record;
    }

    private static List<ColumnChunkMetadata> write(
            MessageType schema, List<? extends Map<String, ?>> records, WriterOptions options) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("file");
        List<ColumnChunkMetadata> chunks;
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (Map<String, ?> record : records) {
                writer.write(record);
            }
            chunks = writer.finish().rowGroups().get(0).columns();
        }
        if (options.encoding() == EncodingChoice.AUTO) {
            assertThat(read(out)).isEqualTo(RandomRecords.comparable(records));
        }
        return chunks;
    }

    private static Object read(MemoryOutputFile file) throws IOException {
        List<Object> records = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(file.toInputFile(), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            while (cursor.next()) {
                records.add(cursor.record());
            }
        }
        return RandomRecords.comparable(records);
    }

    private static WriterOptions.Builder auto(CompressionCodec codec) {
        return WriterOptions.builder().codec(codec).encoding(EncodingChoice.AUTO);
    }

    /** The same records as by default, and then with each encoding in all columns that may have it. */
    private static List<List<ColumnChunkMetadata>> alternatives(
            List<Map<String, Object>> records, CompressionCodec codec) throws IOException {
        List<List<ColumnChunkMetadata>> files = new ArrayList<>();
        files.add(write(SCHEMA, records, WriterOptions.builder().codec(codec).build()));
        for (Encoding encoding : Encoding.values()) {
            WriterOptions.Builder options = WriterOptions.builder().codec(codec);
            SCHEMA.leaves().stream()
                    .filter(leaf -> ValueEncoders.widelyRead(leaf.type()).contains(encoding))
                    .forEach(leaf -> options.column(
                            leaf.dottedPath(),
                            ColumnOptions.builder().encoding(encoding).build()));
            files.add(write(SCHEMA, records, options.build()));
        }
        return files;
    }

    static List<Arguments> codecsAndRows() {
        List<Arguments> all = new ArrayList<>(List.of(arguments(CompressionCodec.ZSTD, 300)));
        for (CompressionCodec codec : List.of(CompressionCodec.ZSTD, CompressionCodec.SNAPPY)) {
            all.add(arguments(codec, 5_000));
            all.add(arguments(codec, 50_000));
        }
        all.add(arguments(CompressionCodec.UNCOMPRESSED, 5_000));
        return Breadth.of(3, all, 1);
    }

    @ParameterizedTest
    @MethodSource("codecsAndRows")
    void noOtherEncodingIsSmallerByMoreThanOnePercent(CompressionCodec codec, int rows) throws IOException {
        Random random = new Random(1);
        List<Map<String, Object>> records =
                IntStream.range(0, rows).mapToObj(row -> record(row, random)).toList();
        List<ColumnChunkMetadata> chosen = write(SCHEMA, records, auto(codec).build());
        for (List<ColumnChunkMetadata> others : alternatives(records, codec)) {
            for (int i = 0; i < chosen.size(); i++) {
                ColumnChunkMetadata chunk = chosen.get(i);
                ColumnChunkMetadata other = others.get(i);
                assertThat(chunk.bytes().compressed())
                        .as("%s, %s, and %s", chunk.dottedPath(), chunk.encodings(), other.encodings())
                        .isLessThanOrEqualTo(other.bytes().compressed() * 101 / 100 + 8);
            }
        }
    }

    @Test
    void aDictionaryThatPaysOnlyOverSeveralPagesIsKept() throws IOException {
        Random random = new Random(1);
        List<Map<String, Object>> records = IntStream.range(0, 200_000)
                .mapToObj(row ->
                        Map.<String, Object>of("value", Double.doubleToLongBits(Math.sqrt(random.nextInt(9_000)))))
                .toList();
        assertThat(valueEncodings(records, auto(CompressionCodec.ZSTD))).containsExactly(Encoding.RLE_DICTIONARY);
    }

    @Test
    void filesThatShareHintsTryAgainNowAndThen() throws IOException {
        WriterOptions.Builder options = auto(CompressionCodec.ZSTD).encodingHints(new EncodingHints());
        List<Encoding> encodings = new ArrayList<>();
        for (int file = 0; file < 8; file++) {
            boolean counts = file == 0 || file >= 4;
            Random random = new Random(1);
            List<Map<String, Object>> records = IntStream.range(0, 2_000)
                    .mapToObj(row -> Map.<String, Object>of("value", counts ? Long.valueOf(row) : random.nextLong()))
                    .toList();
            encodings.addAll(valueEncodings(records, options));
        }
        assertThat(encodings)
                .as("counted, random (as the first), random (tried), ...")
                .containsExactly(
                        Encoding.DELTA_BINARY_PACKED,
                        Encoding.DELTA_BINARY_PACKED,
                        Encoding.PLAIN,
                        Encoding.PLAIN,
                        Encoding.DELTA_BINARY_PACKED,
                        Encoding.DELTA_BINARY_PACKED,
                        Encoding.DELTA_BINARY_PACKED,
                        Encoding.DELTA_BINARY_PACKED);
    }

    /** As raw bytes, the dictionary pays for each file; numbers that rise take far fewer bytes as differences. */
    @Test
    void aColumnWithADictionaryTriesAgainToo() throws IOException {
        WriterOptions.Builder options = auto(CompressionCodec.ZSTD).encodingHints(new EncodingHints());
        List<Encoding> encodings = new ArrayList<>();
        for (int file = 0; file < 4; file++) {
            boolean rises = file > 0;
            Random random = new Random(1);
            List<Map<String, Object>> records = IntStream.range(0, 5_000)
                    .mapToObj(row -> Map.<String, Object>of(
                            "value", rises ? row / 4 : Double.doubleToLongBits(Math.sqrt(random.nextInt(20)))))
                    .toList();
            encodings.addAll(valueEncodings(records, options));
        }
        assertThat(encodings)
                .as("of a set, rising (as the first), rising (tried), ...")
                .containsExactly(
                        Encoding.RLE_DICTIONARY,
                        Encoding.RLE_DICTIONARY,
                        Encoding.DELTA_BINARY_PACKED,
                        Encoding.DELTA_BINARY_PACKED);
    }

    @Test
    void pagesHaveMoreRowsThanByDefaultUnlessTheCallerSaysHowMany() throws IOException {
        Random random = new Random(1);
        List<Map<String, Object>> records = IntStream.range(0, 100_000)
                .mapToObj(row -> Map.<String, Object>of("value", (long) random.nextInt(50_000)))
                .toList();
        WriterOptions.Builder options = auto(CompressionCodec.ZSTD);
        assertThat(rowsOfFirstPage(records, options)).isEqualTo(80_000);
        assertThat(rowsOfFirstPage(records, options.build().toBuilder().encoding(EncodingChoice.COMPATIBLE)))
                .isEqualTo(20_000);
        assertThat(rowsOfFirstPage(records, options.pageRowsMax(30_000))).isEqualTo(30_000);
    }

    @Test
    void pagesOfTextHaveMoreBytesThanByDefaultUnlessTheCallerSaysHowMany() {
        WriterOptions.Builder options = WriterOptions.builder().encoding(EncodingChoice.AUTO);
        assertThat(options.build().pageBytesMax()).isEqualTo(2 << 20);
        assertThat(options.build().toBuilder()
                        .encoding(EncodingChoice.DELTAS)
                        .build()
                        .pageBytesMax())
                .isEqualTo(WriterOptions.DEFAULT.pageBytesMax())
                .isEqualTo(1 << 20);
        assertThat(options.pageBytesMax(1 << 20).build().pageBytesMax()).isEqualTo(1 << 20);
    }

    private static long rowsOfFirstPage(List<Map<String, Object>> records, WriterOptions.Builder options)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("file");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, NUMBERS, PlainRecords.walker(), options.build())) {
            for (Map<String, ?> record : records) {
                writer.write(record);
            }
            writer.finish();
        }
        try (ParquetReader reader = ParquetReader.open(out.toInputFile(), ReaderOptions.DEFAULT)) {
            return reader.offsetIndex(0, NUMBERS.leaves().get(0))
                    .orElseThrow()
                    .pages()
                    .get(1)
                    .firstRow();
        }
    }

    @Test
    void pagesOfTooFewValuesToMeasureAreNoLargerThanByDefault() throws IOException {
        Random random = new Random(1);
        List<Map<String, Object>> records = IntStream.range(0, 20_000)
                .mapToObj(row -> Map.<String, Object>of("value", random.nextLong()))
                .toList();
        WriterOptions.Builder options = WriterOptions.builder().pageRowsMax(100);
        long usual = write(NUMBERS, records, options.build()).get(0).bytes().compressed();
        options.encoding(EncodingChoice.AUTO);
        assertThat(write(NUMBERS, records, options.build()).get(0).bytes().compressed())
                .isLessThanOrEqualTo(usual);
    }

    /** Without their dictionary the values of the page would take 2.3 GB, which no array holds. */
    @Test
    void aPageOfLargeValuesIsNotExpandedToBeMeasured() throws IOException {
        MessageType schema = MessageType.parse("message record { required binary value; }");
        Map<String, Object> record = Map.of("value", new byte[900_000]);
        MemoryOutputFile out = new MemoryOutputFile("file");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                out,
                schema,
                PlainRecords.walker(),
                auto(CompressionCodec.SNAPPY).build())) {
            for (int row = 0; row < 2_600; row++) {
                writer.write(record);
            }
            ColumnChunkMetadata chunk =
                    writer.finish().rowGroups().get(0).columns().get(0);
            assertThat(chunk.encodings()).contains(Encoding.RLE_DICTIONARY);
        }
    }

    @Test
    void anEncodingThatAColumnIsGivenIsKept() throws IOException {
        List<Map<String, Object>> records = IntStream.range(0, 2_000)
                .mapToObj(row -> Map.<String, Object>of("value", (long) row))
                .toList();
        WriterOptions.Builder options = auto(CompressionCodec.ZSTD)
                .column(
                        "value",
                        ColumnOptions.builder().encoding(Encoding.PLAIN).build());
        assertThat(valueEncodings(records, options)).containsExactly(Encoding.PLAIN);
    }

    /** The encodings of the data pages. */
    private static List<Encoding> valueEncodings(List<Map<String, Object>> records, WriterOptions.Builder options)
            throws IOException {
        return write(NUMBERS, records, options.build()).get(0).pageEncodings().stream()
                .filter(stats -> stats.pageTypeId() != PageType.DICTIONARY_PAGE.id())
                .map(stats -> Encoding.of(stats.encodingId()))
                .distinct()
                .toList();
    }
}
