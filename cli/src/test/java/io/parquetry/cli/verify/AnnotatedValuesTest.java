package io.parquetry.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an annotation promises and other readers rely on: {@code verify} says where it is not so. */
class AnnotatedValuesTest {
    private static final byte[] LATIN = "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] SURROGATE = {(byte) 0xed, (byte) 0xa0, (byte) 0x80};

    @TempDir
    private Path directory;

    /** A file of one column whose annotation is set afterwards, since the writer checks it. */
    private CommandLineRun verified(String column, LogicalType annotation, Object... values) throws IOException {
        Path plain = directory.resolve("plain.parquet");
        MessageType schema = MessageType.parse("message m { " + column + " x; }");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.replace(plain), schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (Object value : values) {
                writer.write(Map.of("x", value));
            }
            writer.finish();
        }
        PrimitiveType type = (PrimitiveType) schema.fields().get(0);
        MessageType annotated = new MessageType(
                "m",
                List.of(new PrimitiveType(
                        "x",
                        type.repetition(),
                        type.physicalType(),
                        type.typeLength(),
                        Optional.of(annotation),
                        type.fieldId())));
        return CommandLineRun.of(
                "verify",
                ForgedFooter.file(
                        plain,
                        directory.resolve("annotated.parquet"),
                        footer -> footer.toBuilder().schema(annotated).build()));
    }

    private static void assertBad(CommandLineRun run, String fault) {
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).startsWith("BAD").contains(fault);
    }

    @ParameterizedTest
    @EnumSource(names = {"STRING", "ENUM", "JSON"})
    void bytesThatAreNotUtf8AreNoText(LogicalType.Simple text) throws IOException {
        for (byte[] wrong : List.of(LATIN, SURROGATE)) {
            assertBad(
                    verified("required binary", text, "fine".getBytes(StandardCharsets.UTF_8), wrong),
                    "column x, page 0: row 1 has bytes that are not UTF-8, which " + text + " must be");
        }
        byte[] right = "caf\u00e9 \ud83d\ude00".getBytes(StandardCharsets.UTF_8);
        assertThat(verified("required binary", text, right).exitCode()).isZero();
        assertThat(verified("required binary", LogicalType.BSON, LATIN).exitCode())
                .isZero();
    }

    @Test
    void aColumnOfNoTypeHasNoValues() throws IOException {
        assertBad(verified("optional int32", LogicalType.UNKNOWN, 7), "column x, page 0: row 0 has the value 7");
    }

    @Test
    void anAnnotationOfAnotherTypeIsReported() throws IOException {
        assertBad(
                verified("required fixed_len_byte_array(15)", LogicalType.UUID, new byte[15]),
                "in the footer field x: UUID annotates only FIXED_LEN_BYTE_ARRAY(16)");
        assertBad(
                verified("required int32", new LogicalType.Decimal(38, 2), 7),
                "in the footer field x: DECIMAL(38,2) does not fit INT32");
        assertThat(verified("required int32", LogicalType.DATE, 7).exitCode()).isZero();
    }
}
