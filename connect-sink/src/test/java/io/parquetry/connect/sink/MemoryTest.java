package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.memory.MemoryBudget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/**
 * The tasks of a worker together hold no more than their budget, whatever the paths and records, and no record is lost:
 * large row groups are written early, then rows are spilled, then tasks wait for each other.
 */
class MemoryTest {
    private static final long MIB = 1 << 20;
    private static final Schema VALUE = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("path", Schema.STRING_SCHEMA)
            .field("text", Schema.STRING_SCHEMA)
            .build();

    private final MemoryDisk disk = new MemoryDisk();
    private final Published published = new Published(disk);
    private final ManualClock clock = new ManualClock();
    private final MemoryBudget budget = new MemoryBudget();
    private final Random random = new Random(9);
    private final Map<String, String> properties = new HashMap<>(Map.of(
            "name", "archive",
            "storage.url", "memory",
            "rotate.max.age.ms", "0",
            "file.size.bytes", "0",
            "flush.size", "1000000000",
            "partitioner.class", "field",
            "partition.field.name", "path",
            "buffer.memory.bytes", Long.toString(2 * MIB)));

    private static TopicPartition partition(int number) {
        return new TopicPartition("orders", number);
    }

    private FakeWorker worker(int partition, NavigableMap<Long, SinkRecord> log) {
        return new FakeWorker(Map.of(partition(partition), log), properties, new MemoryStorage(disk), clock, budget);
    }

    private NavigableMap<Long, SinkRecord> log(int partition, int records, int paths, int textLength) {
        NavigableMap<Long, SinkRecord> log = new TreeMap<>();
        for (long offset = 0; offset < records; offset++) {
            log.put(offset, record(partition, offset, "p" + random.nextInt(paths), textLength));
        }
        return log;
    }

    private SinkRecord record(int partition, long offset, String path, int textLength) {
        return record(VALUE, partition, offset, path, textLength);
    }

    private SinkRecord record(Schema schema, int partition, long offset, String path, int textLength) {
        StringBuilder text = new StringBuilder();
        while (text.length() < textLength) {
            text.append(Long.toHexString(random.nextLong()));
        }
        Struct value = new Struct(schema).put("id", offset).put("path", path).put("text", text.toString());
        return new SinkRecord("orders", partition, null, null, schema, value, offset, 0L, TimestampType.CREATE_TIME);
    }

    private void assertWithinBudget() {
        assertThat(budget.peakBytes()).isLessThanOrEqualTo(2 * MIB + 2 * MIB / 20);
    }

    private static List<Long> range(long to) {
        return LongStream.range(0, to).boxed().toList();
    }

