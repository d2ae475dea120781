package io.parquetry.cli.csv;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.cli.CommandLineRun;
import io.parquetry.cli.inspect.SampleFiles;
import io.parquetry.format.TestData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of {@code --format csv} and {@code from-csv}: what one writes the other takes back, nulls and empty texts
 * stay apart, DuckDB reads the same, and each fault is a sentence with its line.
 */
class CsvTest {
    @TempDir
    private Path directory;

    private Path out;

    private CommandLineRun fromCsv(String text, Object... options) throws IOException {
        return fromCsv(text.getBytes(StandardCharsets.UTF_8), options);
    }

    private CommandLineRun fromCsv(byte[] text, Object... options) throws IOException {
        Path in = Files.write(directory.resolve("in.csv"), text);
        out = directory.resolve("out.parquet");
        List<Object> line = new ArrayList<>(List.of("from-csv"));
        line.addAll(List.of(options));
        line.addAll(List.of(in, out, "--force"));
        return CommandLineRun.of(line.toArray());
    }

    private String json() {
        return CommandLineRun.of("cat", out).out();
    }

    private String csv(Object... arguments) {
        List<Object> line = new ArrayList<>(List.of("cat", "--format", "csv"));
        line.addAll(List.of(arguments));
        CommandLineRun run = CommandLineRun.of(line.toArray());
        assertThat(run.err()).isEmpty();
        return run.out();
    }

