package io.parquetry.cli.verify;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.cli.inspect.SampleFiles;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of {@code verify}: a line for each file, and exit code 1 when one of them is bad. */
class VerifyCommandTest {
    private static final Path SIMPLE = FILES.resolve("simple.parquet");

    @TempDir
    private Path directory;

    @Test
    void aGoodFileIsReportedWithItsContents() {
        assertThat(CommandLineRun.of("verify", SIMPLE))
                .isEqualTo(new CommandLineRun(
                        0, "OK   " + SIMPLE + ": 5 rows, 1 column, 1 page" + System.lineSeparator(), ""));
    }

    @Test
    void filesWithEveryTypeAndEveryIndexAreGood() throws IOException {
        SampleFiles.allTypes(directory.resolve("types.parquet"));
        SampleFiles.manyPages(directory.resolve("many.parquet"));

        CommandLineRun run = CommandLineRun.of("verify", directory, FILES.resolve("nested.parquet"));

        assertThat(run.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("OK ")
                                .endsWith("many.parquet: 11 rows, 3 columns, 15 pages"),
                        line -> assertThat(line).startsWith("OK ").contains("types.parquet: 2 rows, 18 columns"),
                        line -> assertThat(line)
                                .startsWith("OK ")
                                .endsWith("nested.parquet: 3 rows, 2 columns, 2 pages"),
                        line -> assertThat(line).isEqualTo("3 files, 0 bad"));
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void oneBadFileDoesNotHideTheOthers() throws IOException {
        byte[] bytes = Files.readAllBytes(SIMPLE);
        bytes[60] ^= 0x55;
        Path damaged = Files.write(directory.resolve("damaged.parquet"), bytes);
        Path text = Files.writeString(directory.resolve("text.parquet"), "no Parquet at all");

        CommandLineRun run = CommandLineRun.of("verify", damaged, directory.resolve("none.parquet"), text, SIMPLE);

        assertThat(run.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("BAD  " + damaged + ", row group 0, column text, page 0: the checksum"),
                        line -> assertThat(line)
                                .isEqualTo("BAD  " + directory.resolve("none.parquet") + ": there is no such file"),
                        line -> assertThat(line).startsWith("BAD  " + text + ": not a Parquet file"),
                        line -> assertThat(line).startsWith("OK   " + SIMPLE),
                        line -> assertThat(line).isEqualTo("4 files, 3 bad"));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void boundsThatExcludeAValueAreFound() throws IOException {
        Path footer = forged("footer.parquet", false);
        Path index = forged("index.parquet", true);

        assertThat(CommandLineRun.of("verify", footer).out())
                .isEqualTo("BAD  " + footer + ", row group 0, column text: statistics: upper bound is \"text4\","
                        + " but there is a value \"text5\"" + System.lineSeparator());
        assertThat(CommandLineRun.of("verify", index).out())
                .isEqualTo("BAD  " + index + ", row group 0, column text, page 0: column index: upper bound is"
                        + " \"text4\", but there is a value \"text5\"" + System.lineSeparator());
    }

    /** The greatest value is in the page, in the column index and in the footer, in this order. */
    private Path forged(String name, boolean inIndex) throws IOException {
        String bytes = Files.readString(SIMPLE, StandardCharsets.ISO_8859_1);
        int inFooter = bytes.lastIndexOf("text5");
        int at = inIndex ? bytes.lastIndexOf("text5", inFooter - 1) : inFooter;
        return Files.writeString(
                directory.resolve(name),
                bytes.substring(0, at) + "text4" + bytes.substring(at + 5),
                StandardCharsets.ISO_8859_1);
    }

    /** The header of the value says a text of one byte, which is not there. */
    @Test
    void aVariantThatCannotBeReadIsNamed() throws IOException {
        Path file = directory.resolve("variant.parquet");
        MessageType schema = MessageType.parse(
                "message m { required group v (VARIANT(1)) { required binary metadata; required binary value; } }");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(file), schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(Map.of("v", Map.of("metadata", new byte[] {1, 0, 0}, "value", new byte[] {5})));
            writer.finish();
        }
        String fault = file + ", row group 0: field v: variant data of 1 bytes ends before byte 2";

        assertThat(CommandLineRun.of("verify", file).out()).isEqualTo("BAD  " + fault + System.lineSeparator());
        assertThat(CommandLineRun.of("cat", file))
                .isEqualTo(new CommandLineRun(1, "", "parquetry cat: " + fault + System.lineSeparator()));
    }

    @Test
    void inADirectoryOnlyVisibleParquetFilesAreVerified() throws IOException {
        Path below = Files.createDirectories(directory.resolve("a").resolve("b"));
        Files.copy(SIMPLE, below.resolve("good.parquet"));
        Files.writeString(below.resolve("notes.txt"), "notes");
        Files.writeString(below.resolve("_half.parquet"), "half");
        Files.writeString(below.resolve(".half.parquet"), "half");
        Files.writeString(Files.createDirectory(directory.resolve("_parquetry")).resolve("half.parquet"), "half");

        CommandLineRun run = CommandLineRun.of("verify", directory);

        assertThat(run.out().lines())
                .containsExactly("OK   " + below.resolve("good.parquet") + ": 5 rows, 1 column, 1 page");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void aDirectoryWithoutFilesIsAFailure() {
        CommandLineRun run = CommandLineRun.of("verify", directory);

        assertThat(run.err())
                .startsWith("parquetry verify: " + directory + ": there is no file *.parquet in this directory");
        assertThat(run.exitCode()).isEqualTo(1);
    }
}
