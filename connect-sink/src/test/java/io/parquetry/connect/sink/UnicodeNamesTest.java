package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Names that are one to a person and two to Unicode: normal forms, letters whose case depends on the language, and
 * those that become two. What a file has is what its records have, and DuckDB reads each value.
 */
class UnicodeNamesTest {
    private static final TopicPartition PARTITION = new TopicPartition("names", 0);

    @TempDir
    private Path folder;

    private FakeWorker worker;

    private List<Path> archive(Map<String, String> more, Struct... values) throws IOException {
        List<SinkRecord> records = new ArrayList<>();
        for (Struct value : values) {
            records.add(new SinkRecord("names", 0, null, null, value.schema(), value, records.size()));
        }
        Map<String, String> properties = new HashMap<>(Map.of("name", "archive", "storage.url", folder.toString()));
        properties.putAll(more);
        worker = new FakeWorker(
                        Map.of(PARTITION, FakeWorker.log(records)),
                        properties,
                        new LocalStorage(folder),
                        new ManualClock())
                .tolerant()
                .start();
        worker.drain(2);
        worker.stop();
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted()
                    .toList();
        }
    }

    private static Struct of(String... namesAndValues) {
        SchemaBuilder schema = SchemaBuilder.struct();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            schema.field(namesAndValues[i], Schema.OPTIONAL_STRING_SCHEMA);
        }
        Struct struct = new Struct(schema.build());
        for (int i = 0; i < namesAndValues.length; i += 2) {
            struct.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return struct;
    }

    private static List<String> columns(Path file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            return reader.metadata().schema().fields().stream().map(Type::name).toList();
        }
    }

    private static List<String> inDuckDb(String query) throws SQLException {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    values.add(rows.getString(column));
                }
            }
            return values;
        }
    }

    /** Spark tells them apart as well; it compares lower case in no language, and no normal forms. */
    @ParameterizedTest
    @CsvSource({"\u00e9, e\u0301", "\u0131d, id", "stra\u00dfe, strasse", "\u03c3, \u03c2", "\ufb01, fi", "K, \u212a"})
    void bothColumnsAreThere(String one, String other) throws IOException, SQLException {
        List<Path> files = archive(Map.of(), of(one, "1", other, "2"));

        assertThat(files).hasSize(1);
        assertThat(columns(files.get(0))).containsExactly(one, other);
        assertThat(inDuckDb("SELECT * FROM read_parquet('" + files.get(0) + "', hive_partitioning=false)"))
                .containsExactly("1", "2");
        assertThat(inDuckDb("SELECT \"" + one + "\", \"" + other + "\" FROM '" + files.get(0) + "'"))
                .containsExactly("1", "2");
    }

    @ParameterizedTest
    @CsvSource({
        "\u0130d, i\u0307d",
        "\u212a, k",
        "\u00c9, \u00e9",
        "\u03a3, \u03c3",
        "\u039f\u0394\u039f\u03a3, \u03bf\u03b4\u03bf\u03c2",
        "\u1e9e, \u00df"
    })
    void whatIsOneInLowerCaseIsFound(String one, String other) throws IOException {
        archive(Map.of("names.case", "fail"), of(one, "1", other, "2"), of(one, "3"));

        assertThat(worker.reported()).extracting(SinkRecord::kafkaOffset).containsExactly(0L);
    }

    /** What is in lower case stays as it is, so that the source and a second sink see the same names. */
    @ParameterizedTest
    @CsvSource({"\u0130d", "\u039f\u0394\u039f\u03a3", "\u1e9e", "\u212a", "I\u0307"})
    void lowerCaseOfLowerCaseIsTheSame(String name) throws IOException {
        List<Path> first = archive(Map.of("names.case", "lower"), of(name, "1"));
        String lower = columns(first.get(0)).get(0);
        folder = Files.createDirectory(folder.resolve("second"));

        List<Path> second = archive(Map.of("names.case", "lower"), of(lower, "1"));

        assertThat(columns(second.get(0))).containsExactly(lower);
    }

    /** Where the file system takes two normal forms for one, both are still read. */
    @Test
    void directoriesOfTwoNormalFormsHoldTheirOwnRecords() throws IOException, SQLException {
        String composed = "caf\u00e9";
        String decomposed = Normalizer.normalize(composed, Normalizer.Form.NFD);
        List<Path> files = archive(
                Map.of("path.template", "place=${value.place}"),
                of("place", composed, "n", "0"),
                of("place", decomposed, "n", "1"),
                of("place", composed, "n", "2"),
                of("place", "CAF\u00c9", "n", "3"));

        assertThat(worker.reported()).isEmpty();
        assertThat(files).hasSize(3);
        assertThat(inDuckDb("SELECT n FROM '" + folder + "/topics/names/*/*.parquet' ORDER BY n"))
                .containsExactly("0", "1", "2", "3");
    }
}
