package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.sink.memory.Budgets;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Records whose rows were spilled and reloaded are equal to records stored with more memory: keys, headers, tombstones,
 * nulls, defaults, and values without schema.
 */
@Tag("slow")
class SpilledRowsTest {
    private static final TopicPartition PARTITION = new TopicPartition("orders", 0);
    private static final int RECORDS = 120;
    private static final long PLENTY = 64 << 20;

    /** About ten records of each file. */
    private static final long SCARCE = 40_000;

    private static final Schema INNER = SchemaBuilder.struct()
            .name("Inner")
            .optional()
            .field("n", Schema.OPTIONAL_INT8_SCHEMA)
            .field("text", SchemaBuilder.string().defaultValue("as usual").build())
            .build();
    private static final Schema VALUE = SchemaBuilder.struct()
            .name("Order")
            .version(3)
            .doc("an order")
            .field("id", Schema.INT64_SCHEMA)
            .field(
                    "note",
                    SchemaBuilder.string().optional().defaultValue("none").build())
            .field("price", Decimal.builder(3).optional().build())
            .field("at", Timestamp.builder().optional().build())
            .field("raw", Schema.OPTIONAL_BYTES_SCHEMA)
            .field(
                    "tags",
                    SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA)
                            .optional()
                            .build())
            .field(
                    "counts",
                    SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_INT32_SCHEMA)
                            .optional()
                            .build())
            .field("inner", INNER)
            .build();

    private final NavigableMap<Long, SinkRecord> log = new TreeMap<>();
    private final Map<String, String> properties = new HashMap<>(Map.of(
            "name", "archive",
            "storage.url", "memory",
            "record.metadata", "kafka",
            "partitioner.class", "field",
            "partition.field.name", "shard"));

    private void add(Schema keySchema, Object key, Schema schema, Object value) {
        long offset = log.size();
        ConnectHeaders headers = new ConnectHeaders();
        headers.add("trace", new SchemaAndValue(Schema.STRING_SCHEMA, "t" + offset));
        headers.add("trace", new SchemaAndValue(Schema.INT32_SCHEMA, (int) offset));
        headers.add("none", SchemaAndValue.NULL);
        log.put(
                offset,
                new SinkRecord(
                        "orders",
                        0,
                        keySchema,
                        key,
                        schema,
                        value,
                        offset,
                        offset % 11 == 0 ? null : 1_000 + offset,
                        offset % 11 == 0 ? TimestampType.NO_TIMESTAMP_TYPE : TimestampType.LOG_APPEND_TIME,
                        headers));
    }

    private static Struct order(long id) {
        Struct order = new Struct(VALUE).put("id", id);
        if (id % 2 == 0) {
            order.put("note", id % 4 == 0 ? "none" : "note " + id)
                    .put("price", BigDecimal.valueOf(id * 1_000 + 7, 3))
                    .put("at", new Date(id))
                    .put("raw", ("raw " + id).getBytes(StandardCharsets.UTF_8));
        }
        if (id % 3 == 0) {
            order.put("tags", id % 9 == 0 ? List.of() : Arrays.asList("a", null, "b" + id))
                    .put("counts", Map.of("x", (int) id))
                    .put("inner", new Struct(INNER).put("n", (byte) id).put("text", "text " + id));
        }
        return order;
    }

    /** The records of the files, in the order of offsets. */
    private List<StoredRecord> stored(long memoryBytes, int partsAtLeast) throws IOException {
        MemoryDisk disk = new MemoryDisk();
        MemoryStorage storage = new MemoryStorage(disk);
        int[] files = {0};
        storage.steps(name -> files[0] += name.startsWith("create ") && !name.contains(".commit") ? 1 : 0);
        FakeWorker worker = new FakeWorker(
                        Map.of(PARTITION, log), properties, storage, new ManualClock(), Budgets.of(memoryBytes))
                .start();
        worker.drain(10);
        worker.stop();
        Published published = new Published(disk);
        assertThat(files[0] - published.paths().size())
                .as("files of spilled rows")
                .isGreaterThanOrEqualTo(partsAtLeast);
        return published.records().stream()
                .sorted(Comparator.comparing(
                        record -> record.kafka().orElseThrow().offset()))
                .toList();
    }

    private void requireTheSame() throws IOException {
        List<StoredRecord> expected = stored(PLENTY, 0);
        assertThat(expected).hasSize(log.size());
        List<StoredRecord> found = stored(SCARCE, 2);
        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(found.get(i))
                    .as("offset " + i)
                    .usingRecursiveComparison()
                    .isEqualTo(expected.get(i));
        }
    }

    @Test
    void valuesWithSchemas() throws IOException {
        properties.remove("partition.field.name");
        properties.putAll(Map.of("partitioner.class", "time", "timestamp.extractor", "Wallclock"));
        for (int i = 0; i < RECORDS; i++) {
            if (i % 7 == 6) {
                add(Schema.STRING_SCHEMA, "key " + i, null, null);
            } else {
                add(Schema.OPTIONAL_STRING_SCHEMA, i % 5 == 0 ? null : "key " + i, VALUE, order(i));
            }
        }
        requireTheSame();
    }

    @ParameterizedTest
    @ValueSource(strings = {"infer", "json"})
    void valuesWithoutSchema(String mode) throws IOException {
        properties.put("schemaless", mode);
        for (int i = 0; i < RECORDS; i++) {
            Map<String, Object> value = new LinkedHashMap<>();
            value.put("shard", i % 3);
            value.put("n", i % 4 == 0 ? (Object) (i + 0.5) : (Object) (long) i);
            value.put("mixed", i % 5 == 0 ? "text" : Map.of("a", i));
            value.put("gone", null);
            if (i > RECORDS / 2) {
                value.put("later", List.of(true, i % 2 == 0));
            }
            add(null, Map.of("k", i), null, value);
        }
        requireTheSame();
    }
}
