package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pages of a column take no more bytes than parquet-java's, whatever the number of its different values and of its
 * rows. Uncompressed, so that only the choice of dictionaries shows.
 */
@Tag("sampled")
class FileSizeJudgedTest {
    private static final MessageType SCHEMA = MessageType.parse("""
            message record {
              required double few;
              required double some;
              required double many;
              required double most;
              required double all;
              required int32 numbers;
              required binary texts (STRING);
              required int32 half_in_a_run;
            }""");

    private static final MessageType LISTS =
            MessageType.parse("message record { repeated double values; repeated double new_values; }");

    private static Map<String, Object> record(int row, Random random) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("few", Math.sqrt(random.nextInt(5_000)));
        record.put("some", Math.sqrt(random.nextInt(28_000)));
        record.put("many", Math.sqrt(random.nextInt(36_000)));
        record.put("most", Math.sqrt(random.nextInt(60_000)));
        record.put("all", random.nextDouble());
        record.put("numbers", random.nextInt(13_000) * 7_919);
        record.put("texts", "sensor " + random.nextInt(40_000));
        record.put("half_in_a_run", row % 20_000 < 13_000 ? row : 0);
        return record;
    }

    private static Map<String, Object> lists(Random random) {
        List<Double> values = new ArrayList<>();
        List<Double> newValues = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            values.add(Math.sqrt(random.nextInt(100_000)));
            newValues.add(random.nextDouble());
        }
        return Map.of("values", values, "new_values", newValues);
    }

    private static byte[] ours(List<Map<String, Object>> records, MessageType schema) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("file");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                out,
                schema,
                PlainRecords.walker(),
                WriterOptions.builder().codec(CompressionCodec.UNCOMPRESSED).build())) {
            for (Map<String, Object> record : records) {
                writer.write(record);
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private static Map<String, Long> columns(byte[] file) throws IOException {
        Map<String, Long> bytes = new LinkedHashMap<>();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            for (ColumnChunkMetadata chunk :
                    reader.metadata().rowGroups().get(0).columns()) {
                bytes.put(chunk.dottedPath(), chunk.bytes().compressed());
            }
        }
        return bytes;
    }

    /** Pages that are cut a row earlier or later may have headers of another length: a byte or two. */
    private static void assertNoLarger(List<Map<String, Object>> records, MessageType schema) throws IOException {
        byte[] ours = ours(records, schema);
        byte[] theirs = ParquetJava.write(
                records, schema, builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED));
        Map<String, Long> expected = columns(theirs);
        columns(ours)
                .forEach((column, bytes) -> assertThat(bytes)
                        .as("%s of %d rows", column, records.size())
                        .isLessThanOrEqualTo(expected.get(column) + expected.get(column) / 100_000));
        assertThat(ours.length).isLessThanOrEqualTo(theirs.length);
    }

    static IntStream rows() {
        return Breadth.isWhole()
                ? IntStream.of(1_000, 9_000, 19_999, 20_000, 20_001, 40_000, 100_000)
                : IntStream.of(1_000, 20_000, 20_001);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void noColumnIsLargerThanTheirs(int rows) throws IOException {
        Random random = new Random(1);
        List<Map<String, Object>> records = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            records.add(record(row, random));
        }
        assertNoLarger(records, SCHEMA);
    }

    static IntStream rowsOfLists() {
        return Breadth.isWhole() ? IntStream.of(1_000, 15_000, 30_000) : IntStream.of(1_000, 15_000);
    }

    @ParameterizedTest
    @MethodSource("rowsOfLists")
    void norAListWhoseFirstPageHasMoreValuesThanRows(int rows) throws IOException {
        Random random = new Random(1);
        List<Map<String, Object>> records = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            records.add(lists(random));
        }
        assertNoLarger(records, LISTS);
    }
}
