package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.parquetry.connect.common.storage.SimulatedCrash;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.sink.InterceptedStorage.Step;
import io.parquetry.rules.Breadth;
import io.parquetry.storage.azure.AzuriteProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The sink on Azure: whatever happens, each record is in exactly one visible file. */
@Tag("slow")
@Tag("sampled")
class AzureArchiveTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final int RECORDS = 250;
    private static final int BATCH = 50;

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
    static List<Arguments> steps() {
        Stream<Arguments> entries = Stream.of(0, 2, 3, 5).map(number -> arguments(Step.CREATE_IF_ABSENT, number));
        Stream<Arguments> files = Stream.of(0, 1, 4).map(number -> arguments(Step.PUBLISH, number));
        return Breadth.of(3, Stream.concat(entries, files).toList(), 3);
    }

    @ParameterizedTest
    @MethodSource("steps")
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
}
