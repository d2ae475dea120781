package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/**
 * Files take long to close, and many are to be closed at the same time: each call of the worker returns soon, and what
 * is closed is committed before the rest is. Each step of the storage takes 10 ms on the clock.
 */
class ManyDueFilesTest {
    private static final TopicPartition ZERO = new TopicPartition("orders", 0);
    private static final TopicPartition ONE = new TopicPartition("orders", 1);
    private static final Schema VALUE = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("path", Schema.INT64_SCHEMA)
            .build();
    private static final int PATHS = 300;

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage storage = new MemoryStorage(disk);
    private final Published published = new Published(disk);
    private final ManualClock clock = new ManualClock();
    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>(Map.of(
            "name", "archive",
            "storage.url", "memory",
            "partitioner.class", "field",
            "partition.field.name", "path",
            "rotate.max.age.ms", "60000"));

    private static NavigableMap<Long, SinkRecord> log(TopicPartition partition, int paths) {
        NavigableMap<Long, SinkRecord> log = new TreeMap<>();
        for (long id = 0; id < paths; id++) {
            Struct value = new Struct(VALUE).put("id", id).put("path", id);
            log.put(id, new SinkRecord(partition.topic(), partition.partition(), null, null, VALUE, value, id));
        }
        return log;
    }

    private FakeWorker workerWithDueFiles() {
        log.computeIfAbsent(ZERO, partition -> log(partition, PATHS));
        FakeWorker worker = new FakeWorker(log, properties, storage, clock).start();
        worker.drain(1_000);
        storage.steps(step -> clock.advance(10));
        return worker;
    }

    private static List<Long> ids(int paths) {
        return LongStream.range(0, paths).boxed().toList();
    }

    private interface Call {
        void run() throws IOException;
    }

    private long msOf(Call call) throws IOException {
        long beforeMs = clock.millis();
        call.run();
        return clock.millis() - beforeMs;
    }

    @Test
    void dueFilesAreClosedInSlicesThatAreCommitted() throws IOException {
        FakeWorker worker = workerWithDueFiles();
        clock.advance(60_000);
        int published = 0;
        int calls = 0;
        while (published < PATHS) {
            assertThat(msOf(() -> worker.poll(10))).isLessThan(3_000);
            assertThat(this.published.paths()).hasSizeGreaterThan(published);
            published = this.published.paths().size();
            assertThat(worker.commit().get(ZERO)).isGreaterThanOrEqualTo(published);
            if (published < PATHS) {
                assertThat(worker.timeoutMs()).isEqualTo(1);
            }
            calls++;
        }
        assertThat(calls).isGreaterThan(3);
        worker.stop();
        assertThat(this.published.ids("orders", 0)).isEqualTo(ids(PATHS));
    }

    @Test
    void aCommitOfTheWorkerIsShortToo() throws IOException {
        FakeWorker worker = workerWithDueFiles();
        clock.advance(60_000);
        assertThat(msOf(worker::commit)).isLessThan(3_000);
        assertThat(published.paths()).isNotEmpty().hasSizeLessThan(PATHS);
    }

    @Test
    void aPartitionWithManyDueFilesKeepsNoOtherOneWaiting() throws IOException {
        log.put(ZERO, log(ZERO, PATHS));
        log.put(ONE, log(ONE, 1));
        FakeWorker worker = workerWithDueFiles();
        clock.advance(60_000);
        worker.poll(10);
        worker.poll(10);
        assertThat(published.ids("orders", 0)).isNotEmpty();
        assertThat(published.ids("orders", 1)).isNotEmpty();
    }

    @Test
    void partitionsAreGivenBackWithinTheTimeoutAndTheRestIsReadAgain() throws IOException {
        properties.put("on.close.timeout.ms", "6000");
        log.put(ZERO, log(ZERO, PATHS));
        log.put(ONE, log(ONE, PATHS));
        FakeWorker worker = workerWithDueFiles();
        assertThat(msOf(() -> worker.close(List.of(ZERO, ONE)))).isLessThan(8_000);
        assertThat(published.ids("orders", 0)).isNotEmpty().hasSizeLessThan(PATHS);
        assertThat(published.ids("orders", 1)).isNotEmpty().hasSizeLessThan(PATHS);
        assertThat(published.leftovers()).isEmpty();
        worker.task().stop();

        storage.steps(step -> {});
        FakeWorker next = new FakeWorker(log, properties, storage, clock).start();
        next.drain(1_000);
        next.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(ids(PATHS));
        assertThat(published.ids("orders", 1)).isEqualTo(ids(PATHS));
    }

    /** The consumer may have lost the partitions before all files are closed. */
    @Test
    void whatIsClosedIsCommittedWhileAPartitionIsGivenBack() throws IOException {
        FakeWorker worker = workerWithDueFiles();
        int[] publishedBefore = {0};
        storage.steps(step -> {
            clock.advance(10);
            if (step.startsWith("create ") && !step.contains(".commit")) {
                publishedBefore[0] = published.paths().size();
            }
        });
        worker.close(List.of(ZERO));
        assertThat(publishedBefore[0]).isPositive();
    }
}
