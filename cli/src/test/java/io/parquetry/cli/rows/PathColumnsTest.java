package io.parquetry.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directories {@code key=value} of a Hive table are columns of its rows for every command that prints rows. */
class PathColumnsTest {
    @TempDir
    private Path directory;

    private Path sales;

    @BeforeEach
    void writeTable() throws IOException {
        sales = directory.resolve("sales");
        file("country=AT/day=2024-01-02", "message m { required int32 n; }");
        file("country=DE/day=2024-01-01", "message m { required int32 n; }");
        file("country=__HIVE_DEFAULT_PARTITION__/day=a%2Fb", "message m { required int32 n; }");
    }

    private void file(String below, String schema) throws IOException {
        Path file = sales.resolve(below).resolve("part-0.parquet");
        Files.createDirectories(file.getParent());
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.replace(file),
                MessageType.parse(schema),
                PlainRecords.walker(),
                WriterOptions.DEFAULT)) {
            for (int n = 0; n < 2; n++) {
                writer.write(schema.contains("day") ? Map.of("n", n, "day", "mine") : Map.of("n", n));
            }
            writer.finish();
        }
    }

    private static List<String> lines(Object... arguments) {
        CommandLineRun run = CommandLineRun.of(arguments);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return run.out().lines().toList();
    }

    @Test
    void rowsEndWithTheColumnsOfThePath() {
        assertThat(lines("cat", sales))
                .containsExactly(
                        "{\"n\":0,\"country\":\"AT\",\"day\":\"2024-01-02\"}",
                        "{\"n\":1,\"country\":\"AT\",\"day\":\"2024-01-02\"}",
                        "{\"n\":0,\"country\":\"DE\",\"day\":\"2024-01-01\"}",
                        "{\"n\":1,\"country\":\"DE\",\"day\":\"2024-01-01\"}",
                        "{\"n\":0,\"country\":null,\"day\":\"a/b\"}",
                        "{\"n\":1,\"country\":null,\"day\":\"a/b\"}");
        assertThat(lines("head", "-n", 1, "--format", "csv", sales))
                .containsExactly("n,country,day", "0,AT,2024-01-02");
        assertThat(lines("tail", "-n", 1, sales)).containsExactly("{\"n\":1,\"country\":null,\"day\":\"a/b\"}");
    }

    @Test
    void columnsCanBeOfThePathOnly() {
        assertThat(lines("cat", "-c", "day,n", "-n", 1, sales)).containsExactly("{\"n\":0,\"day\":\"2024-01-02\"}");
        assertThat(lines("cat", "-c", "country", sales))
                .containsExactly(
                        "{\"country\":\"AT\"}",
                        "{\"country\":\"AT\"}",
                        "{\"country\":\"DE\"}",
                        "{\"country\":\"DE\"}",
                        "{\"country\":null}",
                        "{\"country\":null}");
    }

    @Test
    void filtersCompareThem() {
        assertThat(lines("cat", "-c", "n,country", "--where", "country = 'DE'", sales))
                .containsExactly("{\"n\":0,\"country\":\"DE\"}", "{\"n\":1,\"country\":\"DE\"}");
        assertThat(lines(
                        "cat", "--where", "day > '2024-01-01' AND NOT n = 0 AND country IS NOT NULL", "-c", "n", sales))
                .containsExactly("{\"n\":1}");
        assertThat(lines("tail", "--where", "country != 'AT'", "-c", "n", sales))
                .hasSize(2);
        assertThat(lines("sample", "--where", "country IN ('AT', 'DE')", "-n", 9, sales))
                .hasSize(4);
        assertThat(lines("count", "--where", "country IS NULL OR n = 1", sales))
                .last()
                .isEqualTo("4\ttotal");
    }

    @Test
    void aColumnThatIsComparedWithNumbersIsAnInteger() throws IOException {
        Path hours = directory.resolve("hours");
        for (String hour : List.of("9", "10", "007", "-1", "__HIVE_DEFAULT_PARTITION__")) {
            file("../hours/hour=" + hour, "message m { required int32 n; }");
        }
        assertThat(lines("cat", "-c", "hour", "--where", "hour > 8 AND n = 0", hours))
                .containsExactlyInAnyOrder("{\"hour\":\"9\"}", "{\"hour\":\"10\"}");
        assertThat(lines("count", "--where", "hour = 7", hours)).last().isEqualTo("2\ttotal");
        assertThat(lines("count", "--where", "hour IN (7, 10)", hours)).last().isEqualTo("4\ttotal");
        assertThat(lines("count", "--where", "NOT hour < 0", hours)).last().isEqualTo("6\ttotal");
        assertThat(lines("count", "--where", "hour IS NULL OR hour = -1", hours))
                .last()
                .isEqualTo("4\ttotal");
        assertThat(lines("count", "--where", "hour = '007'", hours)).last().isEqualTo("2\ttotal");
    }

    @Test
    void aFilterThatDoesNotFitThemIsRefused() {
        assertThat(CommandLineRun.of("cat", "--where", "country = 5", sales.resolve("country=AT"))
                        .err())
                .contains("its directory country=AT is not of the type integer; compare country with a text, such as"
                        + " 'AT'");
        assertThat(CommandLineRun.of("cat", "--where", "country = 5 OR country = 'AT'", sales)
                        .err())
                .contains("column country is STRING in BYTE_ARRAY, and 5 is no value of it");
        assertThat(CommandLineRun.of("cat", "--where", "city = 'x'", sales).err())
                .contains("there is no column city");
    }

    @Test
    void aColumnOfTheFileCountsBeforeThePath() throws IOException {
        file("country=DE/day=2024-01-01", "message m { required int32 n; required binary day (STRING); }");
        assertThat(lines("cat", "-n", 1, "--where", "day = 'mine'", sales.resolve("country=DE")))
                .containsExactly("{\"n\":0,\"day\":\"mine\",\"country\":\"DE\"}");
    }

    @Test
    void schemaAndColumnsNameThem() {
        assertThat(lines("schema", sales.resolve("country=DE"))).last().isEqualTo("columns in the path: country, day");
        assertThat(lines("schema", "--json", sales.resolve("country=DE")).get(0))
                .contains("\"pathColumns\":[\"country\",\"day\"]");
        assertThat(lines("columns", sales)).anyMatch(line -> line.matches("country +STRING, in the path +6 +2 +0 .*"));
    }
}
