package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.AtStep;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.SimulatedCrash;
import io.parquetry.connect.sink.memory.Budgets;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The whole task, with real Parquet files, and a failure at every step of its storage: after the next task has run,
 * every record is in the visible files exactly once. Two partitions; of three records two are of the second hour, so
 * that two files of each partition are open together and the later offsets are often visible first.
 */
@Tag("slow")
@Tag("sampled")
class SinkCrashTest {
    private static final TopicPartition ZERO = new TopicPartition("orders", 0);
    private static final TopicPartition ONE = new TopicPartition("orders", 1);
    private static final int RECORDS = 20;

    /** The default run fails at one of so many steps. */
    private static final int STRIDE = Breadth.of(11, 1);

    private static final long HOUR_MS = 3_600_000;
    private static final Schema VALUE =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    /** The versions that records of the second partition have later: open files grow then, which is a step too. */
    private static final List<Schema> VERSIONS = List.of(
            VALUE,
            SchemaBuilder.struct()
                    .field("id", Schema.INT64_SCHEMA)
                    .field("note", Schema.STRING_SCHEMA)
                    .build(),
            SchemaBuilder.struct()
                    .field("more", Schema.INT32_SCHEMA)
                    .field("id", Schema.INT64_SCHEMA)
                    .build());

    private static final Map<String, String> PROPERTIES = Map.of(
            "name", "archive",
            "storage.url", "memory",
            "flush.size", "4",
            "partitioner.class", "time",
            "parquet.codec", "none");

    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log = Map.of(ZERO, log(ZERO), ONE, log(ONE));
    private long memoryBytes = 1 << 20;

    /** Enough for four of the six files that are open at the same time. */
    private static final long SCARCE_BYTES = 24 << 10;

