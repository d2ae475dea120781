package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.IOException;
import java.net.SocketTimeoutException;
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
 * A storage that does not answer fails each call after 20 s on the clock. However many partitions a task is given, one
 * call of the worker waits for one of them.
 */
class SilentStorageTest {
    private static final int PARTITIONS = 20;
    private static final int RECORDS = 5;
    private static final Schema VALUE =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

    private final MemoryDisk disk = new MemoryDisk();
    private final MemoryStorage storage = new MemoryStorage(disk);
    private final Published published = new Published(disk);
    private final ManualClock clock = new ManualClock();
    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log = new HashMap<>();

    private FakeWorker worker() {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            NavigableMap<Long, SinkRecord> records = new TreeMap<>();
            for (long id = 0; id < RECORDS; id++) {
                records.put(
                        id,
                        new SinkRecord("orders", partition, null, null, VALUE, new Struct(VALUE).put("id", id), id));
            }
            log.put(new TopicPartition("orders", partition), records);
        }
        return new FakeWorker(log, Map.of("name", "archive", "storage.url", "memory"), storage, clock);
    }

    private void silence(String ofPath) {
        storage.steps(step -> {
            if (step.contains(ofPath)) {
                clock.advance(20_000);
                throw new SocketTimeoutException("no answer: " + step);
            }
        });
    }

    private void requireAllWritten(FakeWorker worker) throws IOException {
        worker.drain(RECORDS);
        worker.stop();
        List<Long> ids = LongStream.range(0, RECORDS).boxed().toList();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            assertThat(published.ids("orders", partition))
                    .as("partition %d", partition)
                    .isEqualTo(ids);
        }
    }

    @Test
    void oneCallWaitsForOnePartition() throws IOException {
        silence("");
        long startMs = clock.millis();
        FakeWorker worker = worker().start();
        assertThat(clock.millis() - startMs).as("open").isEqualTo(20_000);
        startMs = clock.millis();
        worker.poll(RECORDS);
        assertThat(clock.millis() - startMs).as("put").isEqualTo(20_000);
        storage.steps(step -> {});
        requireAllWritten(worker);
    }

    @Test
    void aPartitionThatFailsAlwaysKeepsNoOtherOneFromBeginning() throws IOException {
        silence("orders/7/");
        FakeWorker worker = worker().start();
        for (int turn = 0; turn < 5; turn++) {
            worker.poll(RECORDS);
        }
        assertThat(storageHolds("orders/6/")).isTrue();
        assertThat(storageHolds("orders/8/")).isTrue();
        assertThat(storageHolds("orders/19/")).isTrue();
        storage.steps(step -> {});
        requireAllWritten(worker);
    }

    @Test
    void oneCallWaitsForOnePartitionThatIsWritten() throws IOException {
        FakeWorker worker = worker().start();
        silence("");
        long startMs = clock.millis();
        worker.poll(RECORDS);
        assertThat(clock.millis() - startMs).as("put").isLessThan(100_000);
        storage.steps(step -> {});
        requireAllWritten(worker);
    }

    /** Its group waits for the task, and leaves it out after five minutes. */
    @Test
    void partitionsAreGivenBackInTime() throws IOException {
        FakeWorker worker = worker().transforming(record -> false).start();
        worker.poll(RECORDS);
        silence("");
        long startMs = clock.millis();
        worker.close(log.keySet());
        assertThat(clock.millis() - startMs).as("commit and close").isLessThan(100_000);
        storage.steps(step -> {});
        requireAllWritten(worker().start());
    }

    private boolean storageHolds(String part) {
        return disk.files().keySet().stream().anyMatch(path -> path.contains(part));
    }
}
