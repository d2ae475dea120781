package io.parquetry.cli.inspect;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.TestData;
import io.parquetry.format.file.BloomFilterOptions;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of {@code dictionary} and {@code bloom}: what the chunks have, counted and tested by their values. */
class DictionaryAndBloomTest {
    @TempDir
    private Path directory;

    private Path words;

    /** Two row groups; colours repeat, numbers do not. */
    @BeforeEach
    void writeWords() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            String colour = i % 7 == 0 ? "null" : "\"" + (i % 3 == 0 ? "red" : i % 2 == 0 ? "green" : "blue") + "\"";
            lines.add("{\"id\":" + i + ",\"colour\":" + colour + "}");
        }
        Path json = Files.write(directory.resolve("words.ndjson"), lines);
        Path plain = directory.resolve("plain.parquet");
        words = directory.resolve("words.parquet");
        assertThat(CommandLineRun.of("from-json", json, plain).err()).isEmpty();
        assertThat(CommandLineRun.of(
                                "rewrite", "--bloom", "id,colour", "--encoding", "id=delta_binary_packed", plain, words)
                        .err())
                .isEmpty();
    }

    private static List<JsonNode> objects(Object... arguments) throws IOException {
        CommandLineRun run = CommandLineRun.of(arguments);
        assertThat(run.err()).isEmpty();
        return new ObjectMapper()
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(run.out())
                .readAll();
    }

    @Test
    void theValuesOfADictionaryAreCounted() throws IOException {
        Map<String, Long> counted = new LinkedHashMap<>();
        for (JsonNode row : objects("cat", words)) {
            if (!row.get("colour").isNull()) {
                counted.merge(row.get("colour").asText(), 1L, Long::sum);
            }
        }
        List<JsonNode> values = objects("dictionary", "--json", "--counts", words);

        assertThat(values)
                .hasSize(3)
                .allMatch(value -> value.get("column").asText().equals("colour"));
        Map<String, Long> ofDictionary = new LinkedHashMap<>();
        values.forEach(value ->
                ofDictionary.put(value.get("value").asText(), value.get("count").asLong()));
        assertThat(ofDictionary).isEqualTo(counted);
        assertThat(List.copyOf(ofDictionary.values()))
                .as("the most used first")
                .isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(objects("dictionary", "--json", words).stream()
                        .map(value -> value.get("position").asInt()))
                .containsExactly(0, 1, 2);
        assertThat(CommandLineRun.of("dictionary", "--limit", 1, words).out()).isEqualTo("""
                        row group 0, colour  (BYTE_ARRAY STRING, 3 values)
                          position  value
                                 0  "blue"
                          and 2 more values
                        """);
    }

    @Test
    void theDictionaryOfEachRowGroupIsCountedByItself() throws IOException {
        Path file = directory.resolve("groups.parquet");
        MessageType schema = MessageType.parse("message m { required binary word (STRING); }");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(file), schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (int i = 0; i < 3_000; i++) {
                writer.write(Map.of("word", i < 2_000 || i % 4 == 0 ? "often" : "seldom"));
                if (i == 999 || i == 1_999) {
                    writer.flushRowGroup();
                }
            }
            writer.finish();
        }

        assertThat(objects("dictionary", "--json", "--counts", file).stream()
                        .map(value -> value.get("rowGroup") + " " + value.get("value") + " " + value.get("count")))
                .containsExactly("0 \"often\" 1000", "1 \"often\" 1000", "2 \"seldom\" 750", "2 \"often\" 250");
        assertThat(CommandLineRun.of("dictionary", file).out())
                .containsSubsequence("row group 0", "0  \"often\"\n\nrow group 1", "0  \"often\"\n\nrow group 2");
    }

    @Test
    void dictionariesOfOtherWritersAreCounted() throws IOException {
        Path file = TestData.parquetTesting("data/alltypes_dictionary.parquet");

        assertThat(objects("dictionary", "--json", "--counts", "-c", "double_col", file).stream()
                        .map(value -> value.get("value") + " " + value.get("count")))
                .containsExactly("0.0 1", "10.1 1");
    }

    /** The files state the position of the dictionary as that of the first data page; one states no encodings. */
    @ParameterizedTest
    @CsvSource({
        "alltypes_tiny_pages.parquet, string_col, 10",
        "nested_lists.snappy.parquet, a.list.element.list.element.list.element, 6",
        "nation.dict-malformed.parquet, name, 25"
    })
    void aDictionaryInThePlaceOfTheFirstDataPageIsFound(String name, String column, int values) throws IOException {
        Path file = TestData.parquetTesting("data/" + name);

        assertThat(objects("dictionary", "--json", "-c", column, file)).hasSize(values);
    }

    @Test
    void bloomFiltersSayWhatMayBeThere() throws IOException {
        List<JsonNode> filters = objects("bloom", "--json", words);
        assertThat(filters.stream().map(filter -> filter.get("column").asText()))
                .containsExactly("id", "colour");
        assertThat(filters).allMatch(filter -> filter.get("bytes").asInt() >= 32);

        assertThat(CommandLineRun.of("bloom", "-c", "colour", "--value", "red", "--value", "black", words)
                        .out()
                        .lines())
                .first()
                .asString()
                .isEqualTo("row group  column  type               bytes  red    black");
        assertThat(CommandLineRun.of("bloom", "-c", "colour", "--value", "red", "--value", "black", words)
                        .out())
                .containsPattern("0 +colour +BYTE_ARRAY STRING +32 +maybe +no\\R");
        long wrong = 0;
        for (int i = 0; i < 100; i++) {
            JsonNode there = objects("bloom", "--json", "-c", "id", "--value", i * 30, words)
                    .get(0);
            JsonNode absent = objects("bloom", "--json", "-c", "id", "--value", 3_000 + i, words)
                    .get(0);
            assertThat(there.get("maybe").asBoolean()).isTrue();
            wrong += absent.get("maybe").asBoolean() ? 1 : 0;
        }
        assertThat(wrong).as("false positives of 100, one expected").isLessThan(10);
    }

    @Test
    void bloomFiltersOfOtherWritersAreRead() throws IOException {
        Path file = TestData.parquetTesting("data/data_index_bloom_encoding_stats.parquet");

        assertThat(objects("bloom", "--json", "-c", "String", "--value", "Hello", "--value", "absent", file).stream()
                        .map(filter -> filter.get("maybe").asBoolean()))
                .containsExactly(true, false);
    }

    @Test
    void filesWithoutThemSaySo() {
        Path nested = FILES.resolve("nested.parquet");

        assertThat(CommandLineRun.of("bloom", nested).out()).isEqualTo("no bloom filter in 2 columns of 1 row group\n");
        assertThat(CommandLineRun.of("dictionary", nested).out())
                .isEqualTo("no dictionary in 2 columns of 1 row group\n");
        assertThat(CommandLineRun.of("dictionary", "--json", nested).out()).isEmpty();
    }

    @Test
    void wrongArgumentsAreNamed() throws IOException {
        assertThat(CommandLineRun.of("bloom", "--value", "1", words).err())
                .startsWith("parquetry bloom: --value needs the column");
        assertThat(CommandLineRun.of("bloom", "-c", "id", "--value", "red", words)
                        .err())
                .contains("--value: column id: there is \"red\", but it takes a whole number");
        assertThat(CommandLineRun.of("dictionary", "-c", "none", words).err()).contains("has no column none");
        assertThat(CommandLineRun.of("dictionary", "-n", "-1", words).exitCode())
                .isEqualTo(2);
        assertThat(CommandLineRun.of("dictionary").exitCode()).isEqualTo(2);
        byte[] damaged = Files.readAllBytes(words);
        long page = objects("pages", "--json", "-c", "colour", words)
                .get(0)
                .get("offset")
                .asLong();
        damaged[(int) page + 30] ^= 0x55;
        Path bad = Files.write(directory.resolve("bad.parquet"), damaged);
        assertThat(CommandLineRun.of("dictionary", "-c", "colour", bad).err())
                .startsWith("parquetry dictionary: " + bad + ", row group 0, column colour")
                .hasLineCount(1);
    }

    /** Spark 2.4 counts 0001-01-01 as what is 0000-12-30 to others; cat shows it as it was written. */
    @Test
    void aDateOfTheJulianCalendarIsLookedForAsItIsShown() throws IOException {
        Path old = directory.resolve("old.parquet");
        WriterOptions options = WriterOptions.builder()
                .column(
                        "day",
                        ColumnOptions.builder()
                                .bloomFilter(BloomFilterOptions.ADAPTIVE)
                                .build())
                .build();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(old),
                MessageType.parse("message m { required int32 day (DATE); }"),
                PlainRecords.walker(),
                options)) {
            writer.putKeyValue("org.apache.spark.version", "2.4.8");
            writer.write(Map.of("day", -719_164));
            writer.finish();
        }

        assertThat(CommandLineRun.of("cat", old).out()).isEqualTo("{\"day\":\"0001-01-01\"}\n");
        List<JsonNode> answers =
                objects("bloom", "--json", "-c", "day", "--value", "0001-01-01", "--value", "0000-12-30", old);
        assertThat(answers.get(0).get("maybe").asBoolean()).isTrue();
        assertThat(answers.get(1).get("maybe").asBoolean()).isFalse();
    }
}
