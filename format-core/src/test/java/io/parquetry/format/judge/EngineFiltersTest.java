package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.BloomFilterOptions;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Other engines that leave out row groups and pages of our files by their statistics, indexes, dictionaries and bloom
 * filters find the same rows as without them: for each type, with its edge values.
 */
@Tag("sampled")
class EngineFiltersTest {
    private static final int ROWS = 1_500;
    private static final int GROUP_ROWS = 300;

    private static final Map<String, List<Object>> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("boolean c_bool", List.of(true, false));
        COLUMNS.put("int32 c_int", List.of(Integer.MIN_VALUE, -1, 0, 1, 7, Integer.MAX_VALUE));
        COLUMNS.put("int32 c_int8 (INTEGER(8,true))", List.of(-128, -1, 0, 1, 127));
        COLUMNS.put("int32 c_uint8 (INTEGER(8,false))", List.of(0, 1, 127, 128, 255));
        COLUMNS.put("int32 c_uint32 (INTEGER(32,false))", List.of(0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -1));
        COLUMNS.put("int64 c_long", List.of(Long.MIN_VALUE, -1L, 0L, 1L, 7L, Long.MAX_VALUE));
        COLUMNS.put("int64 c_uint64 (INTEGER(64,false))", List.of(0L, 1L, Long.MAX_VALUE, Long.MIN_VALUE, -1L));
        COLUMNS.put("int32 c_dec32 (DECIMAL(9,2))", List.of(-999_999_999, -1, 0, 1, 999_999_999));
        COLUMNS.put("int64 c_dec64 (DECIMAL(18,2))", List.of(-999_999_999_999_999_999L, -1L, 0L, 1L, 100L));
        COLUMNS.put(
                "fixed_len_byte_array(16) c_decfix (DECIMAL(38,2))",
                decimals(16, "-99999999999999999999", "-1", "0", "1", "128", "-128", "99999999999999999999"));
        COLUMNS.put(
                "binary c_decbin (DECIMAL(30,2))",
                decimals(0, "-99999999999999999999", "-1", "0", "1", "128", "-129", "99999999999999999999"));
        COLUMNS.put(
                "fixed_len_byte_array(20) c_decwide (DECIMAL(45,2))",
                decimals(20, "-99999999999999999999", "-1", "0", "1", "128", "-129", "99999999999999999999"));
        COLUMNS.put("float c_float", List.of(Float.NEGATIVE_INFINITY, -1f, -0f, 0f, 1f, 7f, Float.POSITIVE_INFINITY));
        COLUMNS.put(
                "double c_double", List.of(Double.NEGATIVE_INFINITY, -1d, -0d, 0d, 1d, 7d, Double.POSITIVE_INFINITY));
        COLUMNS.put("float c_floatnan", List.of(-1f, -0f, 0f, 1f, Float.NaN, Float.intBitsToFloat(0xffc00000)));
        COLUMNS.put(
                "double c_doublenan",
                List.of(-1d, -0d, 0d, 1d, Double.NaN, Double.longBitsToDouble(0xfff8000000000000L)));
        COLUMNS.put("fixed_len_byte_array(2) c_half (FLOAT16)", halves(0x8000, 0x0000, 0x3c00, 0xbc00, 0x7c00, 0xfc00));
        COLUMNS.put(
                "fixed_len_byte_array(2) c_halfnan (FLOAT16)", halves(0x8000, 0x0000, 0x3c00, 0xbc00, 0x7e00, 0xfe00));
        COLUMNS.put("fixed_len_byte_array(16) c_uuid (UUID)", uuids());
        COLUMNS.put("int32 c_date (DATE)", List.of(-719_162, -1, 0, 1, 20_000));
        COLUMNS.put("int32 c_timems (TIME(MILLIS,true))", List.of(0, 1, 86_399_999));
        COLUMNS.put("int64 c_timeus (TIME(MICROS,false))", List.of(0L, 1L, 86_399_999_999L));
        COLUMNS.put(
                "int64 c_tsms (TIMESTAMP(MILLIS,false))",
                List.of(-1L, 0L, 1L, 1_700_000_000_123L, -62_135_596_800_000L));
        COLUMNS.put("int64 c_tsus (TIMESTAMP(MICROS,true))", List.of(-1L, 0L, 1L, 1_700_000_000_123_456L));
        COLUMNS.put("int64 c_tsns (TIMESTAMP(NANOS,false))", List.of(-1L, 0L, 1L, 1_700_000_000_123_456_789L));
        COLUMNS.put(
                "binary c_text (STRING)",
                List.of(
                        "",
                        "a",
                        "b",
                        "z".repeat(100),
                        "z".repeat(100) + "y",
                        "\u00ff".repeat(60),
                        "\uffff".repeat(40),
                        "\ud83d\ude00".repeat(30),
                        "\ud83d\ude00".repeat(30) + "x"));
        COLUMNS.put(
                "binary c_bytes",
                List.of(new byte[0], new byte[] {0}, filled(100, -1), filled(101, -1), filled(100, 0x7f), new byte[] {
                    (byte) 0x80
                }));
        COLUMNS.put(
                "fixed_len_byte_array(80) c_fixed",
                List.of(filled(80, -1), filled(80, 0), filled(80, 0x7f), filled(80, 0x80)));
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static List<Object> decimals(int length, String... unscaled) {
        List<Object> values = new ArrayList<>();
        for (String text : unscaled) {
            byte[] digits = new BigInteger(text).toByteArray();
            byte[] bytes = filled(Math.max(length, digits.length), digits[0] < 0 ? -1 : 0);
            System.arraycopy(digits, 0, bytes, bytes.length - digits.length, digits.length);
            values.add(bytes);
        }
        return values;
    }

