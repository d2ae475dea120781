package io.parquetry.cli.write;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of {@code merge}: one good file with all rows, or a message and no file. */
class MergeCommandTest {
    private static final Path SIMPLE = FILES.resolve("simple.parquet");

    @TempDir
    private Path directory;

    private Path target;

    @BeforeEach
    void nameTarget() {
        target = directory.resolve("merged.parquet");
    }

    @Test
    void theRowsOfAllFilesAreMergedInOrder() throws IOException {
        Path nested = FILES.resolve("nested.parquet");

        assertThat(CommandLineRun.of("merge", nested, nested, target))
                .isEqualTo(new CommandLineRun(
                        0, target + ": 6 rows in 2 row groups from 2 files" + System.lineSeparator(), ""));

        assertThat(CommandLineRun.of("cat", target).out())
                .isEqualTo(CommandLineRun.of("cat", nested, nested).out());
        assertThat(CommandLineRun.of("verify", target).exitCode()).isZero();
        assertThat(filesInDirectory()).isEqualTo(1);
    }

    @Test
    void anExistingFileIsNotOverwritten() throws IOException {
        Files.writeString(target, "mine");

        assertRefused(target + ": exists already and is not overwritten; OUT, the file to write, comes last", SIMPLE);

        assertThat(target).hasContent("mine");
    }

    @Test
    void whoGivesTheOutputFirstOrNotAtAllIsToldTheOrder() throws IOException {
        Path one = Files.copy(SIMPLE, directory.resolve("one.parquet"));
        Path two = Files.copy(SIMPLE, directory.resolve("two.parquet"));
        String order = "; OUT, the file to write, comes last, after the files to join";

        assertThat(CommandLineRun.of("merge", target, one, two).err())
                .isEqualToIgnoringNewLines(
                        "parquetry merge: " + two + ": exists already and is not overwritten" + order);
        assertThat(CommandLineRun.of("merge", target, directory).err()).contains(order);
        assertThat(CommandLineRun.of("merge", one, directory + "/*.parquet").err())
                .contains("/*.parquet: is a pattern of files to read" + order);
        CommandLineRun alone = CommandLineRun.of("merge", one);
        assertThat(alone.exitCode()).isEqualTo(2);
        assertThat(alone.err()).contains("only " + one + " is given" + order + ", as in merge IN... OUT");
        assertThat(filesInDirectory()).isEqualTo(2);
    }

    @Test
    void anotherSchemaIsRefusedWithTheFieldThatDiffers() throws IOException {
        assertRefused(
                "cannot merge " + FILES.resolve("nested.parquet") + " with " + SIMPLE + ": field text ",
                SIMPLE,
                FILES.resolve("nested.parquet"));

        assertThat(filesInDirectory()).isZero();
    }

    @Test
    void differentMetadataIsRefusedUnlessTheFirstIsKept() throws IOException {
        Path one = with("one.parquet", Map.of("note", "1"));
        Path two = with("two.parquet", Map.of("note", "2"));

        assertRefused("cannot merge " + two + ": it says 'note' = 2, but a file before says 1", one, two);
        assertThat(CommandLineRun.of("merge", one, two, "--keep-first-metadata", target)
                        .exitCode())
                .isZero();
        assertThat(CommandLineRun.of("meta", target).out()).contains("key note, value 1");
    }

    @Test
    void whatOnlyTheRowsOfOneFileHaveIsLeftOut() throws IOException {
        Path one = with("one.parquet", Map.of("parquetry.offset.first", "0", "parquetry.topic", "orders"));
        Path two = with("two.parquet", Map.of("parquetry.offset.first", "9", "parquetry.topic", "orders"));

        CommandLineRun merge = CommandLineRun.of("merge", one, two, target);

        assertThat(merge.err()).contains("as no longer true: parquetry.offset.first");
        assertThat(CommandLineRun.of("meta", target).out())
                .contains("key parquetry.topic, value orders")
                .doesNotContain("parquetry.offset.first");
        Path copy = directory.resolve("copy.parquet");
        assertThat(CommandLineRun.of("merge", one, copy).exitCode()).isZero();
        assertThat(CommandLineRun.of("meta", copy).out()).contains("key parquetry.offset.first, value 0");
    }

    @Test
    void aBadOrMissingFileLeavesNoFile() throws IOException {
        byte[] whole = Files.readAllBytes(SIMPLE);
        Path cut = Files.write(directory.resolve("cut"), Arrays.copyOf(whole, whole.length - 1));

        assertRefused(cut + ": not a Parquet file, or not a whole one", SIMPLE, cut);
        assertRefused(directory.resolve("none") + ": there is no such file", SIMPLE, directory.resolve("none"));
        assertRefused(directory + ": there is no file", SIMPLE, directory);

        assertThat(filesInDirectory()).isEqualTo(1);
    }

    @Test
    void aMissingDirectoryIsNamed() {
        target = directory.resolve("no").resolve("merged.parquet");

        assertRefused(target + ": cannot be written, there is no directory " + directory.resolve("no"), SIMPLE);
    }

    @Test
    void aFileThatAppearsMeanwhileIsKept() throws IOException {
        try (NewFile file = NewFile.create(target, NewFile.Existing.KEPT)) {
            file.output().write(new byte[] {1}, 0, 1);
            Files.writeString(target, "faster");

            assertThatThrownBy(file::publish)
                    .hasMessageEndingWith("exists already and is not overwritten; name a new file");
        }
        assertThat(target).hasContent("faster");
        assertThat(filesInDirectory()).isEqualTo(1);
    }

    private Path with(String name, Map<String, String> keyValues) throws IOException {
        Path file = directory.resolve(name);
        MessageType schema = MessageType.parse("message m { required int32 id; }");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(file), schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(Map.of("id", 1));
            keyValues.forEach(writer::putKeyValue);
            writer.finish();
        }
        return file;
    }

    private void assertRefused(String reason, Path... sources) {
        Object[] arguments = Stream.of(Stream.of("merge"), Stream.of(sources), Stream.of(target))
                .flatMap(part -> part)
                .toArray();
        CommandLineRun run = CommandLineRun.of(arguments);

        assertThat(run.err()).startsWith("parquetry merge: " + reason).hasLineCount(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(1);
    }

    private long filesInDirectory() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }
}
