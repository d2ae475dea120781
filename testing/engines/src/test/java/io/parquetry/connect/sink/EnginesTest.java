package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.config.DocumentTable;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.parquet.Version;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sink's columns in DuckDB, Spark and parquet-java: the table of {@code docs/reference/connect-mapping.md}, and one
 * row of each type with and without the keys that make other columns. With {@code -Dwrite.docs=true} the table is
 * written.
 */
class EnginesTest {
    private static final DocumentTable DOCUMENTED =
            new DocumentTable("connect-mapping.md", "engines", "testing/engines", EnginesTest.class);
    private static final long MICROS = 1_709_251_198_123_456L;

    private static final String REFUSED = "**refuses the file**: ";

    private static SparkSession spark;

    @TempDir
    private Path folder;

    /** A column of the table: a value in the columns that some keys give it. */
    private record Case(String type, String keys, Schema schema, Object value) {}

    @BeforeAll
    static void startSpark() {
        spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.session.timeZone", "Europe/Berlin")
                .config("spark.sql.shuffle.partitions", "1")
                .getOrCreate();
        spark.sparkContext().setLogLevel("OFF");
    }

    @AfterAll
    static void stopSpark() {
        spark.stop();
    }

    private static Schema named(Schema.Type type, String name) {
        return SchemaBuilder.type(type).name(name).build();
    }

    private static Schema ofScale(int scale, int precision) {
        return Decimal.builder(scale)
                .parameter("connect.decimal.precision", Integer.toString(precision))
                .build();
    }

    private static final BigDecimal ORACLE = new BigDecimal("42.5").setScale(127);

