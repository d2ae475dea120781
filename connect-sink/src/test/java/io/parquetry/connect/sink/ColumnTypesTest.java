package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code time} and {@code nanos} of {@code types.as}: the columns that they ask for, as DuckDB sees them; a value that such
 * a column cannot hold is a bad record; files of before and after a change of the keys give the same values.
 */
class ColumnTypesTest {
    private static final TopicPartition PARTITION = new TopicPartition("rows", 0);
    private static final Schema SCHEMA = SchemaBuilder.struct()
            .name("Row")
            .field("time", Time.SCHEMA)
            .field(
                    "micros",
                    SchemaBuilder.int64().name("io.debezium.time.MicroTime").build())
            .field(
                    "nanos",
                    SchemaBuilder.int64().name("io.debezium.time.NanoTimestamp").build())
            .build();

    @TempDir
    private Path folder;

    private static Struct row(int number) {
        return new Struct(SCHEMA)
                .put("time", new Date(86_398_123 + number))
                .put("micros", 86_398_123_456L + number)
                .put("nanos", 1_709_251_198_123_456_000L + 1_000L * number);
    }

    private static SinkRecord record(long offset, Struct value) {
        return new SinkRecord("rows", 0, null, null, SCHEMA, value, offset);
    }

    private static List<SinkRecord> rows(int count) {
        return LongStream.range(0, count)
                .mapToObj(offset -> record(offset, row((int) offset)))
                .toList();
    }

    private FakeWorker archive(List<SinkRecord> records, Map<String, String> keys) throws IOException {
        Map<String, String> properties = new HashMap<>(
                Map.of("name", "archive", "storage.url", folder.toUri().toString()));
        properties.putAll(keys);
        try (Storage storage = new LocalStorage(folder)) {
            FakeWorker worker = new FakeWorker(
                            Map.of(PARTITION, FakeWorker.log(records)), properties, storage, new ManualClock())
                    .tolerant()
                    .start();
            worker.drain(10);
            worker.stop();
            return worker;
        }
    }

