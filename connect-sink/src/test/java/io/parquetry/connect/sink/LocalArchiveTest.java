package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.log.LoggedLines;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.LocalStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths of files in a real directory, also after a user moves the connector's position. */
class LocalArchiveTest {
    private static final TopicPartition ZERO = new TopicPartition("orders", 0);
    private static final Schema VALUE =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

    @TempDir
    private Path directory;

    private String template = "";
    private final NavigableMap<Long, SinkRecord> log = new TreeMap<>();

    private Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>();
        properties.put("name", "archive/1");
        properties.put("storage.url", directory.toString());
        properties.put("flush.size", "3");
        if (!template.isEmpty()) {
            properties.put("path.template", template);
        }
        return properties;
    }

    private void append(long from, long to) {
        LongStream.range(from, to)
                .forEach(offset -> log.put(
                        offset,
                        new SinkRecord("orders", 0, null, null, VALUE, new Struct(VALUE).put("id", offset), offset)));
    }

    private void run() {
        FakeWorker worker =
                new FakeWorker(Map.of(ZERO, log), properties(), new LocalStorage(directory), new ManualClock());
        worker.start();
        worker.drain(5);
        worker.stop();
    }

    private List<String> files(String below) throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve(below))) {
            return files.filter(Files::isRegularFile)
                    .map(path -> directory.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    private void alter(Long offset) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        offsets.put(ZERO, offset);
        assertThat(new ParquetSinkConnector().alterOffsets(properties(), offsets))
                .isTrue();
    }

    @Test
    void filesAndLedgerHaveTheDocumentedPaths() throws IOException {
        append(0, 4);
        run();
        assertThat(files("topics"))
                .containsExactly(
                        "topics/orders/partition=0/orders+0+0000000000+0000000002.parquet",
                        "topics/orders/partition=0/orders+0+0000000003+0000000003.parquet");
        assertThat(files("_parquetry"))
                .containsExactly(
                        "_parquetry/.writers/topics%2Forders/orders/1.connector",
                        "_parquetry/archive%2F1/orders/0/0000000001.commit",
                        "_parquetry/archive%2F1/orders/0/0000000002.commit",
                        "_parquetry/archive%2F1/orders/0/0000000003.commit",
                        "_parquetry/archive%2F1/orders/0/0000000004.commit");
    }

    @Test
    void recordTypesOfOneTopicHaveDirectoriesOfTheirOwnWithoutTheTopics() throws IOException {
        template = "/lake/type=${schema.name}";
        for (long offset = 0; offset < 4; offset++) {
            Schema schema = SchemaBuilder.struct()
                    .name(offset % 2 == 0 ? "OrderPlaced" : "OrderCancelled")
                    .field(offset % 2 == 0 ? "total" : "reason", Schema.INT64_SCHEMA)
                    .build();
            Struct value = new Struct(schema).put(schema.fields().get(0), offset);
            log.put(offset, new SinkRecord("orders", 0, null, null, schema, value, offset));
        }
        run();
        assertThat(files("lake"))
                .containsExactly(
                        "lake/type=OrderCancelled/orders+0+0000000001+0000000003.parquet",
                        "lake/type=OrderPlaced/orders+0+0000000000+0000000002.parquet");
    }

    @Test
    void aResetThatWouldResetNothingIsRefusedWhereThereAreLedgers() {
        ParquetSinkConnector connector = new ParquetSinkConnector();
        assertThat(connector.alterOffsets(properties(), Map.of())).isTrue();
        append(0, 4);
        run();
        assertThatThrownBy(() -> connector.alterOffsets(properties(), Map.of()))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("has no offsets")
                .hasMessageContaining("the ledger _parquetry/archive%2F1/orders/0 in file:")
                .hasMessageContaining("PATCH /connectors/");
    }

    /** As when the reply to the first request is lost: the group has no offsets any more. */
    @Test
    void aResetThatIsRepeatedIsNotRefused() {
        append(0, 4);
        run();
        alter(null);
        assertThat(new ParquetSinkConnector().alterOffsets(properties(), Map.of()))
                .isTrue();
    }

    /** Connect moves the offsets of the consumer group afterwards, and does not say that it could not. */
    @Test
    void aMoveIsSaidWhenItIsRequested() {
        append(0, 6);
        run();
        assertThat(LoggedLines.with("the ledger of connector", () -> alter(2L)))
                .singleElement()
                .asString()
                .contains("orders-0")
                .contains("from offset 6 to offset 2")
                .contains("If Connect refuses the request");
    }

    @Test
    void aRewindWritesTheSameOffsetsAgainBesideTheOldFiles() throws IOException {
        append(0, 6);
        run();
        alter(2L);
        run();
        assertThat(files("topics").stream().map(path -> path.substring(path.lastIndexOf('/') + 1)))
                .containsExactly(
                        "orders+0+0000000000+0000000002.parquet",
                        "orders+0+0000000002+0000000004+g1.parquet",
                        "orders+0+0000000003+0000000005.parquet",
                        "orders+0+0000000005+0000000005+g1.parquet");
    }

    @Test
    void aResetBeginsWhereTheGroupBegins() throws IOException {
        append(0, 6);
        run();
        log.clear();
        append(0, 2); // the topic was created again
        alter(null);
        run();
        assertThat(files("topics").stream()
                        .map(path -> path.substring(path.lastIndexOf('/') + 1))
                        .map(name -> DataFileName.parse(name).orElseThrow())
                        .filter(name -> name.generation() == 1))
                .containsExactly(new DataFileName("orders", 0, 0, 1, 1));
    }

    @Test
    void aStepForwardLeavesOffsetsOut() throws IOException {
        append(0, 3);
        run();
        append(3, 9);
        alter(7L);
        run();
        assertThat(files("topics").stream().map(path -> path.substring(path.lastIndexOf('/') + 1)))
                .containsExactly("orders+0+0000000000+0000000002.parquet", "orders+0+0000000007+0000000008+g1.parquet");
    }

    @Test
    void aPositionCanBeSetBeforeAnythingWasWritten() throws IOException {
        append(0, 5);
        alter(3L);
        run();
        assertThat(files("topics")).hasSize(1).first().asString().contains("+0000000003+0000000004+g1");
    }

    @Test
    void aNegativePositionIsRefused() {
        assertThatThrownBy(() -> alter(-1L))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("-1");
        assertThat(directory).isEmptyDirectory();
    }
}
