package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.data.RandomConnectRecords;
import io.parquetry.connect.common.data.ValueLayout;
import io.parquetry.connect.common.schema.ConnectArbitraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The source's task sends the records that the sink's task was given: key, value and headers with equal schemas (names,
 * versions, docs, parameters, defaults), the same nulls and tombstones, headers in order with repetitions, and the
 * timestamp of either type.
 */
class RoundTripTest {
    /** The sink publishes complete files only. */
    private static final int FILE_RECORDS = 4;

    private static final TopicPartition PARTITION = new TopicPartition("orders", 3);

    @Provide
    Arbitrary<Long> seeds() {
        return ConnectArbitraries.seeds();
    }

    @Property(tries = 40)
    void recordsWithSchemasAreRestored(@ForAll("seeds") long seed) throws IOException {
        ConnectArbitraries any = new ConnectArbitraries(seed);
        Random random = new Random(seed);
        RandomConnectRecords some = new RandomConnectRecords(any, random);
        Schema key = any.schema(2);
        Schema value = any.schema(4);
        List<SinkRecord> records = new ArrayList<>();
        records.add(record(some, key, any.value(key, 2), value, any.value(value, 3), 0));
        for (int offset = 1; offset < 3 * FILE_RECORDS; offset++) {
            boolean keyless = random.nextInt(4) == 0;
            boolean tombstone = random.nextInt(4) == 0;
            records.add(record(
                    some,
                    keyless ? null : key,
                    keyless ? null : any.nullable(key, 2),
                    tombstone ? null : value,
                    tombstone ? null : any.nullable(value, 3),
                    offset));
        }

        requireSameBack(records, "fail", layout(value, random));
    }

    @Property(tries = 20)
    void recordsWithoutSchemasAreRestoredWithTheirJavaTypes(@ForAll("seeds") long seed) throws IOException {
        ConnectArbitraries any = new ConnectArbitraries(seed);
        Random random = new Random(seed);
        RandomConnectRecords some = new RandomConnectRecords(any, random);
        List<SinkRecord> records = new ArrayList<>();
        for (int offset = 0; offset < 2 * FILE_RECORDS; offset++) {
            Object key = random.nextInt(3) == 0 ? null : any.schemaless(2);
            Object value = random.nextInt(3) == 0 ? null : any.schemaless(3);
            records.add(record(some, null, key, null, value, offset));
        }

        requireSameBack(records, random.nextBoolean() ? "json" : "variant", layout(null, random));
    }

    private static String layout(Schema value, Random random) {
        List<ValueLayout> layouts = RandomConnectRecords.layoutsOf(value);
        return layouts.get(random.nextInt(layouts.size())).name().toLowerCase(Locale.ROOT);
    }

    private static SinkRecord record(
            RandomConnectRecords some, Schema keySchema, Object key, Schema valueSchema, Object value, long offset) {
        return some.record(PARTITION.topic(), PARTITION.partition(), keySchema, key, valueSchema, value, offset);
    }

    private static void requireSameBack(List<SinkRecord> records, String schemaless, String layout) throws IOException {
        Path root = Files.createTempDirectory("round-trip");
        try {
            new SinkArchive(root)
                    .with("schemaless", schemaless)
                    .with("record.layout", layout)
                    .with("types.as", "wide-decimal:decimal")
                    .with("flush.size", Integer.toString(FILE_RECORDS))
                    .write(PARTITION, records.stream());
            TaskHarness harness = new TaskHarness(new TestTree(root));
            harness.start();

            List<SourceRecord> back = harness.scanTwice();

            harness.stop();
            assertThat(back).hasSameSizeAs(records);
            for (int i = 0; i < back.size(); i++) {
                requireSame(back.get(i), records.get(i));
            }
        } finally {
            delete(root);
        }
    }

    private static void requireSame(SourceRecord back, SinkRecord record) {
        assertThat(back.topic()).isEqualTo(record.topic());
        assertThat(back.kafkaPartition()).isEqualTo(record.kafkaPartition());
        assertThat(back.timestamp()).isEqualTo(record.timestamp());
        RandomConnectRecords.assertSame(back.keySchema(), back.key(), record.keySchema(), record.key());
        RandomConnectRecords.assertSame(back.valueSchema(), back.value(), record.valueSchema(), record.value());
        RandomConnectRecords.assertSameHeaders(back.headers(), record.headers());
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
