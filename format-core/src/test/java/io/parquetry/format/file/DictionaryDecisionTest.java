package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A column has a dictionary where that makes it smaller, and is not made larger where it does not. */
class DictionaryDecisionTest {
    private static final int ROWS = 100_000;

    /** The same numbers as values of different types. */
    private enum Form {
        INT32 {
            @Override
            Object value(int number) {
                return number;
            }
        },
        INT64 {
            @Override
            Object value(int number) {
                return (long) number;
            }
        },
        BYTE_ARRAY {
            @Override
            Object value(int number) {
                return ("the value " + number).getBytes(StandardCharsets.US_ASCII);
            }
        };

        abstract Object value(int number);
    }

    private static final class Written {
        private final long bytes;
        private final boolean dictionary;

        private Written(Form form, int rows, WriterOptions.Dictionary wanted, IntUnaryOperator values)
                throws IOException {
            MessageType schema = new MessageType(
                    "record",
                    List.of(PrimitiveType.of("value", Repetition.REQUIRED, PhysicalType.valueOf(form.name()))));
            WriterOptions options = WriterOptions.builder()
                    .codec(CompressionCodec.UNCOMPRESSED)
                    .dictionary(wanted)
                    .build();
            MemoryOutputFile out = new MemoryOutputFile("file");
            try (ParquetWriter<Map<String, ?>> writer =
                    ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
                for (int row = 0; row < rows; row++) {
                    writer.write(Map.of("value", form.value(values.applyAsInt(row))));
                }
                FileMetadata footer = writer.finish();
                dictionary =
                        footer.rowGroups().get(0).columns().get(0).encodingIds().contains(Encoding.RLE_DICTIONARY.id());
            }
            bytes = out.position();
        }
    }

    /** Asserts that the values have a dictionary, and take at most so many percent of what they take plain. */
    private static void assertSmaller(Form form, int percent, IntUnaryOperator values) throws IOException {
        Written plain = new Written(form, ROWS, WriterOptions.Dictionary.NEVER, values);
        Written written = new Written(form, ROWS, WriterOptions.Dictionary.WHERE_IT_PAYS, values);
        assertThat(written.dictionary).isTrue();
        assertThat(written.bytes * 100 / plain.bytes).isLessThan(percent);
    }

    private static void assertPlain(Form form, int rows, IntUnaryOperator values) throws IOException {
        Written plain = new Written(form, rows, WriterOptions.Dictionary.NEVER, values);
        Written written = new Written(form, rows, WriterOptions.Dictionary.WHERE_IT_PAYS, values);
        assertThat(written.dictionary).isFalse();
        assertThat(written.bytes).isEqualTo(plain.bytes);
    }

    @ParameterizedTest
    @EnumSource
    void thousandsOfValuesThatComeAgainSoonerOrLaterHaveOne(Form form) throws IOException {
        int[] numbers = new Random(1).ints(ROWS, 0, 9_000).toArray();
        assertSmaller(form, 60, row -> numbers[row]);
    }

    /** In half a page, most of them are new. */
    @Test
    void valuesThatComeAgainWithinTheFirstPageHaveOne() throws IOException {
        int[] numbers = new Random(1).ints(ROWS, 0, 28_000).toArray();
        assertSmaller(Form.INT64, 60, row -> numbers[row]);
        assertSmaller(Form.BYTE_ARRAY, 60, row -> numbers[row]);
    }

    @ParameterizedTest
    @EnumSource
    void valuesThatComeAgainOnlyAfterAllOthersHaveOne(Form form) throws IOException {
        assertSmaller(form, 50, row -> row % 4_000);
    }

    @ParameterizedTest
    @EnumSource
    void valuesThatComeOnceHaveNone(Form form) throws IOException {
        for (int rows : new int[] {1, 500, 600, 2_000, 5_000, 9_000, 25_000, ROWS}) {
            assertPlain(form, rows, row -> row);
        }
    }

    @Test
    void valuesThatComeOnceInALongWhileHaveNone() throws IOException {
        int[] numbers = new Random(1).ints(ROWS, 0, 60_000).toArray();
        assertPlain(Form.INT32, ROWS, row -> numbers[row]);
    }

