package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.Judge;
import io.parquetry.format.TestData;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * We read files of other compressors: those of DuckDB, which has a Brotli, unlike parquet-java, and the two LZ4 files
 * of parquet-testing, which have the same values in different framings.
 */
@Tag("sampled")
class ForeignCodecsTest {
    private static final int ROWS = Breadth.of(6_000, 60_000);

    @TempDir
    private Path folder;

    static Stream<CompressionCodec> codecs() {
        return Stream.of(CompressionCodec.values()).filter(Judge.DUCKDB::has);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void filesOfDuckDbAreRead(CompressionCodec codec) throws IOException, SQLException {
        Path file = folder.resolve(codec + ".parquet");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("copy (select i, 'text ' || i % 100 || repeat('x', i % 50) as s, hash(i) % 1000003 as h"
                    + " from range(" + ROWS + ") t(i)) to '" + file + "' (format parquet, compression '"
                    + codec.lowerCaseName() + "', row_group_size " + ROWS / 3 + ")");
        }
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            assertThat(reader.metadata().rowGroups().get(0).columns().get(0).codec())
                    .isEqualTo(codec);
            List<Object> numbers = values(reader, reader.schema().leaf("i"));
            List<Object> texts = values(reader, reader.schema().leaf("s"));
            assertThat(numbers).hasSize(ROWS);
            for (int i = 0; i < ROWS; i++) {
                String text = "text " + i % 100 + "x".repeat(i % 50);
                if (!numbers.get(i).equals((long) i)
                        || !texts.get(i).equals(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)))) {
                    throw new AssertionError("row " + i + " holds " + numbers.get(i) + " and " + texts.get(i));
                }
            }
            assertThat(values(reader, reader.schema().leaf("h"))).hasSize(ROWS);
        }
    }

    @Test
    void lz4IsReadWithHadoopsFramingAndWithout() throws IOException {
        Path folder = TestData.parquetTesting("data");
        try (ParquetReader framed = open(folder.resolve("hadoop_lz4_compressed.parquet"));
                ParquetReader bare = open(folder.resolve("non_hadoop_lz4_compressed.parquet"))) {
            for (LeafColumn leaf : framed.schema().leaves()) {
                LeafColumn same = bare.schema().leaf(leaf.dottedPath());
                assertThat(values(bare, same)).hasSize(4).isEqualTo(values(framed, leaf));
            }
        }
    }

    private static ParquetReader open(Path file) throws IOException {
        return ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT);
    }

    private static List<Object> values(ParquetReader reader, LeafColumn leaf) throws IOException {
        List<Object> values = new ArrayList<>();
        ColumnCursor cursor = reader.column(leaf);
        while (cursor.next()) {
            values.add(cursor.value() instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : cursor.value());
        }
        return values;
    }
}
