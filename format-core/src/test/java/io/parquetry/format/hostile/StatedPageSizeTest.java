package io.parquetry.format.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.file.WriterOptions.PageVersion;
import io.parquetry.format.hostile.FileParts.Kind;
import io.parquetry.format.hostile.FileParts.Part;
import io.parquetry.format.internal.compression.Compressor;
import io.parquetry.format.internal.compression.Decompressor;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A page whose header states a few bytes more than its codec gives is read if levels and values are complete. Where
 * they are not, nothing is made up: the page is corrupt.
 */
class StatedPageSizeTest {
    private static final int ROWS = 300;

    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        List<CompressionCodec> codecs = new ArrayList<>(CompressionCodec.written());
        codecs.remove(CompressionCodec.UNCOMPRESSED);
        for (CompressionCodec codec : codecs) {
            for (PageVersion version : PageVersion.values()) {
                for (String column : List.of(
                        "int64 PLAIN",
                        "int64 RLE_DICTIONARY",
                        "int64 DELTA_BINARY_PACKED",
                        "int64 BYTE_STREAM_SPLIT",
                        "double PLAIN",
                        "boolean PLAIN",
                        "boolean RLE",
                        "binary PLAIN",
                        "binary RLE_DICTIONARY",
                        "binary DELTA_LENGTH_BYTE_ARRAY",
                        "binary DELTA_BYTE_ARRAY")) {
                    cases.add(Arguments.of(codec, version, column));
                }
            }
        }
        return cases.stream();
    }

    private static byte[] file(CompressionCodec codec, PageVersion version, String column) throws IOException {
        String type = column.split(" ")[0];
        Encoding encoding = Encoding.valueOf(column.split(" ")[1]);
        MessageType schema = MessageType.parse("message m { optional " + type + " x; }");
        WriterOptions.Builder options =
                WriterOptions.builder().codec(codec).pageVersion(version).pageRowsMax(100);
        if (encoding != Encoding.RLE_DICTIONARY) {
            options.dictionary(WriterOptions.Dictionary.NEVER)
                    .column("x", ColumnOptions.builder().encoding(encoding).build());
        }
        MemoryOutputFile out = new MemoryOutputFile("file");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), options.build())) {
            for (int row = 0; row < ROWS; row++) {
                writer.write(row % 7 == 0 ? Map.of() : Map.of("x", value(type, row % 40)));
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private static Object value(String type, int number) {
        return switch (type) {
            case "int64" -> number * 1_000_003L;
            case "double" -> number / 3.0;
            case "boolean" -> number % 3 == 0;
            default -> ("value " + number).getBytes(StandardCharsets.UTF_8);
        };
    }

    private static List<Map<String, Object>> rows(byte[] file) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            while (cursor.next()) {
                rows.add(cursor.record());
            }
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aFewBytesMoreAreNoDefect(CompressionCodec codec, PageVersion version, String column) throws IOException {
        byte[] whole = file(codec, version, column);
        FileParts parts = new FileParts(whole);
        List<String> expected = texts(rows(whole));
        for (int page : parts.of(Kind.PAGE)) {
            for (int excess : new int[] {1, 2, 7}) {
                byte[] stated = parts.edit()
                        .struct(page, header -> header.setNumber(2, header.number(2) + excess))
                        .build();
                assertThat(texts(rows(stated))).as("page %s", page).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void whatIsMissingIsNeverMadeUp(CompressionCodec codec, PageVersion version, String column) throws IOException {
        byte[] whole = file(codec, version, column);
        FileParts parts = new FileParts(whole);
        List<String> expected = texts(rows(whole));
        for (int page : parts.of(Kind.PAGE)) {
            for (int missing : new int[] {1, 2, 7}) {
                byte[] cut = parts.edit()
                        .body(page, cutBody(parts.all().get(page), missing))
                        .build();
                requireCorruptOrWhole(cut, expected, column + ", page " + page + " without " + missing + " bytes");
            }
        }
    }

    private static void requireCorruptOrWhole(byte[] cut, List<String> expected, String as) throws IOException {
        List<String> read;
        try {
            read = texts(rows(cut));
        } catch (CorruptFileException e) {
            return;
        }
        assertThat(read).as(as).isEqualTo(expected);
    }

    /** Whether the page is not compressed, so that the header's length in the file is the only one. */
    private static boolean isStored(Part page) {
        Thrift.Struct v2 = page.header().struct(8);
        return v2 != null && v2.has(7) && v2.field(7).value.equals(new Thrift.Flag(false));
    }

    private static byte[] cutBody(Part page, int missing) {
        Thrift.Struct v2 = page.header().struct(8);
        int levels = v2 == null ? 0 : (int) (v2.number(5) + v2.number(6));
        int length = (int) page.header().number(2) - levels;
        if (isStored(page)) {
            return Arrays.copyOf(page.body(), page.body().length - missing);
        }
        byte[] content = new byte[length];
        Decompressor.of(page.codec()).decompress(page.body(), levels, page.body().length - levels, content, 0, length);
        Compressor compressor = Compressor.of(page.codec(), OptionalInt.empty());
        int kept = length - missing;
        byte[] body = Arrays.copyOf(page.body(), levels + compressor.maxCompressedLength(kept));
        int compressed = compressor.compress(content, 0, kept, body, levels);
        return Arrays.copyOf(body, levels + compressed);
    }

    private static List<String> texts(List<Map<String, Object>> rows) {
        return rows.stream()
                .map(row ->
                        row.get("x") instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(row.get("x")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void manyBytesMoreAreADefect(CompressionCodec codec, PageVersion version, String column) throws IOException {
        FileParts parts = new FileParts(file(codec, version, column));
        int page = parts.of(Kind.PAGE).get(0);
        Assumptions.assumeFalse(isStored(parts.all().get(page)));
        byte[] stated = parts.edit()
                .struct(page, header -> header.setNumber(2, header.number(2) + 1000))
                .build();

        assertThatThrownBy(() -> rows(stated)).isInstanceOf(CorruptFileException.class);
    }
}
