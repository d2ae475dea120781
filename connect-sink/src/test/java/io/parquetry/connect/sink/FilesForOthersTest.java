package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sink's files as others read them: every type of Connect, Debezium and Confluent has the column type and the
 * values in DuckDB and in parquet-java that its name promises, also at the edges of each type, and so has a file that
 * grew.
 */
class FilesForOthersTest {
    private static final Instant MOMENT = Instant.parse("2024-02-29T23:59:58.123456789Z");
    private static final long MILLIS = MOMENT.toEpochMilli();
    private static final long MICROS = MILLIS * 1_000 + 456;
    private static final long NANOS = MICROS * 1_000 + 789;
    private static final int DAYS = (int) (MILLIS / 86_400_000);
    private static final int MILLIS_OF_DAY = (int) (MILLIS % 86_400_000);
    private static final long MICROS_OF_DAY = MICROS % 86_400_000_000L;

    @TempDir
    private Path folder;

    /** A column: its schema, a value, both as DuckDB shows them, and parquet-java's type as text, without name. */
    private record Column(
            String name, Schema schema, Object value, String duckType, String duckValue, String parquetType) {}

    private static Schema named(Schema.Type type, String name) {
        return SchemaBuilder.type(type).name(name).optional().build();
    }

    private static Schema decimal(int scale, int precision) {
        return Decimal.builder(scale)
                .optional()
                .parameter("connect.decimal.precision", Integer.toString(precision))
                .build();
    }