    private static List<Object> halves(int... bits) {
        List<Object> values = new ArrayList<>();
        for (int each : bits) {
            values.add(new byte[] {(byte) each, (byte) (each >> 8)});
        }
        return values;
    }

    private static List<Object> uuids() {
        return List.of(filled(16, 0), filled(16, 1), filled(16, 0x7f), filled(16, 0x80), filled(16, -1));
    }

    private static MessageType schema() {
        StringBuilder text = new StringBuilder("message m { required int32 id; ");
        COLUMNS.keySet()
                .forEach(column -> text.append("optional ").append(column).append("; "));
        return MessageType.parse(text.append("}").toString());
    }

    @TempDir
    private Path directory;

    private static byte[] file(long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = schema();
        WriterOptions.Builder options = WriterOptions.builder()
                .pageRowsMax(7 + random.nextInt(60))
                .pageBytesMax(random.nextBoolean() ? 256 : 1 << 20)
                .pageVersion(random.nextBoolean() ? WriterOptions.PageVersion.V1 : WriterOptions.PageVersion.V2)
                .dictionary(
                        random.nextBoolean() ? WriterOptions.Dictionary.NEVER : WriterOptions.Dictionary.WHERE_IT_PAYS);
        if (random.nextBoolean()) {
            for (LeafColumn leaf : schema.leaves()) {
                // DuckDB hashes halves as floats and wide decimals as doubles, and finds none in a bloom filter.
                if (!leaf.dottedPath().equals("c_bool")
                        && !leaf.dottedPath().equals("c_decwide")
                        && !leaf.dottedPath().startsWith("c_half")) {
                    options.column(
                            leaf.dottedPath(),
                            ColumnOptions.builder()
                                    .bloomFilter(BloomFilterOptions.ADAPTIVE)
                                    .build());
                }
            }
        }
        MemoryOutputFile out = new MemoryOutputFile("file");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), options.build())) {
            Map<String, Integer> only = new HashMap<>();
            for (int row = 0; row < ROWS; row++) {
                Map<String, Object> record = new HashMap<>();
                record.put("id", row);
                for (Map.Entry<String, List<Object>> column : COLUMNS.entrySet()) {
                    String name = column.getKey().split(" ")[1];
                    int size = column.getValue().size();
                    // In a run of rows, few values, so that bounds tell pages and row groups from one another.
                    if (row % 20 == 0 && random.nextInt(3) == 0 || row % GROUP_ROWS == 0) {
                        only.put(name, random.nextInt(size + 2) - 1);
                    }
                    int chosen = only.get(name);
                    int value = chosen == size
                            ? random.nextInt(size)
                            : random.nextInt(10) == 0 && row % GROUP_ROWS > 200 ? random.nextInt(size + 1) - 1 : chosen;
                    if (value >= 0) {
                        record.put(name, column.getValue().get(value));
                    }
                }
                writer.write(record);
                if (row % GROUP_ROWS == GROUP_ROWS - 1) {
                    writer.flushRowGroup();
                }
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    @Test
    void duckDbFindsTheSameRowsAsInATableOfItsOwn() throws IOException, SQLException {
        for (long seed = 1; seed <= Breadth.of(1, 4); seed++) {
            requireSameInDuckDb(seed);
        }
    }

    private void requireSameInDuckDb(long seed) throws IOException, SQLException {
        Random sample = new Random(seed);
        Path file = Files.write(directory.resolve("file.parquet"), file(seed));
        List<String> different = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t AS SELECT * FROM '" + file + "'");
            for (String column : COLUMNS.keySet()) {
                String name = column.split(" ")[1];
                String type = one(statement, "SELECT typeof(" + name + ") FROM t LIMIT 1");
                List<String> literals = new ArrayList<>();
                try (ResultSet values = statement.executeQuery(
                        "SELECT DISTINCT " + name + "::VARCHAR FROM t WHERE " + name + " IS NOT NULL")) {
                    while (values.next()) {
                        literals.add("'" + values.getString(1).replace("'", "''") + "'::" + type);
                    }
                }
                List<String> filters = new ArrayList<>(List.of(name + " IS NULL", name + " IS NOT NULL"));
                for (String literal : literals) {
                    for (String operator :
                            List.of("=", "!=", "<", "<=", ">", ">=", "IS DISTINCT FROM", "IS NOT DISTINCT FROM")) {
                        filters.add(name + " " + operator + " " + literal);
                        filters.add("NOT (" + name + " " + operator + " " + literal + ")");
                    }
                    String other = literals.get((literals.indexOf(literal) + 1) % literals.size());
                    filters.add(name + " IN (" + literal + ", " + other + ")");
                    filters.add(name + " NOT IN (" + literal + ", " + other + ")");
                    filters.add(name + " BETWEEN " + literal + " AND " + other);
                    filters.add(name + " = " + literal + " OR " + name + " IS NULL");
                }
                filters.removeIf(filter -> sample.nextInt(Breadth.of(6, 1)) > 0);
                for (String filter : filters) {
                    String count = "SELECT count(*) || ' ' || coalesce(sum(id), 0) FROM ";
                    String expected = one(statement, count + "t WHERE " + filter);
                    String found = one(statement, count + "'" + file + "' WHERE " + filter);
                    if (!expected.equals(found)) {
                        different.add(filter + ": " + expected + " but " + found);
                    }
                }
            }
        }
        assertThat(different).isEmpty();
    }

    /** Bounds that are cut, in indexes and in statistics, are no contradiction. */
    @Test
    void noStatisticsAndIndexesOfEitherWriterAreIgnored() throws IOException {
        byte[] ours = file(1);
        List<Map<String, Object>> records = new ArrayList<>();
        noneIsIgnored(ours, "id >= 0", records);
        byte[] theirs = ParquetJava.write(
                records, schema(), builder -> builder.withPageRowCountLimit(20).withRowGroupRowCountLimit(200));
        assertThat(records).hasSize(ROWS);
        for (byte[] file : List.of(ours, theirs)) {
            for (String filter : List.of("c_text = 'nothing'", "c_text > 'zz'", "c_text < '!'", "c_int = 3")) {
                noneIsIgnored(file, filter, new ArrayList<>());
            }
        }
    }

    private static void noneIsIgnored(byte[] file, String filter, List<Map<String, Object>> found) throws IOException {
        try (io.parquetry.format.file.ParquetReader reader =
                io.parquetry.format.file.ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor =
                    reader.records(PlainRecords.builder(), RecordQuery.ALL.where(Filter.parse(filter, schema())));
            while (cursor.next()) {
                found.add(cursor.record());
            }
            assertThat(cursor.counters().ignoredIndexes()).as(filter).isEmpty();
        }
    }

    private static String one(Statement statement, String query) throws SQLException {
        try (ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getString(1);
        }
    }

    private static final class GroupReader extends ParquetReader.Builder<Group> {
        GroupReader(byte[] file, String schema) {
            super(ParquetJava.inputFile(file), configuration(schema));
        }

        private static PlainParquetConfiguration configuration(String schema) {
            PlainParquetConfiguration configuration = new PlainParquetConfiguration();
            configuration.set(ReadSupport.PARQUET_READ_SCHEMA, schema);
            return configuration;
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }

    private static List<String> read(byte[] file, String schema, FilterPredicate filter, boolean skip)
            throws IOException {
        List<String> found = new ArrayList<>();
        try (ParquetReader<Group> reader = new GroupReader(file, schema)
                .withFilter(FilterCompat.get(filter))
                .useStatsFilter(skip)
                .useDictionaryFilter(skip)
                .useColumnIndexFilter(skip)
                .useBloomFilter(skip)
                .build()) {
            for (Group group = reader.read(); group != null; group = reader.read()) {
                found.add(group.toString());
            }
        }
        return found;
    }

    @Test
    void parquetJavaFindsTheSameRowsAsWithoutSkipping() throws IOException {
        for (long seed = 1; seed <= Breadth.of(1, 4); seed++) {
            requireSameInParquetJava(seed);
        }
    }

    private static void requireSameInParquetJava(long seed) throws IOException {
        Random sample = new Random(seed);
        byte[] file = file(seed);
        List<String> different = new ArrayList<>();
        for (Map.Entry<String, List<Object>> column : COLUMNS.entrySet()) {
            String name = column.getKey().split(" ")[1];
            String schema = "message m { required int32 id; optional " + column.getKey() + "; "
                    + (name.equals("c_long") ? "" : "optional int64 c_long; ") + "}";
            for (Object value : column.getValue()) {
                for (FilterPredicate filter : predicates(name, value)) {
                    if (sample.nextInt(Breadth.of(12, 1)) > 0) {
                        continue;
                    }
                    List<String> expected = read(file, schema, filter, false);
                    List<String> found = read(file, schema, filter, true);
                    if (!expected.equals(found)) {
                        different.add(filter + ": " + expected.size() + " but " + found.size());
                    }
                }
            }
        }
        assertThat(different).isEmpty();
    }

    private static <T extends Comparable<T>, C extends Operators.Column<T> & Operators.SupportsLtGt>
            List<FilterPredicate> all(C column, T value) {
        return List.of(
                FilterApi.eq(column, value),
                FilterApi.notEq(column, value),
                FilterApi.lt(column, value),
                FilterApi.ltEq(column, value),
                FilterApi.gt(column, value),
                FilterApi.gtEq(column, value),
                FilterApi.not(FilterApi.lt(column, value)),
                FilterApi.eq(column, null),
                FilterApi.notEq(column, null),
                FilterApi.in(column, new HashSet<>(List.of(value))),
                FilterApi.notIn(column, new HashSet<>(List.of(value))),
                FilterApi.and(FilterApi.ltEq(column, value), FilterApi.gt(FilterApi.intColumn("id"), 700)),
                FilterApi.or(FilterApi.eq(column, value), FilterApi.eq(FilterApi.intColumn("id"), 701)));
    }

    private static List<FilterPredicate> predicates(String name, Object value) {
        if (value instanceof Boolean flag) {
            return List.of(
                    FilterApi.eq(FilterApi.booleanColumn(name), flag),
                    FilterApi.notEq(FilterApi.booleanColumn(name), flag));
        } else if (value instanceof Integer number) {
            return all(FilterApi.intColumn(name), number);
        } else if (value instanceof Long number) {
            return all(FilterApi.longColumn(name), number);
        } else if (value instanceof Float number) {
            return all(FilterApi.floatColumn(name), number);
        } else if (value instanceof Double number) {
            return all(FilterApi.doubleColumn(name), number);
        }
        Binary binary =
                value instanceof String text ? Binary.fromString(text) : Binary.fromConstantByteArray((byte[]) value);
        return all(FilterApi.binaryColumn(name), binary);
    }
}
