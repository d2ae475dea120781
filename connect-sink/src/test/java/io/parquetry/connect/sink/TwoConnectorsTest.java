package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.log.LoggedLines;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        if (topicsDirectory != null) {
            local.put("topics.dir", topicsDirectory);
        }
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

    private void run(String connector, String... keysAndValues) {
        Map<String, String> before = Map.copyOf(properties);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        try {
            run(connector);
        } finally {
            properties.clear();
            properties.putAll(before);
        }
    }

    /** One has a directory for each topic below the other's, or the same one written in another way. */
    @ParameterizedTest
    @CsvSource({
        "topics.dir, lake, path.template, /lake/orders/dt=1",
        "topics.dir, lake, path.template, /lake/${topic}/p=${partition}",
        "topics.dir, lake, path.template, /lake/${value.id}",
        "topics.dir, lake, topics.dir, lake/orders/archive",
        "path.template, /lake/eu/${value.id}, path.template, /lake/eu/orders/${value.id}"
    })
    void theSecondOneFailsWhoseDirectoryIsTheSameAboveOrBelow(String oneKey, String one, String otherKey, String other)
            throws IOException {
        run("first", oneKey, one);
        List<String> before = published.paths();
        for (int start = 0; start < 2; start++) {
            assertThatThrownBy(() -> run("second", otherKey, other))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("another topics.dir or path.template");
        }
        append();
        run("first", oneKey, one);
        assertThat(published.ids("orders", 0)).hasSize(10).doesNotHaveDuplicates();
        assertThat(published.paths()).containsAll(before);
    }

    @ParameterizedTest
    @CsvSource({
        "path.template, /lake/orders/dt=1, topics.dir, lake",
        "path.template, /lake/${value.id}, topics.dir, lake",
        "topics.dir, lake/orders/archive, topics.dir, lake",
        "path.template, /lake/eu/orders/${value.id}, path.template, /lake/eu/${value.id}"
    })
    void theOrderInWhichTheyBeginDoesNotMatter(String oneKey, String one, String otherKey, String other)
            throws IOException {
        theSecondOneFailsWhoseDirectoryIsTheSameAboveOrBelow(oneKey, one, otherKey, other);
    }

    @Test
    void directoriesBesideEachOtherAreTwoArchives() {
        run("first", "path.template", "/lake/hot/dt=1");
        run("second", "path.template", "/lake/cold/dt=1");
        run("third", "path.template", "/lake/hot2/dt=1");
        run("first", "path.template", "/lake/hot/dt=1");
        assertThat(published.paths()).hasSize(6);
    }

    @Test
    void theSecondOneFailsWhoseUrlIsBelowAWholePath(@TempDir Path directory) throws IOException {
        Path inner = Files.createDirectories(directory.resolve("team"));
        properties.put("path.template", "/team/topics/orders/dt=1");
        runLocal("outer", directory, null);
        properties.remove("path.template");
        assertThatThrownBy(() -> runLocal("inner", inner, "topics")).hasMessageContaining("storage.url is above");
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

    private List<String> warnings(Path root) {
        return LoggedLines.with("connector \"first\" has written this topic", () -> runLocal("first", root, null));
    }

    /** Files that are there would be found by their names. */
    private static void forget(Path root) throws IOException {
        deleteFiles(root.resolve("_parquetry/first"));
        deleteFiles(root.resolve("topics"));
    }

    @Test
    void aConnectorWhoseLedgerIsGoneSaysThatItWritesAgain(@TempDir Path root) throws IOException {
        assertThat(warnings(root)).isEmpty();
        Path mark = root.resolve(LedgerDirectory.writer(LedgerDirectory.writers("orders", "topics/orders"), 1));
        assertThat(mark).exists();
        forget(root);
        // Another task of a connector that has just begun comes before the first commit.
        Files.setLastModifiedTime(mark, FileTime.fromMillis(clock.millis() - 60_000));
        assertThat(warnings(root)).isEmpty();
        forget(root);
        Files.setLastModifiedTime(mark, FileTime.fromMillis(clock.millis() - 3_600_000));
        assertThat(warnings(root))
                .singleElement(as(STRING))
                .contains("orders: ", "into topics/orders before", "restore _parquetry/first/orders");
        append();
        assertThat(warnings(root)).isEmpty();
    }
}
