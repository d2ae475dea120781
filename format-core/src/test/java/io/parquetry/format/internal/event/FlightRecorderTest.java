package io.parquetry.format.internal.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording has an event for each row group, column chunk and page that is written or read, and says how large. */
class FlightRecorderTest {
    private static final String FILE = "recorded by FlightRecorderTest";
    private static final MessageType SCHEMA =
            MessageType.parse("message record { required int64 id; required group of { optional int32 recorded; } }");
    private static final int ROWS = 250;

    @TempDir
    private Path folder;

    private static FileMetadata writeAndRead() throws IOException {
        WriterOptions options = WriterOptions.builder().pageRowsMax(100).build();
        MemoryOutputFile out = new MemoryOutputFile(FILE);
        FileMetadata footer;
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (int row = 0; row < ROWS; row++) {
                writer.write(Map.of("id", (long) row, "of", Map.of("recorded", row % 7)));
            }
            footer = writer.finish();
        }
        try (ParquetReader reader = ParquetReader.open(out.toInputFile(), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            while (cursor.next()) {
                cursor.record();
            }
        }
        return footer;
    }

    /** The events of this test's file; other tests may run at the same time. */
    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("parquetry." + name))
                .filter(event -> event.hasField("file")
                        ? event.getString("file").equals(FILE)
                        : event.getString("column").equals("of.recorded"))
                .toList();
    }

    @Test
    void aRecordingHasWhatWasWrittenAndRead() throws IOException {
        Path file = folder.resolve("recording.jfr");
        FileMetadata footer;
        try (Recording recording = new Recording()) {
            recording.start();
            footer = writeAndRead();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        RowGroupMetadata rowGroup = footer.rowGroups().get(0);

        assertThat(named(events, "RowGroupWritten")).singleElement().satisfies(event -> {
            assertThat(event.getInt("rowGroup")).isZero();
            assertThat(event.getLong("rows")).isEqualTo(ROWS);
            assertThat(event.getInt("columns")).isEqualTo(2);
            assertThat(event.getLong("bytes"))
                    .isEqualTo(rowGroup.compressedBytes().getAsLong());
            assertThat(event.getLong("uncompressedBytes")).isEqualTo(rowGroup.uncompressedBytes());
            assertThat(event.getEventType().getCategoryNames()).containsExactly("Parquetry");
        });
        assertThat(named(events, "RowGroupRead")).singleElement().satisfies(event -> {
            assertThat(event.getLong("rows")).isEqualTo(ROWS);
            assertThat(event.getInt("columns")).isEqualTo(2);
        });
        assertChunks(named(events, "ChunkWritten"), rowGroup.columns());
        assertChunks(named(events, "ChunkRead"), rowGroup.columns());

        assertThat(named(events, "PageWritten"))
                .as("the dictionary and three pages")
                .hasSize(4)
                .allSatisfy(
                        event -> assertThat(event.getLong("uncompressedBytes")).isPositive())
                .extracting(event -> event.getString("encoding"))
                .containsExactlyInAnyOrder("PLAIN", "RLE_DICTIONARY", "RLE_DICTIONARY", "RLE_DICTIONARY");
        assertThat(named(events, "PageRead"))
                .filteredOn(event -> event.getString("column").equals("of.recorded"))
                .allSatisfy(event -> {
                    assertThat(event.getString("encoding")).isEqualTo("RLE_DICTIONARY");
                    assertThat(event.getLong("bytes")).isPositive();
                    assertThat(event.getLong("uncompressedBytes")).isPositive();
                })
                .extracting(event -> event.getLong("entries"))
                .containsExactly(100L, 100L, 50L);
    }

    private static void assertChunks(List<RecordedEvent> events, List<ColumnChunkMetadata> chunks) {
        assertThat(events).hasSameSizeAs(chunks);
        for (int i = 0; i < chunks.size(); i++) {
            RecordedEvent event = events.get(i);
            ColumnChunkMetadata chunk = chunks.get(i);
            assertThat(event.getString("column")).isEqualTo(String.join(".", chunk.path()));
            assertThat(event.getString("codec")).isEqualTo("ZSTD");
            assertThat(event.getLong("entries")).isEqualTo(ROWS);
            assertThat(event.getLong("bytes")).isEqualTo(chunk.bytes().compressed());
            assertThat(event.getLong("uncompressedBytes"))
                    .isEqualTo(chunk.bytes().uncompressed());
        }
    }
}