    /** It may be started again and again, and the others of the worker would have ever less. */
    @Test
    void aTaskThatCannotStartHasNoShare() {
        properties.put("admin.bootstrap.servers", "broker:9092");
        ParquetSinkTask task = new ParquetSinkTask(
                settings -> new MemoryStorage(disk), clock, new EntryAges(clock::millis), budget, settings -> {
                    throw new ConnectException("no broker has this name");
                });
        task.initialize(worker(0, new TreeMap<>()));
        assertThatThrownBy(() -> task.start(properties)).isInstanceOf(ConnectException.class);
        task.stop();
        assertThat(budget.limitBytes()).as("the limit of open accounts").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void rowsOfManyPathsAreSpilledAndReloadedWhenTheirFilesAreClosed() throws IOException {
        NavigableMap<Long, SinkRecord> log = log(0, 10_000, 150, 400);
        FakeWorker worker = worker(0, log).start();
        worker.drain(500);
        assertWithinBudget();
        assertThat(budget.peakBytes()).isGreaterThan(MIB);
        assertThat(published.paths()).as("no file was closed").isEmpty();
        assertThat(published.leftovers().size())
                .as("many files' rows are spilled to one")
                .isBetween(2, 50);
        worker.stop();
        assertThat(published.paths()).hasSize(150);
        for (String path : published.paths()) {
            assertThat(published.footer(path).rowGroups()).as(path).hasSize(1);
            List<Object> ids = new ArrayList<>();
            published.rows(path).forEach(row -> ids.add(row.get("id")));
            assertThat(ids).as(path).isSortedAccordingTo(Comparator.comparing(id -> (Long) id));
        }
        assertWithinBudget();
        assertThat(published.ids("orders", 0)).isEqualTo(range(10_000));
        assertThat(published.leftovers()).isEmpty();
        assertThat(budget.retainedBytes()).isZero();
    }

    /** To compute the length of a file takes memory too, most of all after its first record. */
    @Test
    void noFileIsClosedForTheMemoryOfALengthCheck() throws IOException {
        properties.remove("file.size.bytes");
        SchemaBuilder wide = SchemaBuilder.struct();
        VALUE.fields().forEach(field -> wide.field(field.name(), field.schema()));
        for (int i = 0; i < 20; i++) {
            wide.field("more" + i, Schema.OPTIONAL_STRING_SCHEMA);
        }
        NavigableMap<Long, SinkRecord> log = new TreeMap<>();
        for (long offset = 0; offset < 900; offset++) {
            log.put(offset, record(wide.build(), 0, offset, "p" + offset % 300, 10));
        }
        FakeWorker worker = worker(0, log).start();
        worker.drain(100);
        assertThat(published.paths()).as("files that were closed").isEmpty();
        worker.stop();
        assertThat(published.paths()).hasSize(300);
        assertThat(published.ids("orders", 0)).isEqualTo(range(900));
    }

    @Test
    void spilledRowsOfALargeFileAreReloadedInRowGroupsThatFitIntoTheBudget() throws IOException {
        properties.remove("partition.field.name");
        properties.put("partitioner.class", "default");
        properties.put("schema.compatibility", "none");
        NavigableMap<Long, SinkRecord> log = new TreeMap<>();
        List<Schema> types = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            types.add(SchemaBuilder.struct()
                    .name("Type" + i)
                    .field("id", Schema.INT64_SCHEMA)
                    .field("path", Schema.STRING_SCHEMA)
                    .field("text", Schema.STRING_SCHEMA)
                    .build());
        }
        for (long offset = 0; offset < 8_000; offset++) {
            log.put(offset, record(types.get((int) (offset % 40)), 0, offset, "p", 1_000));
        }
        FakeWorker worker = worker(0, log).start();
        worker.drain(500);
        worker.stop();
        assertWithinBudget();
        assertThat(published.paths()).hasSize(40);
        for (String path : published.paths()) {
            assertThat(published.footer(path).rowGroups().size()).as(path).isBetween(1, 4);
        }
        assertThat(published.ids("orders", 0)).isEqualTo(range(8_000));
        assertThat(published.leftovers()).isEmpty();
    }

    /** Each file has more than the memory for reloading, and all files together far more than the budget. */
    @Test
    void filesThatGrowKeepToTheBudget() throws IOException {
        int paths = 15;
        NavigableMap<Long, SinkRecord> log = log(0, 10_500, paths, 1_000);
        SchemaBuilder wider = SchemaBuilder.struct();
        VALUE.fields().forEach(field -> wider.field(field.name(), field.schema()));
        for (int i = 0; i < 20; i++) {
            wider.field("more" + i, Schema.OPTIONAL_STRING_SCHEMA);
        }
        Schema wide = wider.build();
        for (long offset = 10_500; offset < 10_600; offset++) {
            log.put(offset, record(wide, 0, offset, "p" + offset % paths, 1_000));
        }
        FakeWorker worker = worker(0, log).start();
        worker.drain(100);
        worker.stop();
        assertWithinBudget();
        assertThat(published.ids("orders", 0)).isEqualTo(range(10_600));
        assertThat(published.paths().size())
                .as("few files were closed for memory")
                .isLessThanOrEqualTo(2 * paths);
        assertThat(published.leftovers()).isEmpty();
    }

    @Test
    void fewLargeRowGroupsAreWrittenEarlyAndTheFilesStayOpen() throws IOException {
        NavigableMap<Long, SinkRecord> log = log(0, 5_000, 2, 1_000);
        FakeWorker worker = worker(0, log).start();
        worker.drain(500);
        assertWithinBudget();
        assertThat(published.paths()).as("no file was closed").isEmpty();
        worker.stop();
        assertThat(published.paths()).hasSize(2);
        for (String path : published.paths()) {
            assertThat(published.footer(path).rowGroups().size()).as(path).isGreaterThan(2);
        }
        assertThat(published.ids("orders", 0)).isEqualTo(range(5_000));
    }

