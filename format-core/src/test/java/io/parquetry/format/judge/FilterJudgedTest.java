package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.TestData;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReadCounters;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.filter.RandomFilters;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import io.parquetry.format.schema.RandomSchemas;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Filters against other implementations: in files of parquet-java and DuckDB, row groups and pages are skipped and no
 * row is lost; DuckDB finds the same rows with the same filter, in its files, in ours, and in a large file of a third
 * party.
 */
@Tag("sampled")
class FilterJudgedTest {
    private static Connection connection;
    private static Path folder;

    @BeforeContainer
    static void connect() throws SQLException, IOException {
        folder = Files.createTempDirectory("filters");
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

    @Property(tries = 100)
    void noRowIsLostInFilesOfParquetJava(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema;
        do {
            schema = new RandomSchemas(random).message(1 + random.nextInt(3), 1 + random.nextInt(4));
        } while (new RandomFilters(schema, List.of(), random).isEmpty());
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(300));
        byte[] file = ParquetJava.write(records, schema, builder -> ParquetJava.randomSettings(builder, random));
        RandomFilters filters = new RandomFilters(schema, records, random);
        for (int i = 0; i < Breadth.of(2, 4); i++) {
            RandomFilters.Judged judged = filters.filter(random.nextInt(4));
            List<Object> expected = new ArrayList<>();
            records.stream()
                    .filter(each -> Boolean.TRUE.equals(judged.truth().apply(each)))
                    .forEach(expected::add);

            List<Object> found = new ArrayList<>();
            try (ParquetReader reader =
                    ParquetReader.open(new MemoryInputFile("theirs", file), ReaderOptions.DEFAULT)) {
                RecordCursor<Map<String, Object>> cursor =
                        reader.records(PlainRecords.builder(), RecordQuery.ALL.where(judged.filter()));
                while (cursor.next()) {
                    found.add(cursor.record());
                }
            }

            assertThat(RandomRecords.comparable(found))
                    .as(judged.filter().toString())
                    .isEqualTo(RandomRecords.comparable(expected));
        }
    }

