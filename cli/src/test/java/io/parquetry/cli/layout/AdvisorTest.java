package io.parquetry.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Advice names what a file was made badly of, with the figure of that file, and is silent on a good one. */
class AdvisorTest {
    @TempDir
    private Path directory;

    private List<Advice> advice(String schema, WriterOptions options, int rows, LongFunction<Map<String, ?>> row)
            throws IOException {
        Path file = directory.resolve("file.parquet");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(file), MessageType.parse(schema), PlainRecords.walker(), options)) {
            for (long i = 0; i < rows; i++) {
                writer.write(row.apply(i));
            }
            writer.finish();
        }
        try (Layouts.Opened opened = Layouts.open(file)) {
            return opened.model().advice();
        }
    }

    @Test
    void aFileWithoutCompressionIsTold() throws IOException {
        List<Advice> advice = advice(
                "message m { required binary text (STRING); }",
                WriterOptions.builder()
                        .codec(CompressionCodec.UNCOMPRESSED)
                        .dictionary(WriterOptions.Dictionary.NEVER)
                        .build(),
                20_000,
                i -> Map.of("text", "the same words again and again " + i));

        assertThat(advice).extracting(Advice::title).containsExactly("100 % of the file is not compressed.");
        assertThat(advice.get(0).text()).matches(".*Deflate makes a sample of text [\\d.]+ % of its size.*");
    }

    @Test
    void anIntegerColumnThatRisesIsTold() throws IOException {
        List<Advice> advice = advice(
                "message m { required int64 id; }",
                WriterOptions.builder()
                        .dictionary(WriterOptions.Dictionary.NEVER)
                        .pageRowsMax(5_000)
                        .build(),
                50_000,
                i -> Map.of("id", i * 1_000_003));

        assertThat(advice).extracting(Advice::title).contains("id rises from page to page and is stored PLAIN.");
    }

    @Test
    void aDictionaryThatWasGivenUpIsToldWithItsPage() throws IOException {
        Random random = new Random(1);
        List<Advice> advice = advice(
                "message m { required binary id (STRING); }",
                WriterOptions.builder().pageRowsMax(2_000).build(),
                120_000,
                i -> Map.of("id", i < 9_000 ? "v" + i % 90 : Long.toHexString(random.nextLong())));

        assertThat(advice)
                .extracting(Advice::title)
                .anyMatch(title -> title.matches("Dictionary of id given up after page \\d+ of \\d+\\."));
    }

    @Test
    void aFileOfMoreIndexesThanDataIsTold() throws IOException {
        StringBuilder schema = new StringBuilder("message m { ");
        for (int i = 0; i < 300; i++) {
            schema.append("optional int64 c").append(i).append("; ");
        }
        List<Advice> advice = advice(schema + "}", WriterOptions.DEFAULT, 3, i -> Map.of("c0", i));

        assertThat(advice)
                .extracting(Advice::title)
                .anyMatch(title -> title.matches("\\d+ % of the file is indexes: 300 columns for 3 rows\\."))
                .anyMatch(title -> title.matches(
                        "\\d+ % of the file is its footer: 300 columns for 3 rows in 1 row" + " group\\."))
                .contains("299 columns of 300 hold nothing but nulls.");
    }

    @Test
    void aGoodFileGetsNone() throws IOException {
        Random random = new Random(1);
        assertThat(advice(
                        "message m { required int64 id; optional binary word (STRING); }",
                        WriterOptions.DEFAULT,
                        30_000,
                        i -> Map.of("id", (long) random.nextInt(1 << 20), "word", "w" + random.nextInt(1 << 12))))
                .isEmpty();
    }
}
