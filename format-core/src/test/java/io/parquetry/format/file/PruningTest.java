package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind of pruning by itself: what it leaves out, what it may not leave out, and what damaged indexes can do. */
class PruningTest {
    private static final WriterOptions SMALL_PAGES = WriterOptions.builder()
            .codec(CompressionCodec.UNCOMPRESSED)
            .dictionary(WriterOptions.Dictionary.NEVER)
            .pageRowsMax(100)
            .build();

    /** The column x has one, and no dictionary. */
    private static final WriterOptions BLOOM_FILTER = WriterOptions.builder()
            .dictionary(WriterOptions.Dictionary.NEVER)
            .column(
                    "x",
                    ColumnOptions.builder()
                            .bloomFilter(BloomFilterOptions.ADAPTIVE)
                            .build())
            .build();

    /** A file of these row groups. */
    @SafeVarargs
    private static byte[] write(String schema, WriterOptions options, List<Map<String, Object>>... rowGroups)
            throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("pruned");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, MessageType.parse(schema), PlainRecords.walker(), options)) {
            for (List<Map<String, Object>> rowGroup : rowGroups) {
                for (Map<String, Object> record : rowGroup) {
                    writer.write(record);
                }
                writer.flushRowGroup();
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private static List<Map<String, Object>> column(String name, Object... values) {
        List<Map<String, Object>> records = new ArrayList<>();
        for (Object value : values) {
            records.add(value == null ? Map.of() : Map.of(name, value));
        }
        return records;
    }

    private record Result(List<Long> rows, ReadCounters counters) {}

    private static Result read(byte[] file, String filter) throws IOException {
        return read(file, RecordQuery.ALL.where(Filter.parse(filter)));
    }

    private static Result read(byte[] file, RecordQuery query) throws IOException {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("pruned", file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), query);
            List<Long> rows = new ArrayList<>();
            while (cursor.next()) {
                rows.add(cursor.row());
            }
            return new Result(rows, cursor.counters());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x = 15 | 3",
                "x < 10 | 3",
                "x <= 10 | 2",
                "x > 30 | 3",
                "x >= 30 | 3",
                "x IN (1, 99) | 4",
                "x != 5 | 1",
                "NOT (x >= 20) | 2",
                "x = 10 OR x = 31 | 2",
                "x > 11 AND x < 19 | 3",
                "x IS NULL | 3",
                "x IS NOT NULL | 0",
                "NOT (x IS NOT NULL) | 3",
                "x = 5 AND x IS NULL | 4",
            })
    void statisticsLeaveOutRowGroups(String filter, int leftOut) throws IOException {
        byte[] file = write(
                "message m { optional int32 x; }",
                WriterOptions.DEFAULT,
                column("x", 5, 5, 5),
                column("x", 10, 19),
                column("x", 20, null, 29),
                column("x", 30, 39));

        Result result = read(file, filter);

        assertThat(result.counters().rowGroups()).isEqualTo(4);
        assertThat(result.counters().rowGroupsByStatistics()).as(filter).isEqualTo(leftOut);
    }

    @Test
    void aRowGroupOfNullsOrOfNanHasNothingToCompare() throws IOException {
        byte[] file = write(
                "message m { optional double x; }",
                WriterOptions.DEFAULT,
                column("x", null, null),
                column("x", Double.NaN, null, Double.NaN),
                column("x", 1.0, Double.NaN),
                column("x", 1.0, -0.0));

        assertThat(read(file, "x > 0").rows()).containsExactly(5L, 7L);
        assertThat(read(file, "x > 0").counters().rowGroupsByStatistics()).isEqualTo(2);
        assertThat(read(file, "x = 0.0").rows()).containsExactly(8L);
        assertThat(read(file, "x < 0").rows()).isEmpty();
        assertThat(read(file, "x != 1").rows()).containsExactly(2L, 4L, 6L, 8L);
        assertThat(read(file, "NOT (x <= 'Infinity')").rows()).containsExactly(2L, 4L, 6L);
        assertThat(read(file, "NOT (x <= 'Infinity')").counters().rowGroupsByStatistics())
                .isEqualTo(2);
    }

    @Test
    void aDictionaryLeavesOutARowGroupAndNothingElseIsRead() throws IOException {
        Object[] values = new Object[5000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 7 == 0 ? "a" : i % 2 == 0 ? "c" : "e";
        }
        byte[] file = write("message m { optional binary x (STRING); }", WriterOptions.DEFAULT, column("x", values));

        Result absent = read(file, "x IN ('b', 'd')");

        assertThat(absent.rows()).isEmpty();
        assertThat(absent.counters().rowGroupsByDictionary()).isEqualTo(1);
        assertThat(absent.counters().pagesRead()).isZero();
        assertThat(absent.counters().bytesRead()).isLessThan(300);
        assertThat(read(file, "NOT (x >= 'a')").counters().rowGroupsByStatistics())
                .isEqualTo(1);
        assertThat(read(file, "x = 'a'").rows()).hasSize(715);
        assertThat(read(file, "x NOT IN ('a', 'c', 'e')").counters().rowGroupsByDictionary())
                .isEqualTo(1);
    }

    @Test
    void aDictionaryThatOverflowedDoesNotSpeakForAllPages() throws IOException {
        Random random = new Random(3);
        Object[] values = new Object[20_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = "value " + (i < 15_000 ? i % 100 : random.nextInt(1_000_000));
        }
        WriterOptions options = WriterOptions.builder()
                .dictionaryBytesMax(4096)
                .pageRowsMax(1000)
                .build();
        byte[] file = write("message m { optional binary x (STRING); }", options, column("x", values));

        assertThat(read(file, "x = '" + values[19_999] + "'").rows()).contains(19_999L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"required int64 x", "required double x", "required binary x"})
    void aBloomFilterLeavesOutRowGroups(String column) throws IOException {
        Random random = new Random(1);
        boolean number = !column.contains("binary");
        Object[] values = new Object[2000];
        for (int i = 0; i < values.length; i++) {
            long even = random.nextInt(1_000_000) * 2L;
            values[i] = column.contains("double")
                    ? (Object) (double) even
                    : number ? (Object) even : Long.toString(even).getBytes(StandardCharsets.US_ASCII);
        }
        byte[] file = write("message m { " + column + "; }", BLOOM_FILTER, column("x", values));
        String quote = number ? "" : "'";
        String present = number
                ? Long.toString(((Number) values[7]).longValue())
                : new String((byte[]) values[7], StandardCharsets.US_ASCII);
        int leftOut = 0;
        for (int odd = 500_001; odd < 500_201; odd += 2) {
            Result result = read(file, "x = " + quote + odd + quote);
            assertThat(result.rows()).isEmpty();
            leftOut += result.counters().rowGroupsByBloomFilter();
        }

        assertThat(leftOut).isGreaterThan(90);
        assertThat(read(file, "x IN (" + quote + present + quote + ")").rows()).contains(7L);
    }

    /** Bounds on both sides that leave one decimal: a filter has the hash of its bytes in the column. */
    @ParameterizedTest
    @ValueSource(strings = {"x > 4 AND x < 6", "x > -6 AND x < -4", "x = 5 AND x > 4", "x > 127 AND x <= 128"})
    void aBloomFilterIsAskedForDecimalsAsTheColumnHasThem(String filter) throws IOException {
        Object[] values =
                IntStream.rangeClosed(-200, 200).mapToObj(BigDecimal::new).toArray();
        byte[] file = write(
                "message m { required fixed_len_byte_array(16) x (DECIMAL(38,0)); }",
                BLOOM_FILTER,
                column("x", values));

        assertThat(read(file, filter).rows()).as(filter).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void orderedPagesAreFoundByBisectionAndOtherColumnsAreReadWhereRowsAreWanted(boolean rising) throws IOException {
        int rows = 100_000;
        List<Map<String, Object>> records = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            Map<String, Object> record = new HashMap<>();
            record.put("id", rising ? i : rows - 1 - i);
            record.put("noise", (i * 0x9E3779B97F4A7C15L));
            record.put("list", List.of((long) i, (long) -i));
            records.add(record);
        }
        byte[] file = write(
                "message m { required int32 id; required int64 noise;"
                        + " optional group list (LIST) { repeated group list { required int64 element; } } }",
                SMALL_PAGES,
                records);
        long first = rising ? 77_777 : rows - 1 - 77_779;

        Result result = read(file, "id >= 77777 AND id < 77780");

        assertThat(result.rows()).containsExactly(first, first + 1, first + 2);
        assertThat(result.counters().pagesJudged()).isEqualTo(1000);
        assertThat(result.counters().pagesByColumnIndex()).isGreaterThanOrEqualTo(998);
        assertThat(result.counters().rowsTested()).isLessThanOrEqualTo(200);
        assertThat(result.counters().pagesRead()).isLessThanOrEqualTo(8);
        // The indexes of all columns are most of it.
        assertThat(result.counters().bytesRead()).isLessThan(file.length / 20);
        assertThat(read(file, "id < 0 OR id = 100000").counters().rowGroupsByStatistics())
                .isEqualTo(1);
        assertThat(read(
                                file,
                                RecordQuery.ALL
                                        .where(Filter.parse("id IN (5, 50000, 99999)"))
                                        .columns(Projection.parse("noise"))
                                        .fromRow(10))
                        .rows())
                .hasSize(2);
    }

    @Test
    void pagesThatCannotHoldAWantedValueLeaveOutTheWholeRowGroup() throws IOException {
        List<Map<String, Object>> records = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            records.add(Map.of("id", i / 100 * 10));
        }
        byte[] file = write("message m { required int32 id; }", SMALL_PAGES, records);

        Result result = read(file, "id = 55");

        assertThat(result.rows()).isEmpty();
        assertThat(result.counters().rowGroupsByColumnIndex()).isEqualTo(1);
        assertThat(result.counters().pagesByColumnIndex()).isEqualTo(10);
        assertThat(result.counters().pagesRead()).isZero();
    }

    @Test
    void nullsAreFoundByTheirCounts() throws IOException {
        Object[] values = new Object[1000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i == 555 || i >= 900 ? null : i;
        }
        byte[] file = write("message m { optional int32 x; }", SMALL_PAGES, column("x", values));

        Result nulls = read(file, "x IS NULL");
        Result values899 = read(file, "x IS NOT NULL AND x >= 899");

        assertThat(nulls.rows()).hasSize(101).startsWith(555L, 900L);
        assertThat(nulls.counters().pagesByColumnIndex()).isEqualTo(8);
        assertThat(values899.rows()).containsExactly(899L);
        assertThat(values899.counters().pagesByColumnIndex()).isEqualTo(9);
    }

    @Test
    void whatIsReadForTheFilterIsNotReadAgainForTheRecords() throws IOException {
        Random random = new Random(5);
        Object[] values = new Object[50_000];
        Arrays.setAll(values, i -> random.nextLong());
        byte[] file = write("message m { required int64 x; }", WriterOptions.DEFAULT, column("x", values));

        ReadCounters counters = read(file, "x > 0").counters();

        assertThat(counters.records()).isBetween(20_000L, 30_000L);
        assertThat(counters.bytesRead()).isLessThan(file.length);
    }

    /** Every byte of every index and bloom filter is changed in turn. */
    @Test
    void damagedIndexesLoseRowsAtWorst() throws IOException {
        List<Map<String, Object>> records = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            records.add(Map.of("id", i, "word", "w" + i % 50));
        }
        WriterOptions options = SMALL_PAGES.toBuilder()
                .pageRowsMax(50)
                .column(
                        "word",
                        ColumnOptions.builder()
                                .bloomFilter(BloomFilterOptions.ADAPTIVE)
                                .build())
                .build();
        byte[] file = write("message m { required int32 id; required binary word (STRING); }", options, records);
        List<Long> right = read(file, "id >= 100 AND word IN ('w7', 'w8')").rows();
        int cases = 0;
        for (ColumnChunkMetadata.Range range : indexes(file)) {
            for (int at = (int) range.offset(); at < range.offset() + range.length(); at++) {
                for (int change : new int[] {0x01, 0x80, 0xFF}) {
                    byte[] damaged = file.clone();
                    damaged[at] ^= (byte) change;
                    cases++;
                    requireSubset(damaged, right, at);
                }
            }
        }
        assertThat(cases).isGreaterThan(1000);
    }

    private static void requireSubset(byte[] damaged, List<Long> right, int at) {
        assertThatCode(() -> {
                    try {
                        assertThat(right)
                                .containsAll(read(damaged, "id >= 100 AND word IN ('w7', 'w8')")
                                        .rows());
                    } catch (CorruptFileException | UnsupportedFeatureException e) {
                        assertThat(e).isInstanceOf(ParquetException.class).hasMessageContaining("pruned, row group 0");
                    }
                })
                .as("byte %d", at)
                .doesNotThrowAnyException();
    }

    private static List<ColumnChunkMetadata.Range> indexes(byte[] file) throws IOException {
        List<ColumnChunkMetadata.Range> ranges = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("pruned", file), ReaderOptions.DEFAULT)) {
            for (RowGroupMetadata rowGroup : reader.metadata().rowGroups()) {
                for (ColumnChunkMetadata chunk : rowGroup.columns()) {
                    chunk.indexes().columnIndex().ifPresent(ranges::add);
                    chunk.indexes().offsetIndex().ifPresent(ranges::add);
                    chunk.indexes()
                            .bloomFilterOffset()
                            .ifPresent(offset -> ranges.add(new ColumnChunkMetadata.Range(offset, 40)));
                }
            }
        }
        return ranges;
    }
}
