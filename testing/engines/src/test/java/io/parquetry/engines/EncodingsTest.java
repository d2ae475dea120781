package io.parquetry.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.config.DocumentTable;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.parquet.Version;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which encodings DuckDB, Spark and parquet-java read, for each type: the table of {@code
 * docs/reference/format-coverage.md}. What {@code parquet.encoding=auto} may choose is read by DuckDB and parquet-java,
 * and of {@code deltas} by Spark as well. With {@code -Dwrite.docs=true} the table is written.
 */
class EncodingsTest {
    private static final DocumentTable DOCUMENTED =
            new DocumentTable("format-coverage.md", "encodings", "testing/engines", EncodingsTest.class);

    private static final int ROWS = 2_000;

    private static SparkSession spark;

    @TempDir
    private Path folder;

    /**
     * A column {@code c}.
     *
     * @param type as in the text of a schema
     * @param annotation the same, or empty
     * @param value for a number
     */
    private record Column(String type, String annotation, IntFunction<Object> value) {
        MessageType schema() {
            return MessageType.parse("message record { optional " + type + " c " + annotation + "; }");
        }

        PrimitiveType primitive() {
            return (PrimitiveType) schema().fields().get(0);
        }

        @Override
        public String toString() {
            return (type + " " + annotation).strip();
        }
    }

    @BeforeAll
    static void startSpark() {
        spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .getOrCreate();
        spark.sparkContext().setLogLevel("OFF");
    }

    @AfterAll
    static void stopSpark() {
        spark.stop();
    }

    private static List<Column> columns() {
        return List.of(
                new Column("boolean", "", i -> i % 3 == 0),
                new Column("int32", "", i -> i * 7),
                new Column("int32", "(DATE)", i -> i),
                new Column("int32", "(DECIMAL(9,2))", i -> i * 31),
                new Column("int64", "", i -> i * 7_000_000_000L),
                new Column("int64", "(TIMESTAMP(MICROS,true))", i -> 1_700_000_000_000_000L + i * 1_001L),
                new Column("int64", "(DECIMAL(18,4))", i -> i * 1_000_003L),
                new Column("float", "", i -> i / 7f),
                new Column("double", "", i -> i / 7.0),
                new Column("binary", "", i -> new byte[] {(byte) i, 1, (byte) (i >> 8)}),
                new Column("binary", "(STRING)", i -> "text " + i),
                new Column("binary", "(DECIMAL(20,2))", i -> new byte[] {(byte) (i >> 8 & 0x7f), (byte) i}),
                new Column("fixed_len_byte_array(4)", "", i -> new byte[] {0, 0, (byte) (i >> 8), (byte) i}),
                new Column("fixed_len_byte_array(9)", "(DECIMAL(20,2))", i ->
                        new byte[] {0, 0, 0, 0, 0, 0, 0, (byte) (i >> 8), (byte) i}),
                new Column(
                        "fixed_len_byte_array(16)",
                        "(UUID)",
                        i -> String.format("%016d", i).getBytes(StandardCharsets.US_ASCII)));
    }

    private Path file(Column column, Encoding encoding, int ordinal) throws IOException {
        Path file = folder.resolve("c" + ordinal + encoding + ".parquet");
        WriterOptions options = WriterOptions.builder()
                .column("c", ColumnOptions.builder().encoding(encoding).build())
                .build();
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(LocalOutputFile.create(file), column.schema(), PlainRecords.walker(), options)) {
            for (int i = 0; i < ROWS; i++) {
                writer.write(i % 5 == 0 ? Map.of() : Map.of("c", column.value().apply(i)));
            }
            writer.finish();
        }
        return file;
    }

    /** All values as an engine shows them. */
    private interface Engine {
        String read(Path file) throws IOException, SQLException;
    }

    private static String inDuckDb(Path file) throws SQLException {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement();
                ResultSet row = statement.executeQuery("SELECT list(c)::VARCHAR FROM '" + file + "'")) {
            row.next();
            return row.getString(1);
        }
    }

    private static String inSpark(Path file) {
        return spark.read().parquet(file.toString()).selectExpr("string(array(c))").collectAsList().stream()
                .map(Row::toString)
                .toList()
                .toString();
    }

    private static String inParquetJava(Path file) throws IOException {
        List<String> rows = new ArrayList<>();
        try (ParquetReader<Group> reader = ParquetReader.builder(
                        new GroupReadSupport(), new org.apache.hadoop.fs.Path(file.toUri()))
                .build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                rows.add(row.toString());
            }
        }
        return rows.toString();
    }

    private static boolean reads(Engine engine, Path file, Path plain) {
        try {
            return engine.read(file).equals(engine.read(plain));
        } catch (Exception refused) {
            return false;
        }
    }

    private static String duckDbVersion() throws SQLException {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
            return duck.getMetaData().getDatabaseProductVersion();
        }
    }

    /** @param misjudged gets what is chosen and not read by those for whom it is chosen */
    private String table(List<String> misjudged) throws IOException, SQLException {
        StringBuilder table =
                new StringBuilder("| type | encoding | DuckDB " + duckDbVersion() + " | Spark " + spark.version()
                        + " | parquet-java " + Version.VERSION_NUMBER + " | chosen by |\n|---|---|---|---|---|---|\n");
        int ordinal = 0;
        for (Column column : columns()) {
            ordinal++;
            Path plain = file(column, Encoding.PLAIN, ordinal);
            for (Encoding encoding : ValueEncoders.allowed(column.primitive().physicalType())) {
                if (encoding == Encoding.PLAIN) {
                    continue;
                }
                Path file = file(column, encoding, ordinal);
                table.append("| ").append(column).append(" | ").append(encoding);
                boolean[] reads = {
                    reads(EncodingsTest::inDuckDb, file, plain),
                    reads(EncodingsTest::inSpark, file, plain),
                    reads(EncodingsTest::inParquetJava, file, plain)
                };
                for (boolean each : reads) {
                    table.append(" | ").append(each ? "reads" : "**refuses**");
                }
                boolean auto = ValueEncoders.widelyRead(column.primitive()).contains(encoding);
                boolean deltas =
                        ValueEncoders.readBySparkToo(column.primitive()).contains(encoding);
                table.append(" | ")
                        .append(deltas ? "`auto`, `deltas`" : auto ? "`auto`" : "")
                        .append(" |\n");
                if (auto && !(reads[0] && reads[2]) || deltas && !reads[1]) {
                    misjudged.add(encoding + " for " + column);
                }
            }
        }
        return table.toString();
    }

    @Test
    void theTableOfTheDocumentIsWhatTheEnginesRead() throws IOException, SQLException {
        List<String> misjudged = new ArrayList<>();
        DOCUMENTED.assertUpToDate(table(misjudged));
        assertThat(misjudged).isEmpty();
    }
}
