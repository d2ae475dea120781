package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first values of a partition decide on the columns of its variants, in however many batches they come. */
class ShreddedFilesTest {
    private static final TopicPartition PARTITION = new TopicPartition("events", 0);

    private final MemoryDisk disk = new MemoryDisk();
    private final Published published = new Published(disk);

    /** Each value has {@code id}; every second one from the given number on has {@code late}. */
    private static List<SinkRecord> values(int count, int lateFrom) {
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, Object> value = new HashMap<>(Map.of("id", (long) i));
            if (i >= lateFrom && i % 2 == 0) {
                value.put("late", "text " + i);
            }
            records.add(new SinkRecord("events", 0, null, null, null, value, i));
        }
        return records;
    }

    private void archive(List<SinkRecord> records, int batch, Map<String, String> more) throws IOException {
        Map<String, String> properties = new HashMap<>(
                Map.of("name", "archive", "storage.url", "memory", "schemaless", "variant", "variant.shred", "auto"));
        properties.putAll(more);
        FakeWorker worker = new FakeWorker(
                        Map.of(PARTITION, FakeWorker.log(records)),
                        properties,
                        new MemoryStorage(disk),
                        new ManualClock())
                .start();
        worker.drain(batch);
        worker.stop();
        assertThat(published.records())
                .extracting(StoredRecord::value)
                .containsExactlyElementsOf(
                        records.stream().map(SinkRecord::value).toList());
    }

    private List<MessageType> schemas() throws IOException {
        List<MessageType> schemas = new ArrayList<>();
        for (String path : published.paths()) {
            schemas.add(published.footer(path).schema());
        }
        return schemas;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 500, 20_000})
    void aPartOfTheLaterValuesHasItsColumnInTheFirstFileToo(int batch) throws IOException {
        archive(values(1_000, 400), batch, Map.of());

        assertThat(schemas()).singleElement().asString().contains("group late");
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 2_000})
    void tenThousandValuesDecideAndNoLaterOne(int batch) throws IOException {
        archive(values(15_000, 10_000), batch, Map.of());

        assertThat(schemas()).singleElement().asString().contains("group id").doesNotContain("group late");
    }

    @Test
    void aFileThatIsClosedBeforeHasTheColumnsOfTheValuesUntilThen() throws IOException {
        archive(values(1_000, 50), 10, Map.of("flush.size", "200", "record.metadata", "kafka"));

        assertThat(schemas())
                .hasSize(5)
                .allSatisfy(schema -> assertThat(schema.toString()).contains("group late"));
    }

    @Test
    void aPathWhoseFirstValuesAreNullIsTypedByTheOthers() throws IOException {
        archive(values(1_000, 400), 10, Map.of("variant.shred", "late"));

        assertThat(schemas())
                .singleElement()
                .asString()
                .containsPattern("group late \\{\\s+optional [^}]*value[^}]*typed_value \\(STRING\\)");
    }
}
