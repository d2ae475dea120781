package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.RandomSchemas;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.io.IOException;
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
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * DuckDB reads our files in two ways: SQL returns the values that were written, and a copy of a file of any schema,
 * which we read back, has equal records.
 */
class DuckDbTest {
    private static Connection connection;
    private static Path folder;

    @BeforeContainer
    static void connect() throws SQLException, IOException {
        folder = Files.createTempDirectory("duckdb");
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
        }
    }

    @AfterContainer
    static void disconnect() throws SQLException, IOException {
        connection.close();
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /** DuckDB refuses BSON, and truncates times that are adjusted to UTC to microseconds. */
    private static boolean reads(PrimitiveType type) {
        return !type.isAnnotated(LogicalType.BSON) && !type.isAnnotated(new LogicalType.Time(true, TimeUnit.NANOS));
    }

    private static boolean reads(PrimitiveType type, Encoding encoding) {
        return ValueEncoders.widelyRead(type).contains(encoding);
    }

    /** DuckDB reads an unannotated repeated group of one field as a list of that field. */
    private static boolean readsShape(List<Type> fields) {
        return fields.stream()
                .filter(GroupType.class::isInstance)
                .map(GroupType.class::cast)
                .allMatch(group -> group.logicalType().isPresent()
                        ? readsShape(
                                group.fields().get(0) instanceof GroupType repeated ? repeated.fields() : List.of())
                        : readsShape(group.fields())
                                && (group.repetition() != Repetition.REPEATED
                                        || group.fields().size() > 1));
    }

    private static MessageType schema(Random random) {
        MessageType schema;
        do {
            schema = new RandomSchemas(random, DuckDbTest::reads).message(1 + random.nextInt(6), 1 + random.nextInt(4));
        } while (!readsShape(schema.fields()));
        return schema;
    }

    @Property(tries = 100)
    void itsCopyOfOurFileHasEqualRecords(@ForAll long seed) throws IOException, SQLException {
        Random random = new Random(seed);
        MessageType schema = schema(random);
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(200));
        Path ours = folder.resolve("ours.parquet");
        Path theirs = folder.resolve("theirs.parquet");
        Files.write(ours, OurFiles.write(records, schema, OurFiles.options(schema, random, DuckDbTest::reads)));

        try (Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT * FROM read_parquet('" + ours + "')) TO '" + theirs + "' (FORMAT parquet)");
        }

        byte[] copy = Files.readAllBytes(theirs);
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("copy", copy), ReaderOptions.DEFAULT)) {
            assertThat(Meanings.of(OurFiles.read(copy), reader.schema())).isEqualTo(Meanings.of(records, schema));
        }
    }

    @Example
    void sqlReturnsTheWrittenValues() throws IOException, SQLException {
        MessageType schema = MessageType.parse("""
                message order {
                  required int64 id;
                  optional int32 tiny (INTEGER(8,false));
                  optional binary name (STRING);
                  optional int32 price (DECIMAL(9,2));
                  optional fixed_len_byte_array(16) large (DECIMAL(38,3));
                  optional int32 day (DATE);
                  optional int64 created (TIMESTAMP(MICROS,true));
                  optional int32 time (TIME(MILLIS,false));
                  optional fixed_len_byte_array(16) uuid (UUID);
                  optional boolean paid;
                  optional double weight;
                  optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
                  optional group stock (MAP) { repeated group key_value {
                    required binary key (STRING); optional int32 value; } }
                }""");
        byte[] large = new byte[16];
        Arrays.fill(large, (byte) 0xFF);
        Map<String, Object> full = new HashMap<>();
        full.put("id", 7L);
        full.put("tiny", 255);
        full.put("name", "K\u00e4se");
        full.put("price", -12345);
        full.put("large", large);
        full.put("day", 19_000);
        full.put("created", 1_600_000_000_000_001L);
        full.put("time", 3_723_004);
        full.put("uuid", new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
        full.put("paid", true);
        full.put("weight", -0.5);
        full.put("tags", Arrays.asList("a", null, ""));
        full.put("stock", List.of(Map.entry("x", 1)));
        Path file = folder.resolve("values.parquet");
        Files.write(file, OurFiles.write(List.of(full, Map.of("id", 8L)), schema, WriterOptions.DEFAULT));

        String row = select("SELECT * REPLACE (epoch_us(created) AS created) FROM '" + file + "' WHERE id = 7");
        String empty = select("SELECT count(*), count(columns(* EXCLUDE id)) FROM '" + file + "' WHERE id = 8");

        assertThat(row)
                .isEqualTo("7|255|K\u00e4se|-123.45|-0.001|2022-01-08|1600000000000001|01:02:03.004"
                        + "|00010203-0405-0607-0809-0a0b0c0d0e0f|true|-0.5|[a, NULL, '']|{x=1}");
        assertThat(empty).isEqualTo("1" + "|0".repeat(12));
    }

    /** The only row of a query, each column as text. */
    private static String select(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            assertThat(result.next()).isTrue();
            List<String> texts = new ArrayList<>();
            for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                texts.add(result.getString(column));
            }
            assertThat(result.next()).isFalse();
            return String.join("|", texts);
        }
    }
}