    @Test
    void aTaskThatExceedsItsShareFreesMemoryWhenOthersNeedIt() throws IOException {
        FakeWorker large = worker(0, log(0, 2_000, 20, 600)).start();
        large.drain(100);
        long held = budget.retainedBytes();
        assertThat(held).isGreaterThan(MIB);
        NavigableMap<Long, SinkRecord> log = log(1, 3_000, 20, 600);
        FakeWorker small = worker(1, log).start();
        int turns = 0;
        while (!small.isDone() && turns++ < 1_000) {
            small.poll(50);
            large.poll(50);
            assertWithinBudget();
        }
        assertThat(small.isDone()).isTrue();
        assertThat(published.leftovers())
                .as("the large one has spilled rows")
                .anyMatch(path -> path.startsWith("_parquetry/archive/orders/0/"));
        small.stop();
        large.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(range(2_000));
        assertThat(published.ids("orders", 1)).isEqualTo(range(3_000));
        assertThat(budget.retainedBytes()).isZero();
    }

    @Test
    void aTaskWithinItsSharePausesAndIsCalledAgain() throws IOException {
        FakeWorker large = worker(0, log(0, 2_400, 20, 600)).start();
        large.drain(100);
        FakeWorker small = worker(1, log(1, 600, 5, 600)).start();
        int turns = 0;
        while (small.paused().isEmpty() && turns++ < 100) {
            small.poll(20);
        }
        assertThat(small.paused()).containsExactly(partition(1));
        assertThat(small.timeoutMs()).isBetween(1L, 1_000L);
        large.poll(1);
        small.poll(20);
        assertThat(small.paused()).isEmpty();
        while (!small.isDone() && turns++ < 1_000) {
            large.poll(20);
            small.poll(20);
        }
        small.stop();
        large.stop();
        assertThat(published.ids("orders", 1)).isEqualTo(range(600));
        assertWithinBudget();
    }

    /** The other task is in a call of its storage that does not return. */
    @Test
    void aTaskContinuesWithItsShareWhenAnotherOneKeepsTheMemory() throws IOException {
        FakeWorker hanging = worker(0, log(0, 2_400, 20, 600)).start();
        hanging.drain(100);
        long held = budget.retainedBytes();
        NavigableMap<Long, SinkRecord> log = log(1, 3_000, 20, 600);
        FakeWorker other = worker(1, log).start();
        int turns = 0;
        while (other.paused().isEmpty() && turns++ < 100) {
            other.poll(20);
        }
        clock.advance(29_999);
        other.poll(20);
        assertThat(other.paused()).containsExactly(partition(1));
        clock.advance(1);
        while (!other.isDone() && turns++ < 1_000) {
            other.poll(20);
            assertThat(other.paused()).isEmpty();
        }
        assertThat(other.isDone()).isTrue();
        assertThat(published.paths()).as("no file was closed").isEmpty();
        assertThat(budget.peakBytes()).isLessThanOrEqualTo(held + 8 * MIB / 10 + MIB / 10);

        hanging.poll(20);
        assertThat(budget.retainedBytes()).as("the memory is freed").isLessThan(2 * MIB * 9 / 10);
        other.poll(20);
        assertThat(other.paused()).isEmpty();
        other.stop();
        hanging.stop();
        assertThat(published.ids("orders", 0)).isEqualTo(range(2_400));
        assertThat(published.ids("orders", 1)).isEqualTo(range(3_000));
    }

    @Test
    void theMemoryOfALostPartitionIsFreed() {
        FakeWorker worker = worker(0, log(0, 100, 5, 100)).start();
        worker.drain(100);
        assertThat(budget.retainedBytes()).isPositive();
        worker.lose(List.of(partition(0)));
        worker.task().stop();
        assertThat(budget.retainedBytes()).isZero();
    }

    @Test
    void theMemoryOfATaskIsFreedEvenIfItsFilesCannotBeDiscarded() {
        MemoryStorage storage = new MemoryStorage(disk);
        FakeWorker worker = new FakeWorker(
                        Map.of(partition(0), log(0, 5_000, 150, 400)), properties, storage, clock, budget)
                .start();
        worker.drain(500);
        assertThat(published.leftovers()).isNotEmpty();
        storage.steps(step -> {
            throw new IllegalStateException("broken: " + step);
        });
        assertThatThrownBy(() -> worker.task().stop()).isInstanceOf(IllegalStateException.class);
        assertThat(budget.retainedBytes()).isZero();
        assertThat(budget.limitBytes()).as("no task is left").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theSpillFilesOfALostPartitionAreDeleted() {
        FakeWorker worker = worker(0, log(0, 5_000, 150, 400)).start();
        worker.drain(500);
        assertThat(published.leftovers()).isNotEmpty();
        worker.lose(List.of(partition(0)));
        worker.task().stop();
        assertThat(published.leftovers()).isEmpty();
        assertThat(published.paths()).isEmpty();
    }
}
