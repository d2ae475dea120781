package io.parquetry.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.benchmarks.contender.Codec;
import io.parquetry.benchmarks.contender.Contenders;
import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.data.Datasets;
import io.parquetry.benchmarks.data.FlightsFile;
import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.format.TestData;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contenders do the same work: each writes all rows of every data set with the same content, as DuckDB reads it,
 * and reads all rows. Time is not tested.
 */
@Tag("sampled")
class SmokeTest {
    private static final int ROWS = 700;

    private final Datasets datasets = new Datasets(TestData.sharedFolder());

    private static Connection judge;

    @BeforeAll
    static void openJudge() throws SQLException {
        judge = DriverManager.getConnection("jdbc:duckdb:");
    }

    @AfterAll
    static void closeJudge() throws SQLException {
        judge.close();
    }

    @TempDir
    private Path folder;

    static Stream<Arguments> dataAndCodecs() {
        Stream<Arguments> letters = Stream.of("a", "b", "c", "e", "h", "i", "j", "k", "l", "m", "n", "o")
                .flatMap(letter -> Breadth.of(1, List.of(Codec.SNAPPY, Codec.ZSTD), letter.charAt(0)).stream()
                        .map(codec -> Arguments.of(letter, codec)));
        Stream<Arguments> codecs =
                Breadth.of(4, List.of(Codec.values()), 1).stream().map(codec -> Arguments.of("a", codec));
        return Stream.concat(letters, codecs).distinct();
    }

    @ParameterizedTest
    @MethodSource("dataAndCodecs")
    void everyContenderWritesTheSameRows(String letter, Codec codec) throws Exception {
        datasets.source(letter).ifPresent(TestData::require);
        Dataset dataset = datasets.open(letter);
        List<Contender> contenders = Contenders.write(dataset, ROWS, codec, folder);
        for (Contender contender : contenders) {
            assertThat(contender.run().rows()).isEqualTo(ROWS);
            contender.close();
        }
        List<Path> files = files();
        assertThat(files).hasSize(contenders.size() + 1);
        Path ours = folder.resolve("parquetry.parquet");
        for (Path file : files) {
            assertThat(count("SELECT count(*) FROM '" + file + "'"))
                    .as(file.toString())
                    .isEqualTo(ROWS);
            assertThat(count("SELECT count(*) FROM (SELECT * FROM '" + file + "' EXCEPT SELECT * FROM '" + ours + "')"))
                    .as("rows of %s that ours does not have", file)
                    .isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("dataAndCodecs")
    void everyContenderReadsAllRows(String letter, Codec codec) throws Exception {
        datasets.source(letter).ifPresent(TestData::require);
        for (Contender contender : Contenders.read(datasets.open(letter), ROWS, codec, folder)) {
            assertThat(contender.run().rows()).as(contender.name()).isEqualTo(ROWS);
            contender.close();
        }
    }

    @Test
    void columnsAndSingleRowsOfAForeignFileAreRead() throws Exception {
        Path file = TestData.require(datasets.source("d").orElseThrow());
        for (Contender contender : Contenders.decode(file, FlightsFile.NUMBERS)) {
            assertThat(contender.run().rows()).as(contender.name()).isEqualTo(3_000_000);
            contender.close();
        }
        List<Contender> seekers = Contenders.seek(file, ROWS);
        assertThat(seekers.get(0).run().rows()).isEqualTo(1);
        assertThat(seekers.get(1).run().rows()).isEqualTo(ROWS + 1);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static long count(String sql) throws SQLException {
        try (Statement statement = judge.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
