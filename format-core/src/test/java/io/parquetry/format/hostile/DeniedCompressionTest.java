package io.parquetry.format.hostile;

import static io.parquetry.format.hostile.HandMadeFile.INT32;
import static io.parquetry.format.hostile.HandMadeFile.OPTIONAL;
import static io.parquetry.format.hostile.HandMadeFile.REQUIRED;
import static io.parquetry.format.hostile.HandMadeFile.i32;
import static io.parquetry.format.hostile.HandMadeFile.ints;
import static io.parquetry.format.hostile.HandMadeFile.levels;
import static io.parquetry.format.hostile.HandMadeFile.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.file.WriterOptions.PageVersion;
import io.parquetry.format.hostile.FileParts.Kind;
import io.parquetry.format.internal.compression.Compressor;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.merge.ParquetMerger;
import io.parquetry.format.merge.ParquetMerger.KeyValues;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pages of version 2 whose headers deny that they are compressed: those of parquet-cpp, which always said so, are read
 * as what they are. Another writer's page that would be of two sizes is refused, not read as other values.
 */
class DeniedCompressionTest {
    private static final String PARQUET_CPP = "parquet-cpp version 1.5.1-SNAPSHOT";

    static Stream<CompressionCodec> codecs() {
        return CompressionCodec.written().stream().filter(codec -> codec != CompressionCodec.UNCOMPRESSED);
    }

    private static List<Map<String, Object>> records() {
        List<Map<String, Object>> records = new ArrayList<>();
        for (int row = 0; row < 900; row++) {
            records.add(
                    row % 100 == 99 ? Map.of("list", List.of()) : Map.of("n", row / 50, "list", List.of(row / 70, 1)));
        }
        return records;
    }

    private static byte[] denying(CompressionCodec codec, String createdBy) throws IOException {
        MessageType schema = MessageType.parse("message m { optional int32 n;"
                + " required group list (LIST) { repeated group list { optional int32 element; } } }");
        WriterOptions options = WriterOptions.builder()
                .codec(codec)
                .pageVersion(PageVersion.V2)
                .pageRowsMax(300)
                .dictionary(WriterOptions.Dictionary.NEVER)
                .build();
        MemoryOutputFile out = new MemoryOutputFile("file");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (Map<String, Object> record : records()) {
                writer.write(record);
            }
            writer.finish();
        }
        FileParts parts = new FileParts(out.toByteArray());
        FileParts.Edit edit = parts.edit();
        for (int page : parts.of(Kind.PAGE)) {
            edit.struct(page, header -> {
                Thrift.Field flag = header.struct(8).field(7);
                assertThat(flag.value).as("is compressed").isEqualTo(new Thrift.Flag(true));
                flag.value = new Thrift.Flag(false);
            });
        }
        return edit.struct(
                        parts.of(Kind.FOOTER).get(0),
                        footer -> footer.field(6).value = Thrift.Bytes.of(createdBy.getBytes(StandardCharsets.UTF_8)))
                .build();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void pagesOfParquetCppAreDecompressed(CompressionCodec codec) throws IOException {
        byte[] file = denying(codec, PARQUET_CPP);

        assertThat(DeviatingFiles.read(file, 0)).isEqualTo(records());
        assertThat(DeviatingFiles.read(file, 700)).isEqualTo(records().subList(700, 900));
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void pagesOfTwoSizesAreRefused(CompressionCodec codec) throws IOException {
        byte[] file = denying(codec, "another version 1.0");

        assertThatThrownBy(() -> DeviatingFiles.read(file, 0))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(
                        "row group 0, column n, page 0: the header says that the values are not compressed, but");
    }

    /** Then the sizes in the header tell nothing. */
    @Test
    void aPageThatDoesNotShrinkIsDecompressed() throws IOException {
        byte[] content = ints(new Random(1).ints(40).toArray());
        Compressor compressor = Compressor.of(CompressionCodec.SNAPPY, OptionalInt.empty());
        byte[] packed = {};
        for (int zeros = 0; packed.length != content.length; zeros++) {
            Arrays.fill(content, 0, zeros, (byte) 0);
            byte[] body = new byte[compressor.maxCompressedLength(content.length)];
            packed = Arrays.copyOf(body, compressor.compress(content, 0, content.length, body, 0));
            System.arraycopy(body, 0, packed, 0, packed.length);
        }
        byte[] none = {};
        byte[] file = new HandMadeFile()
                .root(1)
                .column(INT32, REQUIRED, "a")
                .pageV2(40, 0, 40, none, none, packed)
                .chunk(INT32, 40, "a")
                .changeChunk(List.of(i32(4, CompressionCodec.SNAPPY.id())), List.of())
                .footerField(text(6, PARQUET_CPP))
                .finish(40);

        assertThat(DeviatingFiles.read(file, 0)).hasSize(40).first().isEqualTo(Map.of("a", 0));
    }

    /** What a codec makes of no bytes may be a byte. */
    @Test
    void aPageOfNullsNeedsNoValues() throws IOException {
        byte[] none = {};
        byte[] file = new HandMadeFile()
                .root(1)
                .column(INT32, OPTIONAL, "a")
                .pageV2(2, 2, 2, none, levels(0, 0), new byte[1], 0)
                .chunk(INT32, 2, "a")
                .changeChunk(List.of(i32(4, CompressionCodec.SNAPPY.id())), List.of())
                .finish(2);

        assertThat(DeviatingFiles.read(file, 0)).isEqualTo(List.of(Map.of(), Map.of()));
    }

    @Test
    void theyAreNotMerged() throws IOException {
        byte[] file = denying(CompressionCodec.ZSTD, PARQUET_CPP);
        try (ParquetMerger merger = ParquetMerger.create(new MemoryOutputFile("merged"), KeyValues.MUST_AGREE)) {
            assertThatThrownBy(() -> merger.append(new MemoryInputFile("file", file)))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("unsupported: merging compressed pages of version 2 whose headers say");
        }
    }
}