    @ParameterizedTest
    @EnumSource
    void fewValuesAfterSomeHundredOthersHaveOne(Form form) throws IOException {
        assertSmaller(form, 60, row -> row < 700 ? row : row % 7);
    }

    /** Values are found to be new just when they fill a page. */
    @ParameterizedTest
    @ValueSource(ints = {130, 300, 511, 512, 700})
    void rowsOfManyNewValuesThatFillAPageComeBack(int valuesPerRow) throws IOException {
        MessageType schema = MessageType.parse("message record { repeated binary texts (STRING); }");
        WriterOptions options = WriterOptions.builder().pageBytesMax(1024).build();
        List<Map<String, Object>> records = new ArrayList<>();
        for (int row = 0; row < 20; row++) {
            int first = row * valuesPerRow;
            records.add(Map.of(
                    "texts",
                    IntStream.range(first, first + valuesPerRow)
                            .mapToObj(number -> "a value of some length: " + number)
                            .toList()));
        }
        MemoryOutputFile out = new MemoryOutputFile("file");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (Map<String, Object> each : records) {
                writer.write(each);
            }
            writer.finish();
        }
        try (ParquetReader reader =
                ParquetReader.open(new MemoryInputFile("file", out.toByteArray()), ReaderOptions.DEFAULT)) {
            assertThat(reader.records(PlainRecords.builder())
                            .next(records.size() + 1)
                            .records())
                    .isEqualTo(records);
        }
    }

    /** Each order number stands in four rows: ZSTD finds that in the values, and nothing in their indexes. */
    @ParameterizedTest
    @ValueSource(strings = {"required int64 value;", "required fixed_len_byte_array(16) value (DECIMAL(38, 2));"})
    void valuesThatTheCodecMakesSmallerThanTheirIndexesHaveNone(String column) throws IOException {
        MessageType schema = MessageType.parse("message record { " + column + " }");
        boolean isFixed = column.contains("fixed");
        Rows rows = (writer, row) -> {
            long number = 1_000_000 + row / 4;
            writer.write(Map.of("value", isFixed ? BigDecimal.valueOf(number, 2) : (Object) number));
        };
        long plain = bytes(schema, WriterOptions.Dictionary.NEVER, CompressionCodec.ZSTD, rows);
        assertThat(bytes(schema, WriterOptions.Dictionary.WHERE_IT_PAYS, CompressionCodec.ZSTD, rows))
                .isEqualTo(plain);
        assertThat(bytes(schema, WriterOptions.Dictionary.WHERE_IT_PAYS, CompressionCodec.UNCOMPRESSED, rows))
                .as("without a codec, a dictionary pays")
                .isLessThan(bytes(schema, WriterOptions.Dictionary.NEVER, CompressionCodec.UNCOMPRESSED, rows) / 2);
    }

    /** One row of fifty has a value: a page of 20,000 rows holds 400. */
    @Test
    void fewValuesOfManyRowsHaveNoneThatDoesNotPay() throws IOException {
        MessageType schema = MessageType.parse("message record { optional int64 value; }");
        Random random = new Random(1);
        long[] values = random.longs(ROWS).toArray();
        Rows rows = (writer, row) -> writer.write(row % 50 == 0 ? Map.of("value", values[row]) : Map.of());
        assertThat(bytes(schema, WriterOptions.Dictionary.WHERE_IT_PAYS, CompressionCodec.SNAPPY, rows))
                .isEqualTo(bytes(schema, WriterOptions.Dictionary.NEVER, CompressionCodec.SNAPPY, rows));
    }

    private interface Rows {
        void write(ParquetWriter<Map<String, ?>> writer, int row) throws IOException;
    }

    private static long bytes(MessageType schema, WriterOptions.Dictionary wanted, CompressionCodec codec, Rows rows)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("file");
        WriterOptions options =
                WriterOptions.builder().codec(codec).dictionary(wanted).build();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (int row = 0; row < ROWS; row++) {
                rows.write(writer, row);
            }
            writer.finish();
        }
        return out.position();
    }
}
