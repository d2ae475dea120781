package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two connectors that write the same topic into one directory are found out before the second one has a file. */
class TwoConnectorsTest {
    private static final TopicPartition ZERO = new TopicPartition("orders", 0);
    private static final Schema VALUE =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage storage = new MemoryStorage(disk);
    private final Published published = new Published(disk);
    private final ManualClock clock = new ManualClock();
    private final NavigableMap<Long, SinkRecord> log = new TreeMap<>();
    private final Map<String, String> properties = new HashMap<>(Map.of("storage.url", "memory", "flush.size", "3"));

    @BeforeEach
    void append() {
        for (long offset = log.size(), end = offset + 5; offset < end; offset++) {
            Struct value = new Struct(VALUE).put("id", offset);
            log.put(offset, new SinkRecord("orders", 0, null, null, VALUE, value, offset));
        }
    }

    private void run(String connector) {
        properties.put("name", connector);
        FakeWorker worker = new FakeWorker(Map.of(ZERO, log), properties, storage, clock).start();
        try {
            worker.drain(10);
        } finally {
            worker.stop();
        }
    }

    private void deleteLedger(String connector) throws IOException {
        for (String path : List.copyOf(disk.files().keySet())) {
            if (path.startsWith("_parquetry/" + connector + "/")) {
                storage.delete(path);
            }
        }
    }

    private void requireRefused(String connector, String other) {
        List<String> before = published.paths();
        assertThatThrownBy(() -> run(connector))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("topic orders is written into topics/orders")
                .hasMessageContaining("by connector \"" + other + "\"")
                .hasMessageContaining("topics.dir")
                .hasMessageContaining("_parquetry/" + connector + "/orders and run bin/parquetry ledger rename")
                .hasMessageContaining("delete _parquetry/" + other + "/orders");
        assertThat(published.paths()).isEqualTo(before);
    }

    @Test
    void theSecondOneFailsAtEachStartAndTheFirstOneGoesOn() throws IOException {
        run("first");
        requireRefused("second", "first");
        append();
        requireRefused("second", "first");
        run("first");
        assertThat(published.ids("orders", 0)).hasSize(10).doesNotHaveDuplicates();
    }

    private void runLocal(String connector, Path root, String topicsDirectory) {
        Map<String, String> local = new HashMap<>(properties);
        local.put("name", connector);
        local.put("topics.dir", topicsDirectory);
        local.put("storage.url", root.toUri().toString());
        FakeWorker worker = new FakeWorker(Map.of(ZERO, log), local, new LocalStorage(root), clock).start();
        try {
            worker.drain(10);
        } finally {
            worker.stop();
        }
    }

    private static void deleteFiles(Path below) throws IOException {
        try (Stream<Path> files = Files.walk(below).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void theSecondOneFailsWhoseUrlIsAbove(@TempDir Path directory) throws IOException {
        Path inner = Files.createDirectories(directory.resolve("team"));
        runLocal("inner", inner, "topics");
        assertThatThrownBy(() -> runLocal("outer", directory, "team/topics"))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("topic orders is written into team/topics/orders")
                .hasMessageContaining("connector \"inner\", whose storage.url is team there")
                .hasMessageContaining("delete team/_parquetry/inner/orders to write beside");
        runLocal("inner", inner, "topics");
        runLocal("elsewhere", directory, "team/archive");
        deleteFiles(inner.resolve("_parquetry/inner"));
        deleteFiles(inner.resolve("topics"));
        runLocal("outer", directory, "team/topics");
        assertThatThrownBy(() -> runLocal("inner", inner, "topics")).hasMessageContaining("storage.url is above");
    }

    @Test
    void theSecondOneFailsWhoseUrlIsBelow(@TempDir Path directory) throws IOException {
        Path inner = Files.createDirectories(directory.resolve("eu/team"));
        runLocal("orders", directory, "eu/team/topics");
        assertThatThrownBy(() -> runLocal("orders", inner, "topics"))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("topic orders is written into topics/orders")
                .hasMessageContaining("connector \"orders\", whose storage.url is above that one")
                .hasMessageContaining("delete _parquetry/.writers/topics%2Forders/orders/1.connector to write");
        runLocal("orders", directory, "eu/team/topics");
        runLocal("other", inner, "archive");
    }

    @Test
    void aMarkThatNamesNobodyIsNamed() throws IOException {
        String mark = "_parquetry/.writers/topics%2Forders/orders/1.connector";
        run("first");
        storage.delete(mark);
        storage.createIfAbsent(mark, new byte[0]);
        append();
        assertThatThrownBy(() -> run("first"))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining(mark + " in")
                .hasMessageContaining("where the name of a connector must be");
    }

    @Test
    void anotherDirectoryIsAnotherArchive() {
        run("first");
        properties.put("topics.dir", "archive");
        run("second");
        assertThat(published.paths()).hasSize(4);
    }

    @Test
    void aConnectorWhoseLedgerIsGoneHandsItsDirectoryOverOnce() throws IOException {
        run("first");
        requireRefused("second", "first");
        deleteLedger("first");
        deleteLedger("second");
        published.paths().forEach(path -> {
            try {
                storage.delete(path);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        run("second");
        requireRefused("first", "second");
        append();
        run("second");
        assertThat(published.ids("orders", 0)).hasSize(10).doesNotHaveDuplicates();
    }
}
