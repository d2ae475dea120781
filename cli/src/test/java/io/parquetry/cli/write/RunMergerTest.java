package io.parquetry.cli.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.file.WriterOptions.Direction;
import io.parquetry.format.file.WriterOptions.Nulls;
import io.parquetry.format.file.WriterOptions.SortedBy;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs are merged in order whatever memory there is: all at once, or two at a time over several files. */
class RunMergerTest {
    private static final MessageType SCHEMA = MessageType.parse("message m { required int32 key; required int32 at; }");
    private static final int RUNS = 9;
    private static final int ROWS_OF_RUN = 50;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, Long.MAX_VALUE})
    void allRowsAreInOrder(long memoryBytesMax) throws IOException {
        List<SortedBy> keys = List.of(new SortedBy("key", Direction.ASCENDING, Nulls.LAST));
        Path sorted = directory.resolve("sorted");
        Random random = new Random(7);
        try (ParquetWriter<Map<String, ?>> runs = ParquetWriter.create(
                LocalOutputFile.create(sorted),
                SCHEMA,
                PlainRecords.walker(),
                RunMerger.temporary(WriterOptions.DEFAULT).sort(keys).build())) {
            for (int at = 0; at < RUNS * ROWS_OF_RUN; at++) {
                runs.write(Map.of("key", random.nextInt(40), "at", at));
                if (at % ROWS_OF_RUN == ROWS_OF_RUN - 1) {
                    runs.flushRowGroup();
                }
            }
            assertThat(runs.finish().rowGroups()).hasSize(RUNS);
        }
        Path merged = directory.resolve("merged");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(merged), SCHEMA, RawRecords.walker(), WriterOptions.DEFAULT)) {
            new RunMerger(SCHEMA, new RowOrder(SCHEMA, keys), memoryBytesMax)
                    .merge(sorted, directory.resolve("spare"), WriterOptions.DEFAULT, writer);
            writer.finish();
        }

        assertThat(directory.resolve("spare").toFile().exists()).isEqualTo(memoryBytesMax == 1);
        List<Long> order = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(merged), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> rows = reader.records(PlainRecords.builder());
            while (rows.next()) {
                order.add((Integer) rows.record().get("key") * 1_000L
                        + (Integer) rows.record().get("at"));
            }
        }
        assertThat(order).hasSize(RUNS * ROWS_OF_RUN).isSorted().doesNotHaveDuplicates();
    }
}