    /** A schema without a union with the versions, so that the first partition has files of both side by side. */
    private static final Schema OTHER = SchemaBuilder.struct()
            .name("Other")
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.STRING_SCHEMA)
            .build();

    private static Struct value(TopicPartition partition, long offset) {
        Schema schema = partition == ZERO
                ? offset % 5 == 3 ? OTHER : VALUE
                : VERSIONS.get(offset % 2 == 1 ? (int) (offset / 7) : 0);
        Struct value = new Struct(schema).put("id", offset);
        schema.fields().stream()
                .filter(field -> !field.name().equals("id"))
                .forEach(field -> value.put(field, field.schema().type() == Schema.Type.INT32 ? (Object) 7 : "x"));
        return value;
    }

    private static NavigableMap<Long, SinkRecord> log(TopicPartition partition) {
        List<SinkRecord> records = new ArrayList<>();
        for (long offset = 0; offset < RECORDS; offset++) {
            Struct value = value(partition, offset);
            long timestamp = offset * offset % 3 * HOUR_MS;
            records.add(new SinkRecord(
                    partition.topic(),
                    partition.partition(),
                    null,
                    null,
                    value.schema(),
                    value,
                    offset,
                    timestamp,
                    TimestampType.CREATE_TIME));
        }
        return FakeWorker.log(records);
    }

    private FakeWorker worker(MemoryStorage storage) {
        return new FakeWorker(log, PROPERTIES, storage, new ManualClock(), Budgets.of(memoryBytes));
    }

    private void runWhole(MemoryStorage storage) {
        FakeWorker worker = worker(storage).start();
        worker.drain(7);
        worker.stop();
    }

    private static void assertWhole(MemoryDisk disk, String after) throws IOException {
        Published published = new Published(disk);
        for (int partition = 0; partition < 2; partition++) {
            assertThat(published.ids("orders", partition))
                    .as("partition " + partition + " after " + after)
                    .isEqualTo(LongStream.range(0, RECORDS).boxed().toList());
            assertThat(published.entries("archive", "orders", partition)).isNotEmpty();
        }
        // An unfinished mark of a writer is deleted before its next file, and there may be none to write.
        assertThat(published.leftovers())
                .as("left after " + after)
                .allMatch(path -> path.startsWith("_parquetry/.writers/"));
    }

    private int temporaryFilesOfAWholeRun() {
        MemoryStorage storage = new MemoryStorage(new MemoryDisk());
        int[] files = {0};
        storage.steps(name -> files[0] += name.startsWith("create ") && !name.contains(".commit") ? 1 : 0);
        runWhole(storage);
        return files[0];
    }

    @Test
    void aTaskWithoutFailurePublishesEverythingOnce() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        runWhole(new MemoryStorage(disk));
        assertWhole(disk, "an undisturbed run");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void afterACrashAtAnyStepTheNextTaskCompletesTheWork(boolean powerFails) throws IOException {
        for (int step = 0; ; step += STRIDE) {
            MemoryDisk disk = new MemoryDisk();
            MemoryStorage storage = new MemoryStorage(disk);
            AtStep crash = new AtStep(step, name -> {
                throw new SimulatedCrash(name);
            });
            storage.steps(crash);
            try {
                runWhole(storage);
            } catch (SimulatedCrash expected) {
                assertThat(crash.reached()).isTrue();
            }
            if (powerFails) {
                disk.powerFailure();
            }
            runWhole(new MemoryStorage(disk));
            assertWhole(disk, "a crash at step " + step);
            if (!crash.reached()) {
                assertThat(step).as("steps of a whole run").isGreaterThan(200);
                return;
            }
        }
    }

    @Test
    void spilledRowsAreReadAgainAfterACrash() throws IOException {
        int withoutSpills = temporaryFilesOfAWholeRun();
        memoryBytes = SCARCE_BYTES;
        assertThat(temporaryFilesOfAWholeRun())
                .as("temporary files, including spill files")
                .isGreaterThan(withoutSpills);
        afterACrashAtAnyStepTheNextTaskCompletesTheWork(true);
    }

    @Test
    void aSpillThatFailsOnceAtAnyStepLosesNothing() throws IOException {
        memoryBytes = SCARCE_BYTES;
        aStorageThatFailsOnceAtAnyStepLosesNothing();
    }

    @Test
    void aStorageThatFailsOnceAtAnyStepLosesNothing() throws IOException {
        for (int step = 0; ; step += STRIDE) {
            MemoryDisk disk = new MemoryDisk();
            MemoryStorage storage = new MemoryStorage(disk);
            AtStep failure = new AtStep(step, name -> {
                throw new IOException("no answer to " + name);
            });
            storage.steps(failure);
            runWhole(storage);
            // What failed while the task closed is for the next owner.
            runWhole(new MemoryStorage(disk));
            assertWhole(disk, "a failure at step " + step);
            if (!failure.reached()) {
                return;
            }
        }
    }

    @Test
    void aStorageThatFailsForAWhileLosesNothing() throws IOException {
        for (int step = 0; step < 300; step += 7) {
            MemoryDisk disk = new MemoryDisk();
            MemoryStorage storage = new MemoryStorage(disk);
            int from = step;
            int[] count = {0};
            storage.steps(name -> {
                int now = count[0]++;
                if (now >= from && now < from + 12) {
                    throw new IOException("no answer to " + name);
                }
            });
            runWhole(storage);
            runWhole(new MemoryStorage(disk));
            assertWhole(disk, "12 failures from step " + step);
        }
    }

    @Test
    void aTaskThatIsFencedAtAnyStepPublishesNothingTwice() throws IOException {
        int retaken = 0;
        for (int step = 0; ; step += 3 * STRIDE) {
            MemoryDisk disk = new MemoryDisk();
            MemoryStorage storage = new MemoryStorage(disk);
            AtStep overtaking = new AtStep(step, name -> runWhole(new MemoryStorage(disk)));
            storage.steps(overtaking);
            ManualClock clock = new ManualClock();
            FakeWorker slow = new FakeWorker(log, PROPERTIES, storage, clock, Budgets.of(memoryBytes));
            slow.start();
            slow.drain(7);
            clock.advance(300_000);
            slow.poll(7);
            slow.stop();
            assertWhole(disk, "being overtaken at step " + step);
            if (!overtaking.reached()) {
                assertThat(retaken).isPositive();
                return;
            }
            retaken += owners(disk) > 2 ? 1 : 0;
        }
    }

    /** How often the first partition was taken over. */
    private static long owners(MemoryDisk disk) throws IOException {
        LedgerDirectory directory = new LedgerDirectory("archive", ZERO.topic(), ZERO.partition());
        return new LedgerReader(new MemoryStorage(disk), directory.path())
                .newest()
                .orElseThrow()
                .epoch();
    }
}