    private static List<Case> cases() {
        Schema dbzDate = named(Schema.Type.INT32, "io.debezium.time.Date");
        Schema nanoTime = named(Schema.Type.INT64, "io.debezium.time.NanoTime");
        Schema micros = named(Schema.Type.INT64, "io.debezium.time.MicroTimestamp");
        Schema nanos = named(Schema.Type.INT64, "io.debezium.time.NanoTimestamp");
        Schema zoned = named(Schema.Type.STRING, "io.debezium.time.ZonedTimestamp");
        Schema uuid = named(Schema.Type.STRING, "io.debezium.data.Uuid");
        Schema choice = named(Schema.Type.STRING, "io.debezium.data.Enum");
        Schema decimal = SchemaBuilder.struct()
                .name("io.debezium.data.VariableScaleDecimal")
                .field("scale", Schema.INT32_SCHEMA)
                .field("value", Schema.BYTES_SCHEMA)
                .build();
        Struct number = new Struct(decimal).put("scale", 2).put("value", new byte[] {0, (byte) 150});
        Schema place = SchemaBuilder.struct()
                .name("io.debezium.data.geometry.Geometry")
                .field("wkb", Schema.BYTES_SCHEMA)
                .field("srid", Schema.OPTIONAL_INT32_SCHEMA)
                .build();
        byte[] wkb = new byte[21];
        wkb[0] = 1;
        wkb[1] = 1;
        Struct point = new Struct(place).put("wkb", wkb).put("srid", 4326);
        String uuidText = "1b4e28ba-2fa1-11d2-883f-0016d3cca427";
        return List.of(
                new Case("BOOLEAN", "", Schema.BOOLEAN_SCHEMA, true),
                new Case("INT8", "", Schema.INT8_SCHEMA, (byte) -128),
                new Case("INT16", "", Schema.INT16_SCHEMA, Short.MIN_VALUE),
                new Case("INT32", "", Schema.INT32_SCHEMA, Integer.MIN_VALUE),
                new Case("INT64", "", Schema.INT64_SCHEMA, Long.MIN_VALUE),
                new Case("FLOAT32", "", Schema.FLOAT32_SCHEMA, Float.NaN),
                new Case("FLOAT32", "", Schema.FLOAT32_SCHEMA, -0f),
                new Case("FLOAT64", "", Schema.FLOAT64_SCHEMA, Double.NEGATIVE_INFINITY),
                new Case("FLOAT64", "", Schema.FLOAT64_SCHEMA, Double.MIN_VALUE),
                new Case("STRING", "", Schema.STRING_SCHEMA, "Größe"),
                new Case("BYTES", "", Schema.BYTES_SCHEMA, new byte[] {1, 2}),
                new Case("Decimal(9,2)", "", ofScale(2, 9), new BigDecimal("1.50")),
                new Case("Decimal(38,10)", "", ofScale(10, 38), new BigDecimal("1.5000000000")),
                new Case("Decimal(38,0)", "", ofScale(0, 38), new BigDecimal("9".repeat(38))),
                new Case("Decimal(64,2)", "", ofScale(2, 64), new BigDecimal("123.45")),
                new Case("Decimal(64,2)", "types.as=wide-decimal:text", ofScale(2, 64), new BigDecimal("123.45")),
                new Case("Decimal(64,2)", "types.as=wide-decimal:decimal", ofScale(2, 64), new BigDecimal("123.45")),
                new Case("Decimal, scale 127", "types.as=wide-decimal:10", Decimal.schema(127), ORACLE),
                new Case("Decimal, scale 127", "types.as=wide-decimal:text", Decimal.schema(127), ORACLE),
                new Case("Date", "", org.apache.kafka.connect.data.Date.SCHEMA, new Date(19_782L * 86_400_000)),
                new Case("Date", "", dbzDate, 2_932_896),
                new Case("Date", "", dbzDate, Integer.MAX_VALUE),
                new Case("Date", "", dbzDate, Integer.MIN_VALUE),
                new Case("Time", "", Time.SCHEMA, new Date(86_398_123)),
                new Case("Time", "types.as=time:integer", Time.SCHEMA, new Date(86_398_123)),
                new Case("Time", "types.as=time:text", Time.SCHEMA, new Date(86_398_123)),
                new Case("NanoTime", "", nanoTime, 86_398_123_456_789L),
                new Case("NanoTime", "types.as=time:integer", nanoTime, 86_398_123_456_789L),
                new Case("NanoTime", "types.as=time:text", nanoTime, 86_398_123_456_789L),
                new Case("Timestamp", "", Timestamp.SCHEMA, new Date(MICROS / 1_000)),
                new Case("Timestamp", "", Timestamp.SCHEMA, new Date(253_402_300_799_999L)),
                new Case("Timestamp", "", Timestamp.SCHEMA, new Date(Long.MAX_VALUE / 1_000)),
                new Case("Timestamp", "", Timestamp.SCHEMA, new Date(Long.MIN_VALUE / 1_000)),
                new Case("MicroTimestamp", "", micros, MICROS),
                new Case("MicroTimestamp, infinity of PostgreSQL", "", micros, 9_223_372_036_825_200_000L),
                new Case("MicroTimestamp, its -infinity", "", micros, -9_223_372_036_832_400_000L),
                new Case("MicroTimestamp, the last", "", micros, Long.MAX_VALUE),
                new Case("MicroTimestamp, the first", "types.as=zoneless:local", micros, -9_223_372_022_400_000_000L),
                new Case("MicroTimestamp", "types.as=zoneless:local", micros, MICROS),
                new Case("NanoTimestamp", "", nanos, MICROS * 1_000),
                new Case("NanoTimestamp, the last", "", nanos, Long.MAX_VALUE - 1),
                new Case("NanoTimestamp", "types.as=nanos:micros", nanos, MICROS * 1_000),
                new Case("NanoTimestamp", "types.as=nanos:integer", nanos, MICROS * 1_000),
                new Case("VariableScaleDecimal", "", decimal, number),
                new Case("VariableScaleDecimal", "types.as=variable-decimal:text", decimal, number),
                new Case("ZonedTimestamp", "", zoned, "+999999999-12-31T23:59:59.999999999-18:00"),
                new Case("Uuid", "", uuid, uuidText),
                new Case("Uuid", "types.as=debezium:logical", uuid, uuidText),
                new Case("Enum", "types.as=debezium:logical", choice, "red"),
                new Case("Json", "", named(Schema.Type.STRING, "io.debezium.data.Json"), "{\"a\":1}"),
                new Case("Geometry", "", place, point),
                new Case("Geometry", "types.as=debezium:logical", place, point),
                new Case("ARRAY", "", SchemaBuilder.array(Schema.INT32_SCHEMA).build(), List.of(1, 2)),
                new Case(
                        "MAP",
                        "",
                        SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT32_SCHEMA)
                                .build(),
                        Map.of("a", 1)),
                new Case("without schema", "schemaless=variant", null, Map.of("a", 1L)),
                new Case("without schema", "schemaless=variant,variant.shred=a", null, Map.of("a", 1L)));
    }

    /** The one file that the sink makes of the value. */
    private Path archived(String directory, String keys, Object value) throws IOException {
        Path place = folder.resolve(directory);
        Map<String, String> properties = new HashMap<>(
                Map.of("name", "archive", "storage.url", place.toUri().toString()));
        for (String key : keys.isEmpty() ? new String[0] : keys.split(",(?=[a-z.]+=)")) {
            properties.put(key.split("=")[0], key.split("=")[1]);
        }
        TopicPartition partition = new TopicPartition("rows", 0);
        Schema schema = value instanceof Struct struct ? struct.schema() : null;
        List<SinkRecord> records = List.of(new SinkRecord("rows", 0, null, null, schema, value, 0));
        try (Storage storage = new LocalStorage(place)) {
            FakeWorker worker = new FakeWorker(
                            Map.of(partition, FakeWorker.log(records)), properties, storage, new ManualClock())
                    .start();
            worker.drain(10);
            worker.stop();
        }
        try (Stream<Path> files = Files.walk(place.resolve("topics"))) {
            return files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }

    private static String inDuckDb(Path file) throws SQLException {
        return duckDb("SELECT typeof(c) || ': ' || c::VARCHAR FROM read_parquet('" + file
                + "', hive_partitioning = false) AS rows(c)");
    }

    private static String duckDb(String sql) throws SQLException {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            statement.execute("SET threads = 1; SET TimeZone = 'Europe/Berlin'");
            try (ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getString(1);
            }
        }
    }

    /** Type and value, or Spark's name of its error. */
    private static String inSpark(Path file) {
        try {
            Dataset<Row> rows = spark.read().parquet(file.toString()).toDF("c");
            String type = rows.schema().apply("c").dataType().simpleString();
            String shown = type.equals("binary") ? "hex(c)" : "string(c)";
            return type + ": " + rows.selectExpr(shown).first().getString(0);
        } catch (Exception e) {
            return REFUSED + reason(e);
        }
    }

    private static String reason(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause instanceof NullPointerException || cause.getMessage() == null
                ? cause.getClass().getSimpleName()
                : cause.getMessage();
        return message.lines().findFirst().orElseThrow().replaceAll(" SQLSTATE.*", "");
    }

    private static String inParquetJava(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()))) {
            String type = reader.getFileMetaData().getSchema().getType(0).toString();
            return type.replaceAll("\\s+", " ").replaceFirst("^(optional|required) ", "");
        } catch (RuntimeException e) {
            return REFUSED + reason(e);
        }
    }

    /** The table in Markdown. */
    private String table() throws IOException, SQLException {
        StringBuilder table = new StringBuilder("| Connect | key | DuckDB "
                + duckDb("SELECT version()") + " | Spark " + spark.version() + " | parquet-java "
                + Version.VERSION_NUMBER + " |\n|---|---|---|---|---|\n");
        int at = 0;
        for (Case one : cases()) {
            Path file = archived("case" + at++, one.keys(), one.schema() == null ? one.value() : inColumn(one));
            table.append("| ").append(one.type());
            table.append(" | ").append(one.keys().isEmpty() ? "" : "`" + one.keys() + "`");
            table.append(" | ").append(cell(inDuckDb(file)));
            table.append(" | ").append(cell(inSpark(file)));
            table.append(" | ").append(cell(inParquetJava(file))).append(" |\n");
        }
        return table.toString();
    }

    private static Struct inColumn(Case one) {
        Schema schema = SchemaBuilder.struct().field("c", one.schema()).build();
        return new Struct(schema).put("c", one.value());
    }

    private static String cell(String text) {
        return text.startsWith("**") ? text : "`" + text.replaceAll("[\\p{Cntrl}\uFFFD]", ".") + "`";
    }

    @Test
    void theTableOfTheDocumentIsWhatTheEnginesSay() throws IOException, SQLException {
        DOCUMENTED.assertUpToDate(table());
    }

    private static final Schema TABLE = SchemaBuilder.struct()
            .field("id", Schema.INT32_SCHEMA)
            .field("time", Time.SCHEMA)
            .field("at", named(Schema.Type.INT64, "io.debezium.time.NanoTimestamp"))
            .build();

    private static Struct row() {
        return new Struct(TABLE).put("id", 7).put("time", new Date(86_398_123)).put("at", MICROS * 1_000);
    }

    @Test
    void sparkRefusesEveryColumnOfATableWithOneTimeOfDay() throws IOException {
        Path file = archived("defaults", "", row());

        assertThatThrownBy(
                        () -> spark.read().parquet(file.toString()).select("id").first())
                .satisfies(e ->
                        assertThat(reason(e)).contains("PARQUET_TYPE_ILLEGAL").contains("TIME(MILLIS,true)"));
    }

    @Test
    void sparkRefusesNanosecondsToo() throws IOException {
        Path file = archived("integer", "types.as=time:integer", row());

        assertThatThrownBy(
                        () -> spark.read().parquet(file.toString()).select("id").first())
                .satisfies(e ->
                        assertThat(reason(e)).contains("PARQUET_TYPE_ILLEGAL").contains("TIMESTAMP(NANOS,true)"));
    }

    @Test
    void sparkRefusesNamesThatDifferInCaseOnlyAndReadsThemInLowerCase() throws IOException {
        Schema twins = SchemaBuilder.struct()
                .field("id", Schema.INT32_SCHEMA)
                .field("ID", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        Path both = archived("twins", "", new Struct(twins).put("id", 1));
        Schema upper = SchemaBuilder.struct().field("ID", Schema.INT32_SCHEMA).build();
        Path lower = archived("lower", "names.case=lower", new Struct(upper).put("ID", 1));

        assertThatThrownBy(() -> spark.read().parquet(both.toString()).count())
                .satisfies(e -> assertThat(reason(e)).contains("COLUMN_ALREADY_EXISTS"));
        assertThat(spark.read().parquet(lower.toString()).columns()).containsExactly("id");
    }

    @Test
    void sparkReadsTheTableInItsOtherColumns() throws IOException {
        Path file = archived("both", "types.as=time:integer,nanos:micros", row());

        Row row = spark.read()
                .parquet(file.toString())
                .selectExpr("id", "time", "unix_micros(at)")
                .first();

        assertThat(row.getInt(0)).isEqualTo(7);
        assertThat(row.getInt(1)).isEqualTo(86_398_123);
        assertThat(row.getLong(2)).isEqualTo(MICROS);
    }
}
