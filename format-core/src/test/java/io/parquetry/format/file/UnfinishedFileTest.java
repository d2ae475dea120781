package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UsageException;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.merge.ParquetMerger;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer that is closed before it has finished its file leaves no file, and no old file is lost. */
class UnfinishedFileTest {
    private static final MessageType SCHEMA = MessageType.parse(
            "message quake { required binary id (STRING); optional double mag; repeated double at; }");

    @TempDir
    private Path directory;

    private static ParquetWriter<Map<String, ?>> writer(OutputFile out) throws IOException {
        return ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), WriterOptions.DEFAULT);
    }

    @Test
    void anUnfinishedFileIsRemoved() throws IOException {
        Path file = directory.resolve("file.parquet");
        leaveUnfinished(LocalOutputFile.create(file));
        assertThat(directory).isEmptyDirectory();
        leaveUnfinished(LocalOutputFile.replace(file));
        assertThat(directory).isEmptyDirectory();
    }

    private static void leaveUnfinished(OutputFile out) throws IOException {
        try (ParquetWriter<Map<String, ?>> writer = writer(out)) {
            writer.write(Map.of("id", "a"));
            writer.flushRowGroup();
        }
    }

    @Test
    void aFileWhoseSchemaIsRefusedIsRemoved() throws IOException {
        MessageType unfit = MessageType.parse("message m { required int96 at; }");
        OutputFile out = LocalOutputFile.create(directory.resolve("file.parquet"));
        assertThatThrownBy(() -> ParquetWriter.create(out, unfit, PlainRecords.walker(), WriterOptions.DEFAULT))
                .isInstanceOf(UsageException.class);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aFileThatWasClosedUnfinishedTakesNoRecords() throws IOException {
        Path file = directory.resolve("file.parquet");
        ParquetWriter<Map<String, ?>> writer = writer(LocalOutputFile.replace(file));
        writer.close();
        assertThatThrownBy(() -> writer.write(Map.of("id", "a")))
                .isInstanceOf(UsageException.class)
                .hasMessage(file + ": was closed unfinished; begin another");
        assertThatThrownBy(writer::finish).hasMessage(file + ": was closed unfinished; begin another");
        writer.close();
        assertThat(directory).isEmptyDirectory();

        ParquetMerger merger = ParquetMerger.create(LocalOutputFile.replace(file), ParquetMerger.KeyValues.MUST_AGREE);
        merger.close();
        assertThatThrownBy(merger::finish).hasMessage(file + ": was closed unfinished; begin another");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theExampleOfTheReadmeRunsTwice() throws IOException {
        Path file = directory.resolve("quakes.parquet");
        for (int run = 0; run < 2; run++) {
            try (ParquetWriter<Map<String, ?>> writer = writer(LocalOutputFile.replace(file))) {
                writer.write(Map.of("id", "ci37868143", "mag", 2.0, "at", List.of(-118.66, 34.49, 26.49)));
                writer.write(Map.of("id", "ci37868135", "at", List.of()));
                writer.finish();
            }
            try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
                RecordCursor<Map<String, Object>> rows = reader.records(PlainRecords.builder());
                assertThat(rows.next()).isTrue();
                assertThat(rows.record())
                        .isEqualTo(Map.of("id", "ci37868143", "mag", 2.0, "at", List.of(-118.66, 34.49, 26.49)));
                assertThat(rows.next()).isTrue();
                assertThat(rows.next()).isFalse();
            }
            assertThat(directory).isDirectoryContaining(file::equals);
        }
    }
}