    private static List<Column> columns() {
        return Stream.of(plain(), decimals(), moments(), texts(), nested())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Column> plain() {
        return List.of(
                new Column(
                        "i8", Schema.OPTIONAL_INT8_SCHEMA, (byte) -128, "TINYINT", "-128", "int32 (INTEGER(8,true))"),
                new Column(
                        "i16",
                        Schema.OPTIONAL_INT16_SCHEMA,
                        (short) 32767,
                        "SMALLINT",
                        "32767",
                        "int32 (INTEGER(16,true))"),
                new Column("i32", Schema.OPTIONAL_INT32_SCHEMA, 1 << 31, "INTEGER", "-2147483648", "int32"),
                new Column(
                        "i64", Schema.OPTIONAL_INT64_SCHEMA, Long.MAX_VALUE, "BIGINT", "9223372036854775807", "int64"),
                new Column("f32", Schema.OPTIONAL_FLOAT32_SCHEMA, 1.5f, "FLOAT", "1.5", "float"),
                new Column("f64", Schema.OPTIONAL_FLOAT64_SCHEMA, -1e300, "DOUBLE", "-1e+300", "double"),
                new Column("truth", Schema.OPTIONAL_BOOLEAN_SCHEMA, true, "BOOLEAN", "true", "boolean"),
                new Column("text", Schema.OPTIONAL_STRING_SCHEMA, "Größe 𝄞", "VARCHAR", "Größe 𝄞", "binary (STRING)"),
                new Column("bytes", Schema.OPTIONAL_BYTES_SCHEMA, new byte[] {0, -1}, "BLOB", "\\x00\\xFF", "binary"));
    }

    private static List<Column> decimals() {
        return List.of(
                new Column(
                        "dec9",
                        decimal(2, 9),
                        new BigDecimal("-1234567.89"),
                        "DECIMAL(9,2)",
                        "-1234567.89",
                        "int32 (DECIMAL(9,2))"),
                new Column(
                        "dec18",
                        decimal(4, 18),
                        new BigDecimal("12345678901234.5678"),
                        "DECIMAL(18,4)",
                        "12345678901234.5678",
                        "int64 (DECIMAL(18,4))"),
                new Column(
                        "dec38",
                        decimal(10, 38),
                        new BigDecimal("-1234567890123456789012345678.0123456789"),
                        "DECIMAL(38,10)",
                        "-1234567890123456789012345678.0123456789",
                        "fixed_len_byte_array(16) (DECIMAL(38,10))"),
                new Column(
                        "decConfigured",
                        Decimal.builder(1).optional().build(),
                        new BigDecimal("1234567890123456789.5"),
                        "DECIMAL(20,1)",
                        "1234567890123456789.5",
                        "fixed_len_byte_array(9) (DECIMAL(20,1))"));
    }

    private static List<Column> moments() {
        String date = "org.apache.kafka.connect.data.Date";
        return List.of(
                new Column(
                        "date",
                        named(Schema.Type.INT32, date),
                        new Date(DAYS * 86_400_000L),
                        "DATE",
                        "2024-02-29",
                        "int32 (DATE)"),
                new Column(
                        "time",
                        Time.builder().optional().build(),
                        new Date(MILLIS_OF_DAY),
                        "TIME WITH TIME ZONE",
                        "23:59:58.123+00",
                        "int32 (TIME(MILLIS,true))"),
                new Column(
                        "timestamp",
                        Timestamp.builder().optional().build(),
                        new Date(MILLIS),
                        "TIMESTAMP WITH TIME ZONE",
                        "2024-02-29 23:59:58.123+00",
                        "int64 (TIMESTAMP(MILLIS,true))"),
                new Column(
                        "dbzDate",
                        named(Schema.Type.INT32, "io.debezium.time.Date"),
                        DAYS,
                        "DATE",
                        "2024-02-29",
                        "int32 (DATE)"),
                new Column(
                        "dbzTime",
                        named(Schema.Type.INT32, "io.debezium.time.Time"),
                        MILLIS_OF_DAY,
                        "TIME WITH TIME ZONE",
                        "23:59:58.123+00",
                        "int32 (TIME(MILLIS,true))"),
                new Column(
                        "dbzMicroTime",
                        named(Schema.Type.INT64, "io.debezium.time.MicroTime"),
                        MICROS_OF_DAY,
                        "TIME WITH TIME ZONE",
                        "23:59:58.123456+00",
                        "int64 (TIME(MICROS,true))"),
                // DuckDB has no zoned time of nanoseconds and cuts the last three digits; parquet-java has them.
                new Column(
                        "dbzNanoTime",
                        named(Schema.Type.INT64, "io.debezium.time.NanoTime"),
                        MICROS_OF_DAY * 1_000 + 789,
                        "TIME WITH TIME ZONE",
                        "23:59:58.123456+00",
                        "int64 (TIME(NANOS,true))"),
                new Column(
                        "dbzTimestamp",
                        named(Schema.Type.INT64, "io.debezium.time.Timestamp"),
                        MILLIS,
                        "TIMESTAMP WITH TIME ZONE",
                        "2024-02-29 23:59:58.123+00",
                        "int64 (TIMESTAMP(MILLIS,true))"),
                new Column(
                        "dbzMicros",
                        named(Schema.Type.INT64, "io.debezium.time.MicroTimestamp"),
                        MICROS,
                        "TIMESTAMP WITH TIME ZONE",
                        "2024-02-29 23:59:58.123456+00",
                        "int64 (TIMESTAMP(MICROS,true))"),
                new Column(
                        "dbzNanos",
                        named(Schema.Type.INT64, "io.debezium.time.NanoTimestamp"),
                        NANOS,
                        "TIMESTAMPTZ_NS",
                        "2024-02-29 23:59:58.123456789+00",
                        "int64 (TIMESTAMP(NANOS,true))"),
                new Column(
                        "micros",
                        named(Schema.Type.INT64, "org.apache.kafka.connect.data.TimestampMicros"),
                        MICROS,
                        "TIMESTAMP WITH TIME ZONE",
                        "2024-02-29 23:59:58.123456+00",
                        "int64 (TIMESTAMP(MICROS,true))"),
                new Column(
                        "nanos",
                        named(Schema.Type.INT64, "io.confluent.connect.jdbc.data.NanoTimestamp"),
                        NANOS,
                        "TIMESTAMPTZ_NS",
                        "2024-02-29 23:59:58.123456789+00",
                        "int64 (TIMESTAMP(NANOS,true))"),
                new Column(
                        "local",
                        SchemaBuilder.int64()
                                .name("io.debezium.time.MicroTimestamp")
                                .parameter("parquet.adjusted.to.utc", "false")
                                .optional()
                                .build(),
                        MICROS,
                        "TIMESTAMP",
                        "2024-02-29 23:59:58.123456",
                        "int64 (TIMESTAMP(MICROS,false))"));
    }

    private static List<Column> texts() {
        return List.of(
                new Column(
                        "zoned",
                        named(Schema.Type.STRING, "io.debezium.time.ZonedTimestamp"),
                        "2024-02-29T23:59:58.123456789Z",
                        "VARCHAR",
                        "2024-02-29T23:59:58.123456789Z",
                        "binary (STRING)"),
                new Column(
                        "zonedTime",
                        named(Schema.Type.STRING, "io.debezium.time.ZonedTime"),
                        "23:59:58Z",
                        "VARCHAR",
                        "23:59:58Z",
                        "binary (STRING)"),
                new Column(
                        "uuid",
                        named(Schema.Type.STRING, "io.debezium.data.Uuid"),
                        "1b4e28ba-2fa1-11d2-883f-0016d3cca427",
                        "VARCHAR",
                        "1b4e28ba-2fa1-11d2-883f-0016d3cca427",
                        "binary (STRING)"),
                new Column(
                        "choice",
                        named(Schema.Type.STRING, "io.debezium.data.Enum"),
                        "red",
                        "VARCHAR",
                        "red",
                        "binary (STRING)"),
                new Column(
                        "json",
                        named(Schema.Type.STRING, "io.debezium.data.Json"),
                        "{\"a\":[1]}",
                        "JSON",
                        "{\"a\":[1]}",
                        "binary (JSON)"));
    }

    private static List<Column> nested() {
        Schema point = SchemaBuilder.struct()
                .optional()
                .field("x", Schema.INT32_SCHEMA)
                .field("at", Timestamp.builder().optional().build())
                .build();
        Struct value = new Struct(point).put("x", 7).put("at", new Date(0));
        Schema variable = SchemaBuilder.struct()
                .name("io.debezium.data.VariableScaleDecimal")
                .optional()
                .field("scale", Schema.INT32_SCHEMA)
                .field("value", Schema.BYTES_SCHEMA)
                .build();
        Map<String, Object> prices = new LinkedHashMap<>();
        prices.put("a", new BigDecimal("1.50"));
        prices.put("b", null);
        return List.of(
                new Column(
                        "point",
                        point,
                        value,
                        "STRUCT(x INTEGER, \"at\" TIMESTAMP WITH TIME ZONE)",
                        "{'x': 7, 'at': '1970-01-01 00:00:00+00'}",
                        "group point { required int32 x; optional int64 at (TIMESTAMP(MILLIS,true)); }"),
                new Column(
                        "points",
                        SchemaBuilder.array(point).optional().build(),
                        Arrays.asList(value, null),
                        "STRUCT(x INTEGER, \"at\" TIMESTAMP WITH TIME ZONE)[]",
                        "[{'x': 7, 'at': '1970-01-01 00:00:00+00'}, NULL]",
                        "group points (LIST) { repeated group list { optional group element { required int32 x;"
                                + " optional int64 at (TIMESTAMP(MILLIS,true)); } } }"),
                new Column(
                        "prices",
                        SchemaBuilder.map(Schema.STRING_SCHEMA, decimal(2, 9))
                                .optional()
                                .build(),
                        prices,
                        "MAP(VARCHAR, DECIMAL(9,2))",
                        "{a=1.50, b=NULL}",
                        "group prices (MAP) { repeated group key_value { required binary key (STRING);"
                                + " optional int32 value (DECIMAL(9,2)); } }"),
                new Column(
                        "variable",
                        variable,
                        new Struct(variable).put("scale", 1).put("value", new byte[] {15}),
                        "STRUCT(scale INTEGER, \"value\" BLOB)",
                        "{'scale': 1, 'value': '\\\\x0F'}",
                        "group variable { required int32 scale; required binary value; }"));
    }

    private static Schema schema(List<Column> columns) {
        SchemaBuilder schema = SchemaBuilder.struct().name("Row");
        columns.forEach(column -> schema.field(column.name(), column.schema()));
        return schema.build();
    }

    private static Struct row(Schema schema, List<Column> columns) {
        Struct row = new Struct(schema);
        columns.forEach(column -> row.put(column.name(), column.value()));
        return row;
    }

    /** The one file that the sink makes of the values. */
    private Path archived(List<Struct> values, int batch) throws IOException {
        Map<String, String> properties = new HashMap<>(Map.of(
                "name", "archive", "storage.url", folder.toUri().toString(), "types.as", "decimal-precision:20"));
        TopicPartition partition = new TopicPartition("rows", 0);
        List<SinkRecord> records = values.stream()
                .map(value -> new SinkRecord("rows", 0, null, null, value.schema(), value, values.indexOf(value)))
                .toList();
        try (Storage storage = new LocalStorage(folder)) {
            FakeWorker worker = new FakeWorker(
                            Map.of(partition, FakeWorker.log(records)), properties, storage, new ManualClock())
                    .start();
            worker.drain(batch);
            worker.stop();
        }
        try (Stream<Path> files = Files.walk(folder.resolve("topics"))) {
            return files.filter(Files::isRegularFile)
                    .reduce((one, other) -> {
                        throw new AssertionError(one + " and " + other);
                    })
                    .orElseThrow();
        }
    }

    private static List<List<String>> query(String sql) throws SQLException {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            statement.execute("SET threads = 1; SET TimeZone = 'UTC'");
            List<List<String>> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery(sql)) {
                int width = result.getMetaData().getColumnCount();
                while (result.next()) {
                    String[] row = new String[width];
                    for (int i = 0; i < width; i++) {
                        row[i] = result.getString(i + 1);
                    }
                    rows.add(Arrays.asList(row));
                }
            }
            return rows;
        }
    }

    @Test
    void duckDbSeesTheTypesAndTheValues() throws IOException, SQLException {
        List<Column> columns = columns();
        Schema schema = schema(columns);
        Path file = archived(List.of(row(schema, columns), new Struct(schema)), 10);

        List<List<String>> described =
                query("DESCRIBE SELECT * FROM read_parquet('" + file + "', hive_partitioning = false)");
        List<List<String>> rows =
                query("SELECT COLUMNS(*)::VARCHAR FROM read_parquet('" + file + "', hive_partitioning = false)");

        assertThat(described)
                .extracting(row -> row.get(0) + " " + row.get(1))
                .containsExactlyElementsOf(columns.stream()
                        .map(column -> column.name() + " " + column.duckType())
                        .toList());
        assertThat(rows.get(0))
                .containsExactlyElementsOf(
                        columns.stream().map(Column::duckValue).toList());
        assertThat(rows.get(1)).containsOnlyNulls().hasSameSizeAs(columns);
    }

    @Test
    void parquetJavaSeesTheTypesAndTheValues() throws IOException {
        List<Column> columns = columns();
        Schema schema = schema(columns);
        Path file = archived(List.of(row(schema, columns), new Struct(schema)), 10);
        InputFile input = HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration());

        StringBuilder wanted = new StringBuilder("message record {\n");
        columns.forEach(column -> wanted.append("optional ")
                .append(named(column.parquetType(), column.name()))
                .append('\n'));
        MessageType message =
                MessageTypeParser.parseMessageType(wanted.append("}").toString());
        try (ParquetFileReader reader = ParquetFileReader.open(input)) {
            // How a column is ordered is not part of its type.
            assertThat(reader.getFileMetaData().getSchema().toString().replace(" columnorder(TYPE_DEFINED_ORDER)", ""))
                    .isEqualTo(message.toString());
        }
        try (ParquetReader<Group> reader = ParquetReader.builder(
                        new GroupReadSupport(), new org.apache.hadoop.fs.Path(file.toUri()))
                .build()) {
            Group row = reader.read();
            assertThat(row.getInteger("i8", 0)).isEqualTo(-128);
            assertThat(row.getLong("i64", 0)).isEqualTo(Long.MAX_VALUE);
            assertThat(row.getDouble("f64", 0)).isEqualTo(-1e300);
            assertThat(row.getString("text", 0)).isEqualTo("Größe 𝄞");
            assertThat(row.getInteger("dec9", 0)).isEqualTo(-123_456_789);
            assertThat(row.getLong("dec18", 0)).isEqualTo(123_456_789_012_345_678L);
            assertThat(new BigInteger(row.getBinary("dec38", 0).getBytes()))
                    .isEqualTo(new BigDecimal("-1234567890123456789012345678.0123456789").unscaledValue());
            assertThat(row.getInteger("date", 0)).isEqualTo(DAYS);
            assertThat(row.getInteger("time", 0)).isEqualTo(MILLIS_OF_DAY);
            assertThat(row.getLong("timestamp", 0)).isEqualTo(MILLIS);
            assertThat(row.getLong("dbzMicros", 0)).isEqualTo(MICROS);
            assertThat(row.getLong("dbzNanos", 0)).isEqualTo(NANOS);
            assertThat(row.getLong("dbzNanoTime", 0)).isEqualTo(MICROS_OF_DAY * 1_000 + 789);
            assertThat(row.getGroup("points", 0).getFieldRepetitionCount("list"))
                    .isEqualTo(2);
            Group price = row.getGroup("prices", 0).getGroup("key_value", 0);
            assertThat(price.getString("key", 0)).isEqualTo("a");
            assertThat(price.getInteger("value", 0)).isEqualTo(150);
            Group empty = reader.read();
            for (Field field : schema.fields()) {
                assertThat(empty.getFieldRepetitionCount(field.name())).isZero();
            }
            assertThat(reader.read()).isNull();
        }
    }

    /**
     * The values at the edges of a type.
     *
     * @param values each with what DuckDB shows of it, and what parquet-java finds in the column
     */
    private record Edges(String name, Schema schema, Edge... values) {}

    private record Edge(Object value, String duckValue, Object stored) {
        static Edge of(Object value) {
            return new Edge(value, value.toString(), value);
        }
    }

    private static Edge decimalEdge(String value, Object stored) {
        return new Edge(new BigDecimal(value), value, stored);
    }

    private static Edge momentEdge(String moment, String duckValue) {
        long millis = Instant.parse(moment).toEpochMilli();
        return new Edge(new Date(millis), duckValue, millis);
    }

    private static Edge microsEdge(long micros, String duckValue) {
        return new Edge(micros, duckValue, micros);
    }

    private static List<Edges> edges() {
        String nines = "9".repeat(38);
        return List.of(
                new Edges(
                        "i8",
                        Schema.OPTIONAL_INT8_SCHEMA,
                        new Edge(Byte.MIN_VALUE, "-128", -128),
                        new Edge(Byte.MAX_VALUE, "127", 127)),
                new Edges(
                        "i16",
                        Schema.OPTIONAL_INT16_SCHEMA,
                        new Edge(Short.MIN_VALUE, "-32768", -32_768),
                        new Edge(Short.MAX_VALUE, "32767", 32_767)),
                new Edges("i32", Schema.OPTIONAL_INT32_SCHEMA, Edge.of(Integer.MIN_VALUE), Edge.of(Integer.MAX_VALUE)),
                new Edges("i64", Schema.OPTIONAL_INT64_SCHEMA, Edge.of(Long.MIN_VALUE), Edge.of(Long.MAX_VALUE)),
                new Edges(
                        "f32",
                        Schema.OPTIONAL_FLOAT32_SCHEMA,
                        new Edge(Float.MIN_VALUE, "1e-45", Float.MIN_VALUE),
                        new Edge(-Float.MAX_VALUE, "-3.4028235e+38", -Float.MAX_VALUE),
                        new Edge(-0.0f, "-0.0", -0.0f),
                        new Edge(Float.NaN, "nan", Float.NaN),
                        new Edge(Float.POSITIVE_INFINITY, "inf", Float.POSITIVE_INFINITY),
                        new Edge(Float.NEGATIVE_INFINITY, "-inf", Float.NEGATIVE_INFINITY)),
                new Edges(
                        "f64",
                        Schema.OPTIONAL_FLOAT64_SCHEMA,
                        new Edge(Double.MIN_VALUE, "5e-324", Double.MIN_VALUE),
                        new Edge(-Double.MAX_VALUE, "-1.7976931348623157e+308", -Double.MAX_VALUE),
                        new Edge(-0.0, "-0.0", -0.0),
                        new Edge(Double.NaN, "nan", Double.NaN),
                        new Edge(Double.POSITIVE_INFINITY, "inf", Double.POSITIVE_INFINITY),
                        new Edge(Double.NEGATIVE_INFINITY, "-inf", Double.NEGATIVE_INFINITY)),
                new Edges("truth", Schema.OPTIONAL_BOOLEAN_SCHEMA, Edge.of(Boolean.FALSE), Edge.of(Boolean.TRUE)),
                new Edges(
                        "text",
                        Schema.OPTIONAL_STRING_SCHEMA,
                        Edge.of(""),
                        Edge.of("\0"),
                        Edge.of("\udbff\udfff"),
                        Edge.of("x".repeat(100_000))),
                new Edges(
                        "bytes",
                        Schema.OPTIONAL_BYTES_SCHEMA,
                        new Edge(new byte[0], "", ""),
                        new Edge(new byte[] {0}, "\\x00", "\0")),
                new Edges(
                        "dec9",
                        decimal(2, 9),
                        decimalEdge("-9999999.99", -999_999_999),
                        decimalEdge("9999999.99", 999_999_999),
                        decimalEdge("0.00", 0)),
                new Edges(
                        "dec18",
                        decimal(9, 18),
                        decimalEdge("-999999999.999999999", -999_999_999_999_999_999L),
                        decimalEdge("999999999.999999999", 999_999_999_999_999_999L)),
                new Edges(
                        "dec38",
                        decimal(0, 38),
                        decimalEdge("-" + nines, new BigInteger("-" + nines)),
                        decimalEdge(nines, new BigInteger(nines)),
                        decimalEdge("-1", BigInteger.ONE.negate())),
                new Edges(
                        "date",
                        named(Schema.Type.INT32, "org.apache.kafka.connect.data.Date"),
                        new Edge(new Date(-719_162 * 86_400_000L), "0001-01-01", -719_162),
                        new Edge(new Date(-86_400_000L), "1969-12-31", -1),
                        new Edge(new Date(2_932_896 * 86_400_000L), "9999-12-31", 2_932_896)),
                new Edges(
                        "time",
                        Time.builder().optional().build(),
                        new Edge(new Date(0), "00:00:00+00", 0),
                        new Edge(new Date(86_399_999), "23:59:59.999+00", 86_399_999)),
                new Edges(
                        "timestamp",
                        Timestamp.builder().optional().build(),
                        momentEdge("0001-01-01T00:00:00Z", "0001-01-01 00:00:00+00"),
                        momentEdge("1969-12-31T23:59:59.999Z", "1969-12-31 23:59:59.999+00"),
                        momentEdge("9999-12-31T23:59:59.999Z", "9999-12-31 23:59:59.999+00")),
                new Edges(
                        "micros",
                        named(Schema.Type.INT64, "io.debezium.time.MicroTimestamp"),
                        microsEdge(-62_135_596_800_000_000L, "0001-01-01 00:00:00+00"),
                        microsEdge(-1, "1969-12-31 23:59:59.999999+00"),
                        microsEdge(253_402_300_799_999_999L, "9999-12-31 23:59:59.999999+00")),
                new Edges(
                        "nanos",
                        named(Schema.Type.INT64, "io.debezium.time.NanoTimestamp"),
                        microsEdge(-9_223_286_400_000_000_000L, "1677-09-22 00:00:00+00"),
                        microsEdge(-1, "1969-12-31 23:59:59.999999999+00"),
                        microsEdge(9_223_372_036_854_775_806L, "2262-04-11 23:47:16.854775806+00")));
    }

    private Path archivedEdges(List<Edges> edges) throws IOException {
        SchemaBuilder builder = SchemaBuilder.struct().name("Row");
        edges.forEach(column -> builder.field(column.name(), column.schema()));
        Schema schema = builder.build();
        List<Struct> rows = new ArrayList<>();
        for (int i = 0; i < rowsOf(edges); i++) {
            Struct row = new Struct(schema);
            for (Edges column : edges) {
                row.put(column.name(), i < column.values().length ? column.values()[i].value() : null);
            }
            rows.add(row);
        }
        return archived(rows, 100);
    }

    private static int rowsOf(List<Edges> edges) {
        return edges.stream().mapToInt(column -> column.values().length).max().orElseThrow();
    }

    @Test
    void duckDbSeesTheEdgesOfEachType() throws IOException, SQLException {
        List<Edges> edges = edges();
        Path file = archivedEdges(edges);

        List<List<String>> rows =
                query("SELECT COLUMNS(*)::VARCHAR FROM read_parquet('" + file + "', hive_partitioning = false)");

        for (int i = 0; i < edges.size(); i++) {
            Edges column = edges.get(i);
            for (int row = 0; row < rows.size(); row++) {
                assertThat(rows.get(row).get(i))
                        .as("%s in row %s", column.name(), row)
                        .isEqualTo(row < column.values().length ? column.values()[row].duckValue() : null);
            }
        }
    }

    @Test
    void duckDbFindsTheEdgesByTheirBounds() throws IOException, SQLException {
        Path file = archivedEdges(edges());

        for (String where : List.of(
                "i64 = -9223372036854775808",
                "f64 = 5e-324",
                "f64 = 'infinity'::DOUBLE",
                "f64 = 'nan'::DOUBLE",
                "dec38 = -1",
                "\"date\" <= DATE '0001-01-01'",
                "micros >= TIMESTAMPTZ '9999-12-31 23:59:59+00'",
                "text = chr(1114111)")) {
            assertThat(query("SELECT count(*) FROM read_parquet('" + file + "', hive_partitioning = false) WHERE "
                            + where))
                    .as(where)
                    .containsExactly(List.of("1"));
        }
    }

    @Test
    void parquetJavaSeesTheEdgesOfEachType() throws IOException {
        List<Edges> edges = edges();
        Path file = archivedEdges(edges);

        try (ParquetReader<Group> reader = ParquetReader.builder(
                        new GroupReadSupport(), new org.apache.hadoop.fs.Path(file.toUri()))
                .build()) {
            for (int row = 0; row < rowsOf(edges); row++) {
                Group group = reader.read();
                for (Edges column : edges) {
                    String as = column.name() + " in row " + row;
                    if (row < column.values().length) {
                        Object stored = column.values()[row].stored();
                        assertThat(stored(group, column.name(), stored)).as(as).isEqualTo(stored);
                    } else {
                        assertThat(group.getFieldRepetitionCount(column.name()))
                                .as(as)
                                .isZero();
                    }
                }
            }
            assertThat(reader.read()).isNull();
        }
    }

    /** The value of a column in the class of another value. */
    private static Object stored(Group row, String column, Object like) {
        if (like instanceof BigInteger) {
            return new BigInteger(row.getBinary(column, 0).getBytes());
        }
        return switch (like.getClass().getSimpleName()) {
            case "Integer" -> row.getInteger(column, 0);
            case "Long" -> row.getLong(column, 0);
            case "Float" -> row.getFloat(column, 0);
            case "Double" -> row.getDouble(column, 0);
            case "Boolean" -> row.getBoolean(column, 0);
            default -> row.getString(column, 0);
        };
    }

    private static String named(String type, String name) {
        if (type.startsWith("group ")) {
            return type;
        }
        int space = type.indexOf(' ');
        return space < 0
                ? type + " " + name + ";"
                : type.substring(0, space) + " " + name + type.substring(space) + ";";
    }

    @Test
    void aFileThatGrewHasTheRowsOfAllVersions() throws IOException, SQLException {
        Schema one = SchemaBuilder.struct()
                .name("Row")
                .version(1)
                .field("id", Schema.INT32_SCHEMA)
                .field("price", decimal(2, 9))
                .build();
        Schema two = SchemaBuilder.struct()
                .name("Row")
                .version(2)
                .field("id", Schema.INT64_SCHEMA)
                .field("price", decimal(4, 12))
                .field("tags", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
                .build();
        Path file = archived(
                List.of(
                        new Struct(one).put("id", 1).put("price", new BigDecimal("1.25")),
                        new Struct(two)
                                .put("id", 1L << 40)
                                .put("price", new BigDecimal("0.0001"))
                                .put("tags", List.of("x")),
                        new Struct(one).put("id", 3)),
                1);

        assertThat(query("DESCRIBE SELECT * FROM read_parquet('" + file + "', hive_partitioning = false)"))
                .extracting(row -> row.get(0) + " " + row.get(1))
                .containsExactly("id BIGINT", "price DECIMAL(12,4)", "tags VARCHAR[]");
        assertThat(query("SELECT COLUMNS(*)::VARCHAR FROM read_parquet('" + file + "', hive_partitioning = false)"))
                .containsExactly(
                        Arrays.asList("1", "1.2500", null),
                        List.of("1099511627776", "0.0001", "[x]"),
                        Arrays.asList("3", null, null));
    }
}