    /** In the order of their offsets, which their names have. */
    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("topics"))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static List<String> inDuckDb(Path file) throws SQLException {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            statement.execute("SET threads = 1; SET TimeZone = 'UTC'");
            List<String> cells = new ArrayList<>();
            try (ResultSet row =
                    statement.executeQuery("SELECT COLUMNS(*)::VARCHAR || ' ' || typeof(COLUMNS(*)) FROM read_parquet('"
                            + file + "', hive_partitioning = false) LIMIT 1")) {
                row.next();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    cells.add(row.getString(i));
                }
            }
            return cells;
        }
    }

    private static List<Object> restored(Path file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(
                new LocalStorage(file.getParent()).open(file.getFileName().toString()), ReaderOptions.DEFAULT)) {
            StoredRows rows = StoredRows.of(reader.metadata());
            assertThat(rows.valueSchema()).isEqualTo(SCHEMA);
            List<Object> values = new ArrayList<>();
            RecordCursor<StoredRecord> cursor = reader.records(rows.builder());
            while (cursor.next()) {
                values.add(cursor.record().value());
            }
            return values;
        }
    }

    @Test
    void integersAndMicrosecondsAreNumbersAndTimestampsToOthers() throws IOException, SQLException {
        archive(rows(3), Map.of("types.as", "time:integer, nanos:micros"));

        assertThat(inDuckDb(files().get(0)))
                .containsExactly(
                        "86398123 INTEGER",
                        "86398123456 BIGINT",
                        "2024-02-29 23:59:58.123456+00 TIMESTAMP WITH TIME ZONE");
        assertThat(restored(files().get(0))).containsExactly(row(0), row(1), row(2));
    }

    @Test
    void textAndIntegersAreTextAndNumbersToOthers() throws IOException, SQLException {
        archive(rows(3), Map.of("types.as", "time:text, nanos:integer"));

        assertThat(inDuckDb(files().get(0)))
                .containsExactly("23:59:58.123 VARCHAR", "23:59:58.123456 VARCHAR", "1709251198123456000 BIGINT");
        assertThat(restored(files().get(0))).containsExactly(row(0), row(1), row(2));
    }

    @Test
    void debeziumsTypesHaveTheirMeaningForOthers() throws IOException, SQLException {
        Schema decimal = SchemaBuilder.struct()
                .name("io.debezium.data.VariableScaleDecimal")
                .field("scale", Schema.INT32_SCHEMA)
                .field("value", Schema.BYTES_SCHEMA)
                .build();
        Schema place = SchemaBuilder.struct()
                .name("io.debezium.data.geometry.Geometry")
                .field("wkb", Schema.BYTES_SCHEMA)
                .field("srid", Schema.OPTIONAL_INT32_SCHEMA)
                .build();
        Schema schema = SchemaBuilder.struct()
                .field(
                        "at",
                        SchemaBuilder.int64()
                                .name("io.debezium.time.MicroTimestamp")
                                .build())
                .field("decimal", decimal)
                .field(
                        "uuid",
                        SchemaBuilder.string().name("io.debezium.data.Uuid").build())
                .field(
                        "choice",
                        SchemaBuilder.string().name("io.debezium.data.Enum").build())
                .field("place", place)
                .build();
        byte[] wkb = new byte[21];
        wkb[0] = 1;
        wkb[1] = 1;
        Struct value = new Struct(schema)
                .put("at", 1_709_251_198_123_456L)
                .put("decimal", new Struct(decimal).put("scale", 2).put("value", new byte[] {0, (byte) 150}))
                .put("uuid", "1b4e28ba-2fa1-11d2-883f-0016d3cca427")
                .put("choice", "red")
                .put("place", new Struct(place).put("wkb", wkb).put("srid", 4326));

        archive(
                List.of(new SinkRecord("rows", 0, null, null, schema, value, 0)),
                Map.of("types.as", "zoneless:local,variable-decimal:text,debezium:logical"));

        assertThat(inDuckDb(files().get(0)))
                .containsExactly(
                        "2024-02-29 23:59:58.123456 TIMESTAMP",
                        "1.50 VARCHAR",
                        "1b4e28ba-2fa1-11d2-883f-0016d3cca427 UUID",
                        "red VARCHAR",
                        "{'wkb': 'POINT (0 0)', 'srid': 4326} STRUCT(wkb GEOMETRY, srid INTEGER)");
    }

    @Test
    void nanosecondsThatMicrosecondsDoNotHoldAreABadRecord() throws IOException {
        Struct fine = row(1).put("nanos", 1_709_251_198_123_456_789L);

        FakeWorker worker = archive(
                List.of(record(0, row(0)), record(1, fine), record(2, row(2))), Map.of("types.as", "nanos:micros"));

        assertThat(worker.reported()).extracting(SinkRecord::kafkaOffset).containsExactly(1L);
        assertThat(worker.reasons().get(0))
                .hasMessageContaining("partition 0, offset 1: field nanos: the timestamp 1709251198123456789")
                .hasMessageContaining("types.as=nanos:micros cannot hold");
        assertThat(restored(files().get(0))).containsExactly(row(0), row(2));
    }

    @Test
    void aTimeOutsideTheDayIsABadRecordWhateverTheColumn() throws IOException {
        for (String form : List.of("time", "integer", "text")) {
            Struct late = row(1).put("time", new Date(86_400_000));

            FakeWorker worker = archive(
                    List.of(record(0, late)), Map.of("name", form, "topics.dir", form, "types.as", "time:" + form));

            assertThat(worker.reasons())
                    .singleElement()
                    .satisfies(reason -> assertThat(reason)
                            .hasMessageContaining("field time: the time 1970-01-02T00:00:00Z is not on 1970-01-01"));
        }
    }

    @Test
    void filesOfBeforeAndAfterAChangeGiveTheSameValues() throws IOException, SQLException {
        archive(rows(2), Map.of());
        archive(rows(4), Map.of("types.as", "time:text"));
        archive(rows(6), Map.of("types.as", "time:integer"));

        List<Path> files = files();
        assertThat(files).hasSize(3);
        assertThat(inDuckDb(files.get(0)).get(0)).isEqualTo("23:59:58.123+00 TIME WITH TIME ZONE");
        assertThat(inDuckDb(files.get(1)).get(0)).isEqualTo("23:59:58.125 VARCHAR");
        assertThat(inDuckDb(files.get(2)).get(0)).isEqualTo("86398127 INTEGER");
        for (int i = 0; i < 3; i++) {
            assertThat(restored(files.get(i))).containsExactly(row(2 * i), row(2 * i + 1));
        }
    }
}