    @Test
    void typesAreInferred() throws IOException {
        CommandLineRun run = fromCsv("""
                truth,whole,big,part,day,local,utc,zip,name,mixed,none,odd
                true,-1,9007199254740993,1.5,2024-02-29,2024-02-29 12:00:00,2024-02-29T12:00:00Z,00123,zoë,1,,NaN
                FALSE,7,,2,1969-12-31,1969-12-31T23:59:59.123456,2024-02-29 12:00:00+01,7,"",x,,1
                """);

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith(out + ": 2 rows, 12 columns, ");
        assertThat(CommandLineRun.of("schema", out).out()).isEqualTo("""
                message record {
                  optional boolean truth;
                  optional int64 whole;
                  optional int64 big;
                  optional double part;
                  optional int32 day (DATE);
                  optional int64 local (TIMESTAMP(MICROS,false));
                  optional int64 utc (TIMESTAMP(MICROS,true));
                  optional binary zip (STRING);
                  optional binary name (STRING);
                  optional binary mixed (STRING);
                  optional binary none (STRING);
                  optional double odd;
                }
                """);
        assertThat(json().lines())
                .containsExactly(
                        "{\"truth\":true,\"whole\":-1,\"big\":9007199254740993,\"part\":1.5,\"day\":\"2024-02-29\","
                                + "\"local\":\"2024-02-29T12:00:00.000000\",\"utc\":\"2024-02-29T12:00:00.000000Z\","
                                + "\"zip\":\"00123\",\"name\":\"zoë\",\"mixed\":\"1\",\"none\":null,\"odd\":\"NaN\"}",
                        "{\"truth\":false,\"whole\":7,\"big\":null,\"part\":2.0,\"day\":\"1969-12-31\","
                                + "\"local\":\"1969-12-31T23:59:59.123456\",\"utc\":\"2024-02-29T11:00:00.000000Z\","
                                + "\"zip\":\"7\",\"name\":\"\",\"mixed\":\"x\",\"none\":null,\"odd\":1.0}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b\n1,2\n3,\"x", "a\n1\n\"x\n2\n3\n", "a\n1\n\"", "a\n1\n\"x\"\"", "a\n1\n\"\"\"\n"})
    void aQuoteThatDoesNotEndIsNoField(String text) throws IOException {
        CommandLineRun run = fromCsv(text);

        assertThat(run.err())
                .contains("in.csv, after line 2: Unclosed quoted field", "(record starting at line 3)")
                .contains("ends with one, and each quote in it is written twice")
                .hasLineCount(1);
        assertThat(out).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\n\"x\"", "a\n\"\"", "a\n\"x\"\"\"", "a\n\"x\"\r\n", "a\nx\"", "a,b\nx\",\"y\"\r"})
    void quotesThatEndAreNoFault(String text) throws IOException {
        assertThat(fromCsv(text).err()).isEmpty();
    }

    @Test
    void aByteOrderMarkIsNoPartOfAField() throws IOException {
        fromCsv("\uFEFF\"a,1\",b\n1,2\n");
        assertThat(json()).isEqualTo("{\"a,1\":1,\"b\":2}\n");

        fromCsv("\uFEFF1,2\n3,4\n", "--no-header");
        assertThat(json()).isEqualTo("{\"column1\":1,\"column2\":2}\n{\"column1\":3,\"column2\":4}\n");
    }

    @Test
    void timesThatNoUnitCountsAreText() throws IOException {
        CommandLineRun run = fromCsv("""
                local,utc,far
                1500-01-01 00:00:00,2300-01-01T00:00:00Z,1500-01-01 00:00:00
                2024-01-01 00:00:00.123456789,2024-01-01 00:00:00.123456789Z,2024-01-01 00:00:00
                """);

        assertThat(run.err()).isEmpty();
        assertThat(CommandLineRun.of("schema", out).out())
                .contains("local (STRING)", "utc (STRING)", "far (TIMESTAMP(MICROS,false))");
    }

    @ParameterizedTest
    @CsvSource({
        "2024-13-01, STRING",
        "2024-02-29 12:00:00.123456789, 'TIMESTAMP(NANOS,false)'",
        "2024-02-29T12:00:00.000+0000, 'TIMESTAMP(MICROS,true)'",
        "2024-02-29 12:00:00 +00, 'TIMESTAMP(MICROS,true)'",
        "20240229T120000Z, STRING",
        "2016-12-31T23:59:60Z, STRING",
        "1709208000000, int64",
        "+5, STRING",
        "1e400, STRING",
        "1e-400, STRING",
        "0.1234567890123456789, STRING",
        "9223372036854775808, STRING",
        "-0, int64",
        "1e5, double",
        "NaN, STRING",
        "0x10, STRING"
    })
    void valuesThatOnlyLookLikeATypeAreText(String value, String type) throws IOException {
        assertThat(fromCsv("a\n" + value + "\n").err()).isEmpty();
        assertThat(CommandLineRun.of("schema", out).out()).contains(type);
    }

    @Test
    void quotesDelimitersAndLineBreaksAreKept() throws IOException {
        String text = "a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\nlines\",\"\"\n,z\n";
        assertThat(fromCsv(text).err()).isEmpty();

        assertThat(json().lines())
                .containsExactly(
                        "{\"a\":\"x,y\",\"b\":\"say \\\"hi\\\"\"}",
                        "{\"a\":\"two\\nlines\",\"b\":\"\"}",
                        "{\"a\":null,\"b\":\"z\"}");
        assertThat(csv(out)).isEqualTo(text);
    }

    @Test
    void aColumnOfNullsKeepsItsRows() throws IOException {
        assertThat(fromCsv("a\n\nx\n\n").err()).isEmpty();

        assertThat(json().lines()).containsExactly("{\"a\":null}", "{\"a\":\"x\"}", "{\"a\":null}");
        assertThat(csv(out)).isEqualTo("a\n\nx\n\n");
    }

    @Test
    void otherFormsOfCsvAreTaken() throws IOException {
        assertThat(fromCsv("\uFEFFa;b\r\n1;NA\r\n\r\nNA;2\r\n", "--delimiter", ";", "--null", "NA")
                        .err())
                .isEmpty();
        assertThat(json().lines()).containsExactly("{\"a\":1,\"b\":null}", "{\"a\":null,\"b\":2}");

        assertThat(fromCsv("1\tx\n2\ty", "--delimiter", "tab", "--no-header").err())
                .isEmpty();
        assertThat(json().lines())
                .containsExactly("{\"column1\":1,\"column2\":\"x\"}", "{\"column1\":2,\"column2\":\"y\"}");

        assertThat(fromCsv(
                                "1,x\n",
                                "--no-header",
                                "--schema",
                                "message m { required int32 n; required binary s" + " (STRING); }")
                        .err())
                .isEmpty();
        assertThat(json()).isEqualTo("{\"n\":1,\"s\":\"x\"}\n");
    }

    @Test
    void everyTypeComesBackWithItsSchema() throws IOException {
        Path types = SampleFiles.allTypes(directory.resolve("types.parquet"));
        String text = csv(types);

        assertThat(fromCsv(text, "--schema", types).err()).isEmpty();
        assertThat(json()).isEqualTo(CommandLineRun.of("cat", types).out());
        assertThat(csv(out)).isEqualTo(text);

        Path nested = FILES.resolve("nested.parquet");
        assertThat(fromCsv(csv(nested), "--schema", nested).err()).isEmpty();
        assertThat(json()).isEqualTo(CommandLineRun.of("cat", nested).out());
    }

    @Test
    void faultsAreNamedWithTheirLine() throws IOException {
        assertFault("in.csv: is empty; CSV begins with a header", "");
        assertFault("in.csv, line 1: the header has the column a twice", "a,a\n1,2\n");
        assertFault("in.csv, line 1: the header has a column without a name; use --no-header", "a,\n1,2\n");
        assertFault("in.csv, line 3: has 3 fields, but there are 2 columns; a field with a comma", "a,b\n1,2\n3,4,5\n");
        assertFault(
                "in.csv, line 4: field a: there is \"n/a\", but it takes a whole number",
                "a\n\"1\"\n2\nn/a\n",
                "--schema",
                "message m { optional int32 a; }");
        assertFault(
                "in.csv, line 1: the schema has no field b; its fields are a",
                "a,b\n1,2\n",
                "--schema",
                "message m { optional int32 a; }");
        assertFault(
                "in.csv, line 2: field a: there is \"1, \"b\": 2\", but it takes an array",
                "a\n\"1, \"\"b\"\": 2\"\n",
                "--schema",
                "message m { optional group a (LIST) { repeated group list { optional int32 element; } } }");
        assertThat(fromCsv(new byte[] {'a', '\n', (byte) 0xFF, '\n'}).err())
                .contains(".csv: is no UTF-8 text; convert it first");
        assertThat(out).doesNotExist();
        assertThat(fromCsv("a\n1\n", "--delimiter", "xx").exitCode()).isEqualTo(2);
        assertThat(CommandLineRun.of("from-csv").exitCode()).isEqualTo(2);
        assertThat(CommandLineRun.of("from-csv", "no.csv", out).err())
                .isEqualTo("parquetry from-csv: no.csv: there is no such file\n");
    }

    private void assertFault(String begin, String text, Object... options) throws IOException {
        CommandLineRun run = fromCsv(text, options);
        assertThat(run.err())
                .startsWith("parquetry from-csv: " + directory + "/" + begin)
                .hasLineCount(1);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    @Test
    void filesOfOtherColumnsAreNotMixed() throws IOException {
        CommandLineRun run = CommandLineRun.of(
                "cat", "--format", "csv", FILES.resolve("simple.parquet"), FILES.resolve("nested.parquet"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("nested.parquet: has the columns nest, but the header has text");
        assertThat(CommandLineRun.of("tail", "--format", "csv", "-n", 0, FILES.resolve("simple.parquet"))
                        .out())
                .isEqualTo("text\n");
        assertThat(CommandLineRun.of("head", "--format", "xml", FILES.resolve("simple.parquet"))
                        .exitCode())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alltypes_plain.parquet", "delta_encoding_required_column.parquet", "int64_decimal.parquet",
                "datapage_v1-snappy-compressed-checksum.parquet", "single_nan.parquet", "sort_columns.parquet"
            })
    void duckDbReadsTheSameFromCsvAsFromParquet(String name) throws IOException, SQLException {
        Path file = TestData.parquetTesting("data/" + name);
        Path text = Files.writeString(directory.resolve("out.csv"), csv(file));
        List<String> skipped = List.of("string_col", "date_string_col", "timestamp_col");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            List<String> columns = new ArrayList<>();
            try (ResultSet described = statement.executeQuery("DESCRIBE SELECT * FROM read_parquet('" + file + "')")) {
                while (described.next()) {
                    if (!skipped.contains(described.getString(1))) {
                        columns.add("CAST(\"" + described.getString(1) + "\" AS " + described.getString(2) + ")");
                    }
                }
            }
            String select = "SELECT " + String.join(",", columns) + " FROM ";
            String ofCsv = "read_csv('" + text + "', header=true, all_varchar=true)";
            assertThat(rows(statement, select + ofCsv))
                    .isEqualTo(rows(statement, select + "read_parquet('" + file + "')"))
                    .isNotEmpty();
        }
    }

    @Test
    void theCsvOfDuckDbIsInferredAsDuckDbDoes() throws IOException, SQLException {
        Path text = directory.resolve("duck.csv");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "COPY (SELECT i AS id, i / 4 AS part, i % 2 = 0 AS even, DATE '2024-01-01' + i::INTEGER AS"
                            + " day, TIMESTAMP '2024-01-01 00:00:00' + INTERVAL (i) MINUTE AS at, CASE WHEN i % 3 = 0 THEN NULL"
                            + " WHEN i % 3 = 1 THEN '' ELSE 'a,\"b\"' || i END AS name FROM range(1000) r(i)) TO '"
                            + text
                            + "' (HEADER)");
            out = directory.resolve("out.parquet");
            assertThat(CommandLineRun.of("from-csv", text, out).err()).isEmpty();

            String ofCsv = "SELECT * FROM read_csv('" + text + "', allow_quoted_nulls=false)";
            String ofParquet = "SELECT * FROM read_parquet('" + out + "')";
            assertThat(rows(statement, "SELECT column_name, column_type FROM (DESCRIBE " + ofParquet + ")"))
                    .isEqualTo(rows(statement, "SELECT column_name, column_type FROM (DESCRIBE " + ofCsv + ")"));
            assertThat(rows(statement, ofParquet))
                    .isEqualTo(rows(statement, ofCsv))
                    .hasSize(1000);
        }
    }

    private static List<String> rows(Statement statement, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet found = statement.executeQuery(query)) {
            while (found.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    row.append(found.getObject(i)).append('|');
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    @Test
    void anyTextComesBack() throws IOException {
        Random random = new Random(1);
        String alphabet = "ab,;\"\n\r\t é\uD83D\uDE00'\\{}[]0";
        StringBuilder json = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            json.append("{\"a\":")
                    .append(anyText(random, alphabet))
                    .append(",\"b\":")
                    .append(i);
            json.append(",\"c\":").append(anyText(random, alphabet)).append("}\n");
        }
        Path lines = Files.writeString(directory.resolve("in.ndjson"), json);
        Path written = directory.resolve("written.parquet");
        assertThat(CommandLineRun.of("from-json", lines, written).err()).isEmpty();

        assertThat(fromCsv(csv(written), "--schema", written).err()).isEmpty();
        assertThat(json()).isEqualTo(CommandLineRun.of("cat", written).out());
    }

    /** A text, or a null, as JSON. */
    private static String anyText(Random random, String alphabet) throws IOException {
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(6), 0, alphabet.codePointCount(0, alphabet.length()))
                .forEach(at -> text.appendCodePoint(alphabet.codePointAt(alphabet.offsetByCodePoints(0, at))));
        return random.nextInt(5) == 0 ? "null" : new ObjectMapper().writeValueAsString(text.toString());
    }
}
