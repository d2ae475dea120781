package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.WriterOptions.Dictionary;
import io.parquetry.format.host.EncodingHints;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * ZSTD without a level: a column's pages have the bytes of level 1 where the first page is hardly larger with it, and
 * those of level 3 where it is. A level that was asked for is that of all pages.
 */
class FasterLevelTest {
    private static final int ROWS = 30_000;
    private static final int ROWS_A_PAGE = 10_000;
    private static final MessageType SCHEMA = new MessageType("texts", List.of(text("digits"), text("documents")));

    private final Random random = new Random(25);
    private final List<String> words =
            IntStream.range(0, 2_000).mapToObj(word -> digits().substring(0, 7)).toList();

    private static PrimitiveType text(String name) {
        return PrimitiveType.of(name, Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
    }

    /** Hexadecimal digits by chance: there is nothing to find for a level that looks longer. */
    private String digits() {
        return String.format("%016x%016x", random.nextLong(), random.nextLong());
    }

    /** A text of words that come again in other texts, sooner or later. */
    private String document() {
        return IntStream.range(0, 8)
                .mapToObj(word -> words.get(random.nextInt(words.size())))
                .collect(Collectors.joining(" "));
    }

    private List<Map<String, String>> rows(IntFunction<String> digits, IntFunction<String> documents) {
        return IntStream.range(0, ROWS)
                .mapToObj(row -> Map.of("digits", digits.apply(row), "documents", documents.apply(row)))
                .toList();
    }

    private static FileMetadata write(List<Map<String, String>> rows, UnaryOperator<WriterOptions.Builder> more)
            throws IOException {
        WriterOptions.Builder options = WriterOptions.builder()
                .codec(CompressionCodec.ZSTD)
                .dictionary(Dictionary.NEVER)
                .pageRowsMax(ROWS_A_PAGE);
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                new MemoryOutputFile("memory"),
                SCHEMA,
                PlainRecords.walker(),
                more.apply(options).build())) {
            for (Map<String, String> row : rows) {
                writer.write(row);
            }
            return writer.finish();
        }
    }

    private static long bytes(FileMetadata file, int column) {
        return file.rowGroups().get(0).columns().get(column).bytes().compressed();
    }

    @Test
    void eachColumnTakesTheLevelThatItsFirstPageAsksFor() throws IOException {
        List<Map<String, String>> rows = rows(row -> digits(), row -> document());
        FileMetadata usual = write(rows, options -> options);
        FileMetadata one = write(rows, options -> options.compressionLevel(1));
        FileMetadata three = write(rows, options -> options.compressionLevel(3));
        assertThat(bytes(usual, 0)).isEqualTo(bytes(one, 0)).isLessThan(bytes(three, 0));
        assertThat(bytes(usual, 1)).isEqualTo(bytes(three, 1)).isLessThan(bytes(one, 1) * 99 / 100);
    }

    @Test
    void aLaterFileDoesAsTheFirstOneFoundAndTriesAgainNowAndThen() throws IOException {
        List<Map<String, String>> digits = rows(row -> digits(), row -> digits());
        List<Map<String, String>> documents = rows(row -> document(), row -> document());
        EncodingHints hints = new EncodingHints();
        long atLevelOne = bytes(write(documents, options -> options.compressionLevel(1)), 0);
        long atLevelThree = bytes(write(documents, options -> options.compressionLevel(3)), 0);
        UnaryOperator<WriterOptions.Builder> withHints = options -> options.encodingHints(hints);
        FileMetadata first = write(digits, withHints);
        FileMetadata second = write(documents, withHints);
        FileMetadata third = write(documents, withHints);
        assertThat(bytes(first, 0)).isEqualTo(bytes(write(digits, options -> options.compressionLevel(1)), 0));
        assertThat(bytes(second, 0)).as("as the hint says").isEqualTo(atLevelOne);
        assertThat(bytes(third, 0)).as("decided again").isEqualTo(atLevelThree);
    }

    @Test
    void theLevelIsTriedAgainWhenPagesAreEncodedInAnotherWay() throws IOException {
        // A dictionary pays in the first pages and not in the last.
        List<Map<String, String>> rows = rows(row -> row < ROWS_A_PAGE ? "the same" : document(), row -> digits());
        UnaryOperator<WriterOptions.Builder> dictionaries =
                options -> options.dictionary(Dictionary.WHERE_IT_PAYS).dictionaryBytesMax(100_000);
        FileMetadata usual = write(rows, dictionaries);
        assertThat(bytes(usual, 0))
                .isEqualTo(
                        bytes(write(rows, options -> dictionaries.apply(options).compressionLevel(3)), 0))
                .isLessThan(bytes(
                                write(
                                        rows,
                                        options -> dictionaries.apply(options).compressionLevel(1)),
                                0)
                        * 99
                        / 100);
    }
}
