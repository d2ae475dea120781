package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.schema.ConnectArbitraries;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever schemas keys and values of a topic have, in whatever order they come and however they change, each record is
 * either stored once as it was, or reported once, and the task gets on: with files that grow or take turns, spilled
 * rows, and a storage that fails.
 */
@Tag("sampled")
class RandomEvolutionTest {
    private static final TopicPartition PARTITION = new TopicPartition("orders", 0);
    private static final int TURNS_MAX = 2_000;

    private static long storedInAll;
    private static long reportedInAll;

    private Random random;
    private ConnectArbitraries arbitrary;

    static List<Long> seeds() {
        return new Random(1).longs(Breadth.of(60, 3_000)).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void eachRecordIsStoredOnceAsItWasOrReported(long seed) throws IOException {
        random = new Random(seed);
        arbitrary = new ConnectArbitraries(seed);
        Map<String, String> properties = properties();
        NavigableMap<Long, SinkRecord> log = FakeWorker.log(records());
        MemoryDisk disk = new MemoryDisk();
        FakeWorker worker = run(disk, log, properties);
        Map<Long, StoredRecord> stored = new HashMap<>();
        for (StoredRecord row : new Published(disk).records()) {
            long offset = row.kafka().orElseThrow().offset();
            assertThat(stored.put(offset, row))
                    .as("offset " + offset + " twice")
                    .isNull();
        }
        storedInAll += stored.size();
        reportedInAll += worker.reported().size();
        assertThat(worker.reported())
                .extracting(SinkRecord::kafkaOffset)
                .as(properties.toString())
                .doesNotHaveDuplicates()
                .noneMatch(stored::containsKey);
        worker.reported().forEach(bad -> log.remove(bad.kafkaOffset()));
        assertThat(stored.keySet()).as(properties.toString()).containsAll(log.keySet());
        log.forEach((offset, record) -> {
            StoredRecord row = stored.get(offset);
            requireSame("offset " + offset + ", value", record.value(), row.value());
            requireSame(
                    "offset " + offset + ", key",
                    record.key(),
                    row.kafka().orElseThrow().key());
        });
    }

    /** A task that reported whatever comes would pass. A third of the records has a schema that the settings refuse. */
    @AfterAll
    static void requireMostRecordsAreGood() {
        assertThat(storedInAll).isGreaterThan(reportedInAll);
    }

    private Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>(Map.of(
                "name", "archive",
                "storage.url", "memory",
                "parquet.codec", "none",
                "record.metadata", "kafka",
                "errors.tolerance", "all",
                "errors.deadletterqueue.topic.name", "bad",
                "on.bad.record", "report",
                "retry.timeout.ms", "999999999999",
                "types.as", "time:time"));
        choose(properties, "record.layout", "nested", "flat");
        choose(
                properties,
                "schema.compatibility",
                "merge",
                "merge",
                "merge",
                "merge",
                "none",
                "backward",
                "forward",
                "full");
        choose(properties, "schema.incompatible", "rotate", "error-record");
        choose(properties, "flush.size", "0", "1", "7");
        choose(properties, "parquet.row.group.bytes", "1024", "134217728");
        choose(properties, "parquet.encoding", "compatible", "plain", "auto");
        choose(properties, "parquet.page.rows", "1", "20000");
        choose(
                properties,
                "path.template",
                "partition=${partition}",
                "partition=${partition}",
                "s=${schema.name}/v=${schema.version}");
        choose(properties, "max.open.paths", "1", "1000");
        choose(properties, "buffer.memory.bytes", "1048576", "134217728");
        return properties;
    }

    private void choose(Map<String, String> properties, String key, String... values) {
        properties.put(key, values[random.nextInt(values.length)]);
    }

    private List<SinkRecord> records() {
        ChangingSchemas schemas = new ChangingSchemas(random, arbitrary);
        List<Schema> keys = schemas.versions(3);
        List<Schema> values = schemas.versions(6);
        boolean inOrder = random.nextBoolean();
        int count = 20 + random.nextInt(40);
        List<SinkRecord> records = new ArrayList<>();
        long offset = 0;
        for (int i = 0; i < count; i++) {
            Schema key = keys.get(random.nextInt(keys.size()));
            Schema value = values.get(inOrder ? i * values.size() / count : random.nextInt(values.size()));
            boolean isTombstone = random.nextInt(20) == 0;
            records.add(new SinkRecord(
                    PARTITION.topic(),
                    PARTITION.partition(),
                    key,
                    arbitrary.nullable(key, 2),
                    isTombstone ? null : value,
                    isTombstone ? null : arbitrary.nullable(value, 2),
                    offset,
                    1_700_000_000_000L + i,
                    TimestampType.CREATE_TIME));
            offset += 1 + random.nextInt(2);
        }
        return records;
    }

    /** A task that gets batches and commits at random, and whose storage fails a few times. */
    private FakeWorker run(MemoryDisk disk, NavigableMap<Long, SinkRecord> log, Map<String, String> properties) {
        MemoryStorage storage = new MemoryStorage(disk);
        int[] failures = {random.nextInt(6)};
        storage.steps(step -> {
            if (failures[0] > 0 && random.nextInt(60) == 0) {
                failures[0]--;
                throw new IOException("the storage fails at " + step);
            }
        });
        ManualClock clock = new ManualClock();
        FakeWorker worker = new FakeWorker(Map.of(PARTITION, log), properties, storage, clock).tolerant();
        worker.start();
        int batch = 1 + random.nextInt(20);
        for (int turn = 0; !worker.isDone(); turn++) {
            assertThat(turn).as("the task does not get on, " + properties).isLessThan(TURNS_MAX);
            worker.poll(batch);
            if (random.nextInt(5) == 0) {
                worker.commit();
            }
            clock.advance(random.nextInt(40) == 0 ? 700_000 : 2_000);
        }
        failures[0] = 0;
        worker.commit();
        worker.stop();
        return worker;
    }

    /** Numbers may have become wider, and structs have got fields. */
    private static void requireSame(String place, Object given, Object found) {
        if (given instanceof Struct struct) {
            Struct other = (Struct) found;
            for (Field field : struct.schema().fields()) {
                requireSame(
                        place + "." + field.name(),
                        struct.getWithoutDefault(field.name()),
                        other.getWithoutDefault(field.name()));
            }
        } else if (given instanceof List<?> list) {
            assertThat((List<?>) found).as(place).hasSameSizeAs(list);
            for (int i = 0; i < list.size(); i++) {
                requireSame(place + "[" + i + "]", list.get(i), ((List<?>) found).get(i));
            }
        } else if (given instanceof Map<?, ?> map) {
            requireSame(place + " keys", List.copyOf(map.keySet()), List.copyOf(((Map<?, ?>) found).keySet()));
            requireSame(
                    place + " values", new ArrayList<>(map.values()), new ArrayList<>(((Map<?, ?>) found).values()));
        } else if (given instanceof BigDecimal || !(given instanceof Number)) {
            assertThat(comparable(found)).as(place).isEqualTo(comparable(given));
        } else if (found instanceof Double || found instanceof Float) {
            assertThat((Object) ((Number) found).doubleValue()).as(place).isEqualTo(((Number) given).doubleValue());
        } else {
            assertThat(((Number) found).longValue()).as(place).isEqualTo(((Number) given).longValue());
        }
    }

    private static Object comparable(Object value) {
        return value instanceof BigDecimal decimal
                ? decimal.stripTrailingZeros()
                : ConnectArbitraries.comparable(value);
    }
}