    @Example
    void duckDbFindsTheSameRows() throws IOException, SQLException {
        Path theirs = folder.resolve("theirs.parquet");
        execute("COPY (SELECT i::INTEGER AS id, (hash(i) % 1000)::BIGINT AS number,"
                + " CASE WHEN i % 11 = 0 THEN NULL ELSE (i // 7)::UINTEGER END AS counter,"
                + " CASE WHEN i % 13 = 0 THEN NULL ELSE (hash(i + 1) % 100000) / 8 - 5000 END AS ratio,"
                + " CASE WHEN i % 5 = 0 THEN NULL ELSE 'word ' || (hash(i) % 50) END AS word,"
                + " (hash(i) % 1000000 / 100)::DECIMAL(9, 2) AS price,"
                + " DATE '2020-01-01' + (i // 10)::INTEGER AS day,"
                + " TIMESTAMP '2020-01-01' + INTERVAL (i) MINUTE AS ts,"
                + " TIME '00:00:00' + INTERVAL (hash(i) % 86400) SECOND AS tod,"
                + " i % 3 = 0 AS flag, uuid() AS key,"
                + " CASE WHEN i % 4 = 0 THEN NULL ELSE {'x': (i % 100)::SMALLINT, 'y': 'y' || i % 3} END AS pair,"
                + " CASE WHEN i % 6 = 0 THEN NULL ELSE [x % 3 FOR x IN range((hash(i) % 4)::BIGINT)] END AS marks,"
                + " CASE WHEN i % 9 < 3 THEN NULL ELSE {'all': CASE WHEN i % 9 < 5 THEN NULL"
                + " ELSE MAP {'a': i % 4, 'b': NULL} END} END AS nested"
                + " FROM range(20000) t(i)) TO '" + theirs + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
        MessageType schema;
        List<Map<String, Object>> records = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(theirs), ReaderOptions.DEFAULT)) {
            schema = reader.schema();
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            while (cursor.next()) {
                records.add(record(cursor));
            }
        }
        Path ours = folder.resolve("ours.parquet");
        Files.write(
                ours,
                OurFiles.write(
                        records,
                        schema,
                        WriterOptions.builder()
                                .pageRowsMax(200)
                                .rowGroupBytesMax(1 << 18)
                                .build()));
        RandomFilters filters = new RandomFilters(schema, records, new Random(20_261_120));
        long leftOut = 0;
        for (int i = 0; i < Breadth.of(12, 60); i++) {
            String filter = filters.filter(3).filter().toString();
            List<Long> expected = ids("SELECT id FROM '" + theirs + "' WHERE " + filter + " ORDER BY id");
            for (Path file : List.of(theirs, ours)) {
                List<Long> found = new ArrayList<>();
                leftOut += read(file, filter, "id", record -> found.add(((Integer) record.get("id")).longValue()))
                        .rowGroupsByStatistics();
                assertThat(found).as("%s in %s", filter, file.getFileName()).isEqualTo(expected);
            }
        }
        assertThat(leftOut).as("row groups left out").isGreaterThan(Breadth.of(5, 50));
    }

    @SuppressWarnings("unchecked") // made by PlainRecords
    private static Map<String, Object> record(RecordCursor<Map<String, Object>> cursor) {
        return cursor.record();
    }

    private interface Taker {
        void take(Map<String, Object> record);
    }

    private static ReadCounters read(Path file, String filter, String columns, Taker taker) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(
                    PlainRecords.builder(),
                    RecordQuery.ALL.columns(Projection.parse(columns)).where(Filter.parse(filter, reader.schema())));
            while (cursor.next()) {
                taker.take(record(cursor));
            }
            return cursor.counters();
        }
    }

    private static void execute(String query) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(query);
        }
    }

    private static List<Long> ids(String query) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                ids.add(result.getLong(1));
            }
        }
        return ids;
    }

    @Example
    void inThreeMillionFlightsDuckDbFindsAsMany() throws IOException, SQLException {
        Path flightsFile = TestData.shared("data/flights-3m.parquet");
        List<String> filters = List.of(
                "date < '2001-01-01T00:10:00'",
                "date >= '2001-03-01' AND date < '2001-03-01T06:00:00' AND delay > 30",
                "delay > 1500 OR delay < -100",
                "origin IN ('ABE', 'XNA') AND NOT destination != 'ATL'",
                "distance = 4962 AND NOT (delay <= 60)",
                "origin = 'nowhere'",
                "delay IS NULL OR distance IS NULL");
        for (String filter : filters) {
            long[] counts = new long[2];
            read(flightsFile, filter, "delay", record -> {
                counts[0]++;
                counts[1] += record.get("delay") == null ? 0 : (Long) record.get("delay");
            });

            assertThat(List.of(counts[0]))
                    .as(filter)
                    .isEqualTo(ids("SELECT count(*) FROM '" + flightsFile + "' WHERE " + filter));
            assertThat(List.of(counts[1]))
                    .as(filter)
                    .isEqualTo(ids("SELECT coalesce(sum(delay), 0) FROM '" + flightsFile + "' WHERE " + filter));
        }
    }

    /** Each chunk of the file has one page, so whole chunks are read. */
    @Example
    void ofThreeMillionFlightsASelectiveFilterReadsAFewPercent() throws IOException {
        Path flightsFile = TestData.shared("data/flights-3m.parquet");
        long length = Files.size(flightsFile);

        ReadCounters anHour =
                read(flightsFile, "date >= '2001-03-01' AND date < '2001-03-01T01:00'", "date,delay", r -> {});
        ReadCounters never = read(flightsFile, "date > '2031-01-01'", "date,delay", r -> {});

        assertThat(anHour.records()).isPositive();
        assertThat(anHour.rowGroupsByStatistics()).isEqualTo(10);
        assertThat(anHour.bytesRead()).isLessThan(length * 4 / 100);
        assertThat(never.bytesRead()).isZero();
        System.out.printf(
                "flights: one hour of %,d rows is %,d rows, for which %,d of %,d bytes were read (%.1f%%)%n",
                anHour.rows(), anHour.records(), anHour.bytesRead(), length, 100.0 * anHour.bytesRead() / length);
    }

    /** With pages of a thousand rows and indexes; most bytes that are read are those of indexes and dictionaries. */
    @Example
    void ofFlightsInSmallPagesItReadsLess() throws IOException {
        Path flightsFile = TestData.shared("data/flights-3m.parquet");
        List<Map<String, Object>> flights = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(flightsFile), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            while (flights.size() < 300_000 && cursor.next()) {
                flights.add(record(cursor));
            }
            Path ours = folder.resolve("flights.parquet");
            Files.write(
                    ours,
                    OurFiles.write(
                            flights,
                            reader.schema(),
                            WriterOptions.builder()
                                    .pageRowsMax(1000)
                                    .column(
                                            "date",
                                            ColumnOptions.builder()
                                                    .encoding(Encoding.DELTA_BINARY_PACKED)
                                                    .build())
                                    .build()));

            ReadCounters anHour =
                    read(ours, "date >= '2001-01-05' AND date < '2001-01-05T00:05'", "date,delay,distance", r -> {});

            long length = Files.size(ours);
            assertThat(anHour.records()).isPositive();
            assertThat(anHour.pagesByColumnIndex()).isGreaterThan(250);
            System.out.printf(
                    "flights in small pages: %,d of %,d rows, %,d of %,d bytes read (%.2f%%)%n",
                    anHour.records(), anHour.rows(), anHour.bytesRead(), length, 100.0 * anHour.bytesRead() / length);
            assertThat(anHour.bytesRead()).isLessThan(length * 3 / 100);
        }
    }
}
