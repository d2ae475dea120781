package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.config.SelectionSettings;
import io.parquetry.connect.source.config.SendSettings;
import java.nio.file.Path;
import java.util.Date;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The directories {@code key=value} of a Hive table are fields of its rows, which all other keys can name; what is
 * restored has no such fields.
 */
class PathColumnsTest {
    private static final String GERMANY = "sales/country=DE/day=2024-01-01/part-0.parquet";
    private static final String AUSTRIA = "sales/country=AT/day=2024-01-02/part-0.parquet";

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree).with(RowSettings.PATH_COLUMNS, "country,day:date");
    }

    private void sales() {
        tree.put(GERMANY, TestTree.foreign(2));
        tree.put(AUSTRIA, TestTree.foreign(3));
    }

    private List<SourceRecord> sent() {
        harness.start();
        return harness.scanTwice();
    }

    private static Struct value(SourceRecord record) {
        return (Struct) record.value();
    }

    @Test
    void theFieldsComeAfterThoseOfTheFile() {
        sales();
        List<SourceRecord> records = sent();

        assertThat(records).hasSize(5);
        assertThat(records.get(0).valueSchema().fields())
                .extracting(Field::name)
                .containsExactly("n", "word", "country", "day");
        assertThat(records).allSatisfy(record -> value(record).validate());
        assertThat(records.stream().map(record -> value(record).get("country")))
                .containsExactly("AT", "AT", "AT", "DE", "DE");
        assertThat(value(records.get(4)).get("day")).isEqualTo(new Date(1_704_067_200_000L));
        assertThat(records.stream().map(SourceRecord::valueSchema).distinct()).hasSize(1);
    }

    @Test
    void nullAndEscapedCharactersComeBack() {
        harness.with(RowSettings.PATH_COLUMNS, "country,hour:integer");
        tree.put("t/country=__HIVE_DEFAULT_PARTITION__/hour=__HIVE_DEFAULT_PARTITION__/a.parquet", TestTree.foreign(1));
        tree.put("t/country=a%2Fb%3D%C3%A9é%/hour=07/a.parquet", TestTree.foreign(1));
        List<SourceRecord> records = sent();

        assertThat(records.stream().map(record -> value(record).get("country"))).containsExactly(null, "a/b=éé%");
        assertThat(records.stream().map(record -> value(record).get("hour"))).containsExactly(null, 7L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "country = 'DE' | 2 | AT",
                "country != 'AT' AND n >= 1 | 1 | AT",
                "NOT (country = 'AT' OR n = 0) | 1 | AT",
                "day > '2024-01-01' | 3 | DE",
                "day IN ('2024-01-02', '2024-03-01') AND n < 2 | 2 | DE",
                "country IS NULL OR n = 1 | 2 | none",
                "country = 'DE' AND n = 1 OR country = 'AT' AND n = 2 | 2 | none"
            })
    void aFilterOnAPathLeavesFilesUnopened(String filter, int rows, String unopened) {
        sales();
        harness.with(SelectionSettings.FILTER, filter);

        assertThat(sent()).hasSize(rows);
        assertThat(harness.storage.opened)
                .noneMatch(path -> path.contains("country=" + unopened))
                .hasSizeGreaterThanOrEqualTo(1);
    }

    @Test
    void columnsKeyTopicAndTimestampAreOfThePath() {
        sales();
        harness.with(SelectionSettings.COLUMNS, "n,country,day")
                .with(RowSettings.KEY_COLUMNS, "country,n")
                .with(RowSettings.TIMESTAMP_COLUMN, "day")
                .with(RowSettings.TOPIC, "sales-${column.country}");
        SourceRecord last = sent().get(4);

        assertThat(last.valueSchema().fields()).extracting(Field::name).containsExactly("n", "country", "day");
        assertThat(last.topic()).isEqualTo("sales-DE");
        assertThat(last.timestamp()).isEqualTo(1_704_067_200_000L);
        assertThat(((Struct) last.key()).get("country")).isEqualTo("DE");
        assertThat(((Struct) last.key()).get("n")).isEqualTo(1);
    }

    @Test
    void aFieldThatColumnsDoesNotNameIsNotSent() {
        sales();
        harness.with(SelectionSettings.COLUMNS, "n,day").with(SelectionSettings.FILTER, "country = 'DE'");

        assertThat(sent())
                .hasSize(2)
                .allSatisfy(record -> assertThat(record.valueSchema().fields())
                        .extracting(Field::name)
                        .containsExactly("n", "day"));
    }

    @Test
    void aUnionOfSchemasHasTheFields() {
        sales();
        tree.put("sales/country=FR/day=2024-01-03/wide.parquet", TestTree.wide(1));
        harness.with("schema.merge", "union");
        List<SourceRecord> records = sent();

        assertThat(records).hasSize(9);
        assertThat(records).allSatisfy(record -> value(record).validate());
        assertThat(value(records.get(8)).get("country")).isEqualTo("FR");
        assertThat(records.get(8).valueSchema().fields())
                .extracting(Field::name)
                .endsWith("c11", "country", "day");
    }

    @Test
    void aRestartResumesInTheMiddleOfAFile() {
        sales();
        List<SourceRecord> records = sent();
        harness.acknowledge(records.subList(0, 4));
        harness.stop();
        harness.start();

        List<SourceRecord> rest = harness.scanTwice();
        assertThat(rest).hasSize(1);
        assertThat(value(rest.get(0)).get("country")).isEqualTo("DE");
        assertThat(value(rest.get(0)).get("n")).isEqualTo(1);
    }

    @Test
    void whatIsRestoredStaysAsItWas() {
        tree.orders("orders", 0, "country=DE/day=2024-01-01", 1, 2);
        harness.with(SelectionSettings.FILTER, "country = 'DE' AND _kafka.offset = 2");
        List<SourceRecord> records = sent();

        assertThat(TaskHarness.ids(records)).containsExactly(2L);
        assertThat(records.get(0).valueSchema()).isEqualTo(TestTree.VALUE);
    }

    @Test
    void aStreamOfWhichAFilterExcludesAFileGoesOn() {
        tree.orders("orders", 0, "country=DE/day=2024-01-01", 1, 2);
        tree.orders("orders", 0, "country=AT/day=2024-01-01", 3, 4);
        tree.orders("orders", 0, "country=DE/day=2024-01-02", 5, 6);
        tree.ledger("orders", 0, 7, 0, 9);
        harness.with(SelectionSettings.FILTER, "country = 'DE'");

        assertThat(TaskHarness.ids(sent())).containsExactly(1L, 2L, 5L, 6L);
    }

    @Test
    void rowsOfTheSinkHaveTheFieldsToo() {
        for (RecordMetadata metadata : RecordMetadata.values()) {
            tree.sinkFile(
                    metadata.name(),
                    0,
                    0,
                    "country=DE/day=2024-01-01",
                    metadata,
                    List.of(TestTree.order(metadata.name(), 0, 1)));
        }
        harness.with(SendSettings.MODE, "rows");

        assertThat(sent()).hasSize(RecordMetadata.values().length).allSatisfy(record -> {
            value(record).validate();
            assertThat(value(record).get("country")).isEqualTo("DE");
            assertThat(value(record).get("id")).isEqualTo(1L);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "'country,day:date,city', its path has no directory city=...",
        "'country:integer', its directory country=AT is not of the type integer"
    })
    void aPathWithoutTheColumnsFailsTheTask(String columns, String reason) {
        sales();
        harness.with(RowSettings.PATH_COLUMNS, columns);

        assertThatThrownBy(this::sent)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("path.columns does not fit the file " + AUSTRIA)
                .hasMessageContaining(reason);
    }

    @Test
    void aColumnOfTheFileOfThatNameFailsTheTask() {
        tree.put("t/word=x/a.parquet", TestTree.foreign(1));
        harness.with(RowSettings.PATH_COLUMNS, "word");

        assertThatThrownBy(this::sent)
                .hasMessageContaining("path.columns does not fit the file t/word=x/a.parquet")
                .hasMessageContaining("it has a column word of its own");
    }

    @Test
    void aLiteralThatIsNoneOfTheTypeIsRefused() {
        sales();
        harness.with(SelectionSettings.FILTER, "day > 5").with(RowSettings.TOPIC, "t");

        assertThatThrownBy(this::sent)
                .hasMessageContaining("filter does not fit the file")
                .hasMessageContaining("day is DATE");
    }
}
