package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
