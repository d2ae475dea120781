package io.parquetry.format.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.BloomFilterOptions;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.hostile.FileParts.Kind;
import io.parquetry.format.hostile.FileParts.Part;
import io.parquetry.format.hostile.Thrift.Field;
import io.parquetry.format.hostile.Thrift.Items;
import io.parquetry.format.hostile.Thrift.Struct;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a footer or bloom filter says of a chunk, and another part of the file contradicts, leaves out no row. */
@Tag("sampled")
class ContradictingFooterTest {
    private static final MessageType SCHEMA = MessageType.parse(
            "message m { required int32 id; optional int64 n; optional binary s (STRING); required double d; }");
    private static final int ROWS = 400;

    /** Rows that are looked for: those of a sample are on every page. */
    private static final int STEP = Breadth.of(7, 1);

    private static final int STATISTICS = 12;
    private static final int NULLS = 3;
    private static final int SIZE_STATISTICS = 16;
    private static final int DEFINITION_LEVELS = 3;

    private static Map<String, Object> row(int number) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", number * 7);
        if (number % 4 != 1) {
            row.put("n", number * 1000L);
            row.put("s", "text " + number);
        }
        row.put("d", number / 8.0);
        return row;
    }

    private static byte[] file() throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("file");
        WriterOptions.Builder options =
                WriterOptions.builder().pageRowsMax(50).dictionary(WriterOptions.Dictionary.NEVER);
        for (LeafColumn leaf : SCHEMA.leaves()) {
            options.column(
                    leaf.dottedPath(),
                    ColumnOptions.builder()
                            .bloomFilter(BloomFilterOptions.ADAPTIVE)
                            .build());
        }
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options.build())) {
            for (int row = 0; row < ROWS; row++) {
                writer.write(row(row));
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private static List<Map<String, Object>> filtered(byte[] file, String filter) throws IOException {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor =
                    reader.records(PlainRecords.builder(), RecordQuery.ALL.where(Filter.parse(filter, SCHEMA)));
            List<Map<String, Object>> rows = new ArrayList<>();
            while (cursor.next()) {
                rows.add(cursor.record());
            }
            return rows;
        }
    }

    private static void requireEachRowFound(byte[] file) throws IOException {
        for (int number = 0; number < ROWS; number += STEP) {
            Map<String, Object> row = row(number);
            List<String> filters = new ArrayList<>(List.of("id = " + row.get("id"), "d = " + row.get("d")));
            if (row.containsKey("n")) {
                filters.add("n = " + row.get("n"));
                filters.add("s = '" + row.get("s") + "'");
            }
            for (String filter : filters) {
                assertThat(filtered(file, filter)).as(filter).containsExactly(row);
            }
        }
    }

    private static byte[] withBloomFilter(byte[] file, int column, int bytes) throws IOException {
        FileParts parts = new FileParts(file);
        int number = parts.of(Kind.BLOOM_FILTER).get(column);
        return parts.edit().struct(number, header -> header.setNumber(1, bytes)).build();
    }

    private static int bloomFilterBytes(byte[] file, int column) throws IOException {
        FileParts parts = new FileParts(file);
        return parts.all().get(parts.of(Kind.BLOOM_FILTER).get(column)).body().length;
    }

    private static byte[] changed(byte[] file, int column, Consumer<Struct> change) throws IOException {
        FileParts parts = new FileParts(file);
        return parts.edit()
                .struct(
                        parts.of(Kind.FOOTER).get(0),
                        footer -> change.accept(
                                footer.structs(4).get(0).structs(1).get(column).struct(3)))
                .build();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void noRowIsLostByABloomFilterThatClaimsAnotherSize(int column) throws IOException {
        byte[] whole = file();
        int bytes = bloomFilterBytes(whole, column);

        requireEachRowFound(whole);
        for (int wrong : Breadth.of(2, List.of(32, 64, bytes / 2, bytes - 32, bytes + 32, bytes * 2), column)) {
            requireEachRowFound(withBloomFilter(whole, column, wrong));
            requireEachRowFound(changed(
                    withBloomFilter(whole, column, wrong),
                    column,
                    chunk -> chunk.fields.removeIf(field -> field.id == 15)));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0, 2", "0, 3", "1, 2", "1, 3", "2, 3"})
    void noRowIsLostByTheBloomFilterOfAnotherColumn(int one, int other) throws IOException {
        byte[] whole = file();
        FileParts parts = new FileParts(whole);
        List<Integer> filters = parts.of(Kind.BLOOM_FILTER);

        requireEachRowFound(
                parts.edit().swap(filters.get(one), filters.get(other)).build());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void noRowIsLostByABloomFilterWithoutBits(int column) throws IOException {
        byte[] whole = file();
        FileParts parts = new FileParts(whole);
        int number = parts.of(Kind.BLOOM_FILTER).get(column);
        Part filter = parts.all().get(number);

        requireEachRowFound(
                parts.edit().body(number, new byte[filter.body().length]).build());
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "1, 400", "2, 400", "1, 99", "2, 101", "1, 100"})
    void noRowIsLostWhereTheCountOfNullsIsNotThatOfTheLevels(int column, int nulls) throws IOException {
        byte[] whole = file();
        String name = SCHEMA.leaves().get(column).dottedPath();
        byte[] wrong = changed(whole, column, chunk -> {
            Struct statistics = chunk.struct(STATISTICS);
            statistics.fields.removeIf(field -> nulls == ROWS && field.id != NULLS);
            statistics.setNumber(NULLS, nulls);
            chunk.fields.removeIf(field -> field.id == SIZE_STATISTICS);
            Items levels = new Items();
            levels.elementType = Thrift.I64;
            levels.values.add(new Thrift.Number(ROWS / 4));
            levels.values.add(new Thrift.Number(ROWS - ROWS / 4));
            Struct sizes = new Struct();
            sizes.fields.add(new Field(DEFINITION_LEVELS, Thrift.LIST, levels));
            chunk.fields.add(new Field(SIZE_STATISTICS, Thrift.STRUCT, sizes));
        });

        for (String filter : List.of(name + " IS NULL", name + " IS NOT NULL")) {
            assertThat(filtered(wrong, filter)).as(filter).isEqualTo(filtered(whole, filter));
        }
        requireEachRowFound(wrong);
    }
}
