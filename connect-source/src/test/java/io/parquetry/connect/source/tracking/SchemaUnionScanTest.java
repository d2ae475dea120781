package io.parquetry.connect.source.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.CountingStorage;
import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.select.Selection;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The footer of each file is read once, oldest first, and no more footers are read once the task is to stop. */
class SchemaUnionScanTest {
    @TempDir
    Path directory;

    private List<DataFile> files(int count) throws IOException {
        return files(count, count);
    }

    /** @param conflicting the number of the file, counted from the newest, of another schema */
    private List<DataFile> files(int count, int conflicting) throws IOException {
        for (int i = 0; i < count; i++) {
            MessageType schema = MessageType.parse(
                    i == conflicting ? "message m { required binary n; }" : "message m { required int32 n; }");
            try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                    LocalOutputFile.replace(directory.resolve(i + ".parquet")),
                    schema,
                    PlainRecords.walker(),
                    WriterOptions.DEFAULT)) {
                writer.finish();
            }
        }
        return IntStream.range(0, count)
                .mapToObj(i -> new DataFile(new StoredFile(i + ".parquet", 500, 1_000 - i), Optional.empty()))
                .toList();
    }

    @Test
    void eachFooterIsReadOnceAndTheOldestFirst() throws IOException {
        CountingStorage storage = new CountingStorage(directory);
        SchemaUnionScan unionScan = new SchemaUnionScan(storage, selection(), true);
        List<DataFile> files = files(5);

        scan(unionScan, files, 0);
        assertThat(unionScan.finishScan(0, () -> storage.opened.size() == 2)).isFalse();
        assertThat(storage.opened).containsExactly("4.parquet", "3.parquet");
        scan(unionScan, files, 1);
        assertThat(unionScan.finishScan(1, () -> false)).isTrue();
        scan(unionScan, files, 2);
        assertThat(unionScan.finishScan(2, () -> false)).isTrue();

        assertThat(storage.opened).containsExactly("4.parquet", "3.parquet", "2.parquet", "1.parquet", "0.parquet");
    }

    @Test
    void tenFilesWithoutAUnionAreNamedAndTheOthersCounted() throws IOException {
        assertThatThrownBy(() -> union(files(11, 10)))
                .isInstanceOf(ConfigMismatchException.class)
                .hasMessageContaining("0.parquet")
                .hasMessageContaining("9.parquet")
                .hasMessageNotContaining("more");
        assertThatThrownBy(() -> union(files(13, 12)))
                .hasMessageContaining("2.parquet")
                .hasMessageContaining("; and 2 more. Leave files out");
    }

    private void union(List<DataFile> files) throws IOException {
        SchemaUnionScan unionScan = new SchemaUnionScan(new CountingStorage(directory), selection(), true);
        scan(unionScan, files, 0);
        unionScan.finishScan(0, () -> false);
    }

    private Selection selection() {
        return new Selection(
                SourceSettings.of(Map.of("storage.url", directory.toString(), "topic", "t", "schema.merge", "union")));
    }

    private static void scan(SchemaUnionScan unionScan, List<DataFile> files, long nowMs) {
        unionScan.beginScan();
        files.forEach(file -> unionScan.visit(file, nowMs));
    }
}
