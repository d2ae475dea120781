package io.parquetry.format.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.hostile.DeviatingFiles;
import io.parquetry.format.hostile.DeviatingFiles.DeviatingFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.model.PlainRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that deviate from the format in a way that other readers read past are read, and have the same records for
 * parquet-java where it reads them. {@code verify} says what is wrong with them. {@code -Dwrite.files=true} writes the
 * files.
 */
class DeviatingFilesTest {
    /** Files that parquet-java does not read. */
    private static final List<String> NOT_JUDGED = List.of();

    static List<DeviatingFile> files() {
        return DeviatingFiles.all();
    }

    static List<DeviatingFile> judged() {
        return files().stream().filter(file -> !NOT_JUDGED.contains(file.name())).toList();
    }

    private static List<Object> read(byte[] file, long firstRow) throws IOException {
        List<Object> records = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), firstRow);
            while (cursor.next()) {
                records.add(cursor.record());
            }
        }
        return records;
    }

    @ParameterizedTest
    @MethodSource("files")
    void theTestResourceIsWhatIsLaidOut(DeviatingFile file) throws IOException {
        if (Boolean.getBoolean("write.files")) {
            Path path = Path.of("src/test/resources").resolve(file.resource());
            Files.createDirectories(path.getParent());
            Files.write(path, file.bytes());
        } else {
            assertThat(file.stored()).isEqualTo(file.bytes());
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void itsRecordsAreReadFromEveryRow(DeviatingFile file) throws IOException {
        for (int row = 0; row <= file.records().size(); row++) {
            assertThat(read(file.bytes(), row))
                    .as("from row %d", row)
                    .isEqualTo(file.records().subList(row, file.records().size()));
        }
    }

    @ParameterizedTest
    @MethodSource("judged")
    void parquetJavaReadsTheSame(DeviatingFile file) throws IOException {
        try (ParquetReader reader =
                ParquetReader.open(new MemoryInputFile("file", file.bytes()), ReaderOptions.DEFAULT)) {
            assertThat(ParquetJava.read(file.bytes(), reader.schema())).isEqualTo(file.records());
        }
    }

    @Test
    void everyTestResourceIsLaidOutHere() throws IOException {
        try (var found = Files.list(Path.of("src/test/resources/deviating"))) {
            assertThat(found.map(path -> "deviating/" + path.getFileName()))
                    .containsExactlyInAnyOrderElementsOf(
                            files().stream().map(DeviatingFile::resource).toList());
        }
    }
}
