package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.storage.SimulatedCrash;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.sink.InterceptedStorage.Step;
import io.parquetry.connect.source.ParquetSourceTask;
import io.parquetry.storage.azure.AzuriteProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sink on Azure: whatever happens, each record is in exactly one visible file; the source sends it once. */
@Tag("slow")
class AzureArchiveTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final int RECORDS = 250;
    private static final int BATCH = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private static Path directory;

    private static AzuriteProcess store;

    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log = OrdersArchive.log(RECORDS);
    private final String prefix = "run-" + NUMBERS.incrementAndGet();

    @BeforeAll
    static void start() throws IOException {
        store = AzuriteProcess.start(directory, "archive");
    }

    @AfterAll
    static void stop() {
        if (store != null) {
            store.close();
        }
    }

    private String url() {
        return "azure://archive/" + prefix;
    }

    private FakeWorker worker(Storage storage) {
        Map<String, String> properties = new HashMap<>(store.keys());
        properties.put("name", "archive");
        properties.put("storage.url", url());
        properties.put("flush.size", "100");
        properties.put("record.metadata", "kafka");
        return new FakeWorker(log, properties, storage, Clock.systemUTC());
    }

    private void runWhole() {
        FakeWorker worker = worker(store.storage(url())).start();
        worker.drain(BATCH);
        worker.stop();
    }

    private void requireWhole() throws Exception {
        Path copy = Files.createTempDirectory(directory, "copy");
        try (Storage storage = store.storage(url())) {
            List<StoredFile> files = new ArrayList<>();
            storage.list("topics", files::add);
            for (StoredFile file : files) {
                Path local = copy.resolve(file.path());
                Files.createDirectories(local.getParent());
                Files.write(local, storage.read(file.path(), 100 << 20));
            }
        }
        OrdersArchive.requireEachRecordOnce(copy.resolve("topics"), RECORDS);
    }

    @Test
    void eachRecordIsThereOnce() throws Exception {
        runWhole();
        requireWhole();
        runWhole();
        requireWhole();
    }

    /** The first entries are those of the takeover. */
    @ParameterizedTest
    @CsvSource({
        "CREATE_IF_ABSENT, 0",
        "CREATE_IF_ABSENT, 2",
        "CREATE_IF_ABSENT, 3",
        "CREATE_IF_ABSENT, 5",
        "PUBLISH, 0",
        "PUBLISH, 1",
        "PUBLISH, 4"
    })
    void aTaskThatDiesAtAnyStepOfACommitLosesNothing(Step step, int number) throws Exception {
        InterceptedStorage storage = new InterceptedStorage(store.storage(url()), (at, tried) -> {
            if (at == step && tried == number) {
                throw new SimulatedCrash(at + " " + tried);
            }
        });
        assertThatThrownBy(() -> {
                    FakeWorker worker = worker(storage).start();
                    worker.drain(BATCH);
                    worker.stop();
                })
                .isInstanceOf(SimulatedCrash.class);
        runWhole();
        requireWhole();
    }

    @Test
    void theSourceSendsEachRecordOnce() throws InterruptedException {
        runWhole();
        Map<String, String> properties = new HashMap<>(store.keys());
        properties.put("name", "restore");
        properties.put("storage.url", url());
        properties.put("mode", "restore");
        properties.put("path.include", "topics/**/*.parquet");
        properties.put("scan.interval.ms", "200");
        ParquetSourceTask task = new ParquetSourceTask();
        task.initialize(new NothingSent());
        task.start(properties);
        Map<Long, Integer> timesOfIds = new TreeMap<>();
        try {
            long end = System.nanoTime() + PATIENCE.toNanos();
            for (int sent = 0; sent < 2 * RECORDS && System.nanoTime() < end; ) {
                List<SourceRecord> batch = task.poll();
                for (SourceRecord record : batch == null ? List.<SourceRecord>of() : batch) {
                    timesOfIds.merge(((Struct) record.value()).getInt64("id"), 1, Integer::sum);
                    sent++;
                }
            }
        } finally {
            task.stop();
        }
        assertThat(timesOfIds).hasSize(RECORDS);
        assertThat(timesOfIds.values()).as("both partitions have each id").containsOnly(2);
    }

    /** The context of a task that begins. */
    private static final class NothingSent implements SourceTaskContext, OffsetStorageReader {
        @Override
        public Map<String, String> configs() {
            return Map.of();
        }

        @Override
        public OffsetStorageReader offsetStorageReader() {
            return this;
        }

        @Override
        public PluginMetrics pluginMetrics() {
            return null;
        }

        @Override
        public <T> Map<String, Object> offset(Map<String, T> partition) {
            return null;
        }

        @Override
        public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
            return Map.of();
        }
    }
}
