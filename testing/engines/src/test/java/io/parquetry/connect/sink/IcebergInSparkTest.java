package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of the sink in Spark, which has Iceberg in a version of its own: it reads them, and maintains them. */
class IcebergInSparkTest {
    private static SparkSession sparks;

    @TempDir
    private Path directory;

    private SparkSession spark;
    private URLClassLoader sinkLoader;
    private Consumer<String> sink;

    /** A driver is found by the classes of its own loader only, and the JDK looks for drivers once. */
    @BeforeAll
    static void startSpark() throws SQLException {
        DriverManager.registerDriver(new org.sqlite.JDBC());
        sparks = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.session.timeZone", "Europe/Berlin")
                .config("spark.sql.shuffle.partitions", "1")
                .config("spark.sql.extensions", "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
                .getOrCreate();
        sparks.sparkContext().setLogLevel("OFF");
    }

    @AfterAll
    static void stopSpark() {
        sparks.stop();
    }

    @BeforeEach
    void openTable() throws IOException, ReflectiveOperationException {
        sinkLoader = new URLClassLoader(sinkClassPath(), ClassLoader.getPlatformClassLoader());
        @SuppressWarnings("unchecked")
        Consumer<String> table = (Consumer<String>) sinkLoader
                .loadClass(TableForSpark.class.getName())
                .getConstructor(Path.class)
                .newInstance(directory);
        sink = table;
        spark = sparks.newSession();
        String catalog = "spark.sql.catalog.parquetry";
        spark.conf().set(catalog, "org.apache.iceberg.spark.SparkCatalog");
        spark.conf().set(catalog + ".type", "jdbc");
        spark.conf().set(catalog + ".uri", "jdbc:sqlite:" + directory.resolve("catalog.db"));
        spark.conf().set(catalog + ".warehouse", directory.toUri() + "_tables");
        spark.conf().set(catalog + ".cache-enabled", "false");
        spark.conf().set(catalog + ".jdbc.schema-version", "V1");
    }

    @AfterEach
    void closeSink() throws IOException {
        sinkLoader.close();
    }

    /** The class path of this test with the sink's Iceberg in place of Spark's. */
    private static URL[] sinkClassPath() throws IOException {
        List<URL> urls = new ArrayList<>();
        try (Stream<Path> jars = Files.list(Path.of(System.getProperty("sink.iceberg")))) {
            for (Path jar : jars.toList()) {
                urls.add(jar.toUri().toURL());
            }
        }
        assertThat(urls).isNotEmpty();
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("iceberg-spark-runtime"))
                .forEach(entry -> urls.add(url(entry)));
        return urls.toArray(URL[]::new);
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("class path entry " + entry, e);
        }
    }

    /** In the sink's class loader, which libraries of the sink ask the thread for. */
    private void sinkDoes(String step) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(sinkLoader);
        try {
            sink.accept(step);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private List<String> select(String query) {
        List<String> rows = new ArrayList<>();
        for (Row row : spark.sql(query).collectAsList()) {
            rows.add(row.mkString("/"));
        }
        return rows;
    }

    /** Records 0 to {@code count} of each topic-partition, as they must be in the table. */
    private static List<String> expected(long count) {
        List<String> rows = new ArrayList<>();
        for (int partition = 0; partition < 2; partition++) {
            int of = partition;
            LongStream.range(0, count).forEach(n -> {
                long micros = (n - 40) * 21_600_000_000L + 1_000;
                rows.add(of + "/" + n + "/" + n + "/" + (n < 40 ? n : n << 32) + "/" + micros + "/"
                        + (n < 40 ? "null" : "x" + n));
            });
        }
        return rows;
    }

    private List<String> records() {
        return select("SELECT _kafka.partition, _kafka.offset, id, n, unix_micros(at), extra"
                + " FROM parquetry.lake.orders ORDER BY 1, 2, 3");
    }

    @Test
    void everyRecordIsSeenOnceWhileSparkCompactsAndExpiresAndTheSinkGoesOn() {
        sinkDoes("begin");
        sinkDoes("evolve");
        assertThat(records()).isEqualTo(expected(80));
        assertThat(select("SELECT DISTINCT typeof(n) FROM parquetry.lake.orders"))
                .containsExactly("bigint");

        sinkDoes("write");
        long files = Long.parseLong(
                select("SELECT count(*) FROM parquetry.lake.orders.files").get(0));
        Row rewritten = spark.sql("CALL parquetry.system.rewrite_data_files(table => 'lake.orders',"
                        + " options => map('rewrite-all', 'true'))")
                .first();
        assertThat((long) rewritten.getInt(0)).as("files that were rewritten").isEqualTo(files);
        assertThat(records()).isEqualTo(expected(80));

        sinkDoes("append");
        assertThat(records()).isEqualTo(expected(160));
        spark.sql("CALL parquetry.system.expire_snapshots(table => 'lake.orders',"
                + " older_than => TIMESTAMP '2100-01-01 00:00:00', retain_last => 1)");
        assertThat(select("SELECT count(*) FROM parquetry.lake.orders.snapshots"))
                .containsExactly("1");
        spark.sql("CALL parquetry.system.rewrite_manifests('lake.orders')");
        sinkDoes("append");
        assertThat(records()).isEqualTo(expected(160));
    }

    @Test
    void filtersOnTheColumnsOfThePartitionsFindWhatIsThere() {
        sinkDoes("begin");
        sinkDoes("evolve");
        assertThat(select("SELECT _kafka.partition, n FROM parquetry.lake.orders WHERE id = 7 ORDER BY 1"))
                .containsExactly("0/7", "1/7");
        assertThat(select("SELECT count(*) FROM parquetry.lake.orders WHERE at < TIMESTAMP '1970-01-01 00:00:00Z'"))
                .containsExactly("80");
        assertThat(select("SELECT partition.at_day, sum(record_count) FROM parquetry.lake.orders.files"
                        + " GROUP BY 1 ORDER BY 1 LIMIT 1"))
                .containsExactly("1969-12-22/8");
        assertThat(select("SELECT count(DISTINCT partition.id_bucket) FROM parquetry.lake.orders.files"))
                .containsExactly("4");
    }

    @Test
    void valuesAtTheEdgesOfTheirTypesAreAsTheyWere() {
        sinkDoes("types");
        List<String> columns = List.of(
                "i8",
                "i64",
                "f32",
                "f64",
                "b",
                "s",
                "hex(bytes)",
                "d9",
                "d18",
                "d38",
                "d38s",
                "day",
                "unix_micros(at)",
                "micros",
                "zoned",
                "uuid",
                "choice",
                "to_json(list, map('ignoreNullFields', 'false'))",
                "to_json(lists)",
                "to_json(map, map('ignoreNullFields', 'false'))",
                "to_json(struct, map('ignoreNullFields', 'false'))");
        List<String> types = new ArrayList<>();
        List<List<String>> rows = List.of(new ArrayList<>(), new ArrayList<>());
        for (String column : columns) {
            String name = column.replaceAll("^\\w+\\((\\w+).*", "$1");
            types.add(select("SELECT typeof(`" + name + "`) FROM parquetry.lake.orders LIMIT 1")
                    .get(0));
            List<String> values =
                    select("SELECT string(" + column + ") FROM parquetry.lake.orders ORDER BY _kafka.offset");
            assertThat(values).as(column).hasSize(2);
            rows.get(0).add(values.get(0));
            rows.get(1).add(values.get(1));
        }
        String inner = "struct<x:int,deep:array<string>>";
        assertThat(types)
                .containsExactly(
                        "int",
                        "bigint",
                        "float",
                        "double",
                        "boolean",
                        "string",
                        "binary",
                        "decimal(9,2)",
                        "decimal(18,18)",
                        "decimal(38,0)",
                        "decimal(38,38)",
                        "date",
                        "timestamp",
                        "timestamp_ntz",
                        "string",
                        "string",
                        "string",
                        "array<" + inner + ">",
                        "array<array<int>>",
                        "map<string," + inner + ">",
                        inner);
        assertThat(rows.get(0))
                .containsExactly(
                        "-128",
                        "-9223372036854775808",
                        "NaN",
                        "4.9E-324",
                        "false",
                        "Größe \uD83D\uDE00",
                        "00FF",
                        "-9999999.99",
                        "0." + "9".repeat(18),
                        "-" + "9".repeat(38),
                        "0." + "9".repeat(38),
                        "1969-12-31",
                        "-1000",
                        "1969-12-31 23:59:59.999999",
                        "1969-12-31T23:59:59.999999+02:00",
                        "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
                        "red",
                        "[{\"x\":300,\"deep\":[]},null]",
                        "[[],[1,null],null]",
                        "{\"k\":{\"x\":null,\"deep\":[\"e\",null]}}",
                        "{\"x\":null,\"deep\":null}");
        List<String> empty = new ArrayList<>(Collections.nCopies(columns.size(), "null"));
        empty.set(5, "");
        empty.set(6, "");
        empty.set(17, "[]");
        empty.set(18, "[]");
        empty.set(19, "{}");
        assertThat(rows.get(1)).isEqualTo(empty);
    }

    @Test
    void sparkRefusesATableWithATimeOfDay() {
        sinkDoes("time");
        assertThatThrownBy(() -> select("SELECT id FROM parquetry.lake.orders"))
                .hasStackTraceContaining("Spark does not support time fields");
    }

    @Test
    void sparkRefusesATableWithNanoseconds() {
        sinkDoes("nanos");
        assertThatThrownBy(() -> select("SELECT id FROM parquetry.lake.orders"))
                .hasStackTraceContaining("Cannot convert unsupported type to Spark: timestamptz_ns");
    }

    @Test
    void sparkReadsATimeOfDayAsANumber() {
        sinkDoes("time as integer");
        assertThat(select("SELECT id, time FROM parquetry.lake.orders")).containsExactly("7/86399999");
    }
}
