package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * ZSTD without a level: a column's pages have the bytes of level 1 where the first page is hardly larger with it, and
 * those of level 3 where it is. With a level that was asked for, they have the fewest bytes of level 1, of that level and
 * of that level without short copies.
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
        assertThat(bytes(usual, 0)).isEqualTo(bytes(one, 0));
        assertThat(bytes(usual, 1)).isLessThan(bytes(one, 1) * 99 / 100);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 9, 19})
    void noColumnIsLargerWithAHigherLevelThanWithTheFastOne(int level) throws IOException {
        List<Map<String, String>> rows = rows(row -> digits(), row -> document());
        FileMetadata one = write(rows, options -> options.compressionLevel(1));
        FileMetadata asked = write(rows, options -> options.compressionLevel(level));
        assertThat(bytes(asked, 0)).isLessThanOrEqualTo(bytes(one, 0));
        assertThat(bytes(asked, 1)).isLessThanOrEqualTo(bytes(one, 1));
    }

    @Test
    void aLevelThatWasAskedForLeavesOutShortCopiesWhereThatMakesPagesSmaller() throws IOException {
        // Digits that come again in long runs, which level 1 does not find, and in short ones by chance.
        List<String> known = IntStream.range(0, 3_000).mapToObj(row -> digits()).toList();
        List<Map<String, String>> rows = rows(
                row -> known.get(random.nextInt(known.size())).substring(0, 12) + digits().substring(0, 20),
                row -> document());
        byte[] page = page(rows);
        int withShortCopies = Zstd.compress(page, 9).length;
        int fast = Zstd.compress(page, 1).length;
        long asked = bytes(write(rows.subList(0, ROWS_A_PAGE), options -> options.compressionLevel(9)), 0);
        assertThat(asked).isLessThan(withShortCopies).isLessThan(fast);
    }

    /** The first page of the digits, before compression. */
    private static byte[] page(List<Map<String, String>> rows) {
        ByteBuffer page = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
        for (Map<String, String> row : rows.subList(0, ROWS_A_PAGE)) {
            byte[] digits = row.get("digits").getBytes(StandardCharsets.UTF_8);
            page.putInt(digits.length).put(digits);
        }
        return Arrays.copyOf(page.array(), page.position());
    }

    @Test
    void anotherCodecsHintDoesNotHarm() throws IOException {
        List<Map<String, String>> rows = rows(row -> digits(), row -> digits());
        EncodingHints hints = new EncodingHints();
        write(rows, options -> options.compressionLevel(9).encodingHints(hints));
        FileMetadata snappy =
                write(rows, options -> options.codec(CompressionCodec.SNAPPY).encodingHints(hints));
        assertThat(bytes(snappy, 0))
                .isEqualTo(bytes(write(rows, options -> options.codec(CompressionCodec.SNAPPY)), 0));
    }

    @Test
    void aLaterFileDoesAsTheFirstOneFoundAndTriesAgainNowAndThen() throws IOException {
        List<Map<String, String>> digits = rows(row -> digits(), row -> digits());
        List<Map<String, String>> documents = rows(row -> document(), row -> document());
        EncodingHints hints = new EncodingHints();
        long atLevelOne = bytes(write(documents, options -> options.compressionLevel(1)), 0);
        UnaryOperator<WriterOptions.Builder> withHints = options -> options.encodingHints(hints);
        FileMetadata first = write(digits, withHints);
        FileMetadata second = write(documents, withHints);
        FileMetadata third = write(documents, withHints);
        assertThat(bytes(first, 0)).isEqualTo(bytes(write(digits, options -> options.compressionLevel(1)), 0));
        assertThat(bytes(second, 0)).as("as the hint says").isEqualTo(atLevelOne);
        assertThat(bytes(third, 0)).as("decided again").isLessThan(atLevelOne * 99 / 100);
    }

    @Test
    void theLevelIsTriedAgainWhenPagesAreEncodedInAnotherWay() throws IOException {
        // A dictionary pays in the first pages and not in the last.
        List<Map<String, String>> rows = rows(row -> row < ROWS_A_PAGE ? "the same" : document(), row -> digits());
        UnaryOperator<WriterOptions.Builder> dictionaries =
                options -> options.dictionary(Dictionary.WHERE_IT_PAYS).dictionaryBytesMax(100_000);
        FileMetadata usual = write(rows, dictionaries);
        FileMetadata one = write(rows, options -> dictionaries.apply(options).compressionLevel(1));
        assertThat(bytes(usual, 0)).isLessThan(bytes(one, 0) * 99 / 100);
    }
}
