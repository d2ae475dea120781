package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.schema.ConnectArbitraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * What the sink's task was given, the source's task gives: key, value and headers with the very schemas they had (names,
 * versions, docs, parameters, defaults), nulls and tombstones where they were, headers in order with repetitions, and the
 * timestamp whoever gave it.
 */
class RoundTripTest {
    /** The sink publishes whole files only. */
    private static final int FILE_RECORDS = 4;

    private static final TopicPartition PARTITION = new TopicPartition("orders", 3);

    @Provide
    Arbitrary<Long> seeds() {
        return ConnectArbitraries.seeds();
    }

    @Property(tries = 60)
    void records_with_schemas_come_back_as_they_were(@ForAll("seeds") long seed) throws IOException {
        ConnectArbitraries any = new ConnectArbitraries(seed);
        Random random = new Random(seed);
        Schema key = any.schema(2);
        Schema value = any.schema(4);
        List<SinkRecord> records = new ArrayList<>();
        records.add(record(any, random, key, any.value(key, 2), value, any.value(value, 3), 0));
        for (int offset = 1; offset < 3 * FILE_RECORDS; offset++) {
            boolean keyless = random.nextInt(4) == 0;
            boolean tombstone = random.nextInt(4) == 0;
            records.add(record(
                    any,
                    random,
                    keyless ? null : key,
                    keyless ? null : any.nullable(key, 2),
                    tombstone ? null : value,
                    tombstone ? null : any.nullable(value, 3),
                    offset));
        }

        requireSameBack(records, "fail");
    }

    @Property(tries = 30)
    void records_without_schemas_come_back_with_their_java_types(@ForAll("seeds") long seed) throws IOException {
        ConnectArbitraries any = new ConnectArbitraries(seed);
        Random random = new Random(seed);
        List<SinkRecord> records = new ArrayList<>();
        for (int offset = 0; offset < 2 * FILE_RECORDS; offset++) {
            Object key = random.nextInt(3) == 0 ? null : any.schemaless(2);
            Object value = random.nextInt(3) == 0 ? null : any.schemaless(3);
            records.add(record(any, random, null, key, null, value, offset));
        }

        requireSameBack(records, "json");
    }

    private static SinkRecord record(
            ConnectArbitraries any,
            Random random,
            Schema keySchema,
            Object key,
            Schema valueSchema,
            Object value,
            long offset) {
        TimestampType type = TimestampType.values()[random.nextInt(3)];
        Long timestamp = type == TimestampType.NO_TIMESTAMP_TYPE ? null : (Long) (random.nextLong() >>> 20);
        return new SinkRecord(
                PARTITION.topic(),
                PARTITION.partition(),
                keySchema,
                key,
                valueSchema,
                value,
                offset,
                timestamp,
                type,
                headers(any, random));
    }

    private static ConnectHeaders headers(ConnectArbitraries any, Random random) {
        ConnectHeaders headers = new ConnectHeaders();
        for (int i = random.nextInt(4); i > 0; i--) {
            Schema schema = any.schema(2);
            headers.add(random.nextBoolean() ? "same" : "h" + i, any.nullable(schema, 2), schema);
        }
        return headers;
    }

    private static void requireSameBack(List<SinkRecord> records, String schemaless) throws IOException {
        Path root = Files.createTempDirectory("round-trip");
        try {
            new SinkArchive(root)
                    .with("schemaless", schemaless)
                    .with("flush.size", Integer.toString(FILE_RECORDS))
                    .write(PARTITION, records.stream());
            TaskHarness harness = new TaskHarness(new TestTree(root));
            harness.start();

            List<SourceRecord> back = harness.lookTwice();

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
        requireSame(back.keySchema(), back.key(), record.keySchema(), record.key());
        requireSame(back.valueSchema(), back.value(), record.valueSchema(), record.value());
        List<Header> headers = headers(back);
        List<Header> wanted = headers(record);
        assertThat(headers)
                .extracting(Header::key)
                .isEqualTo(wanted.stream().map(Header::key).toList());
        for (int i = 0; i < wanted.size(); i++) {
            requireSame(
                    headers.get(i).schema(),
                    headers.get(i).value(),
                    wanted.get(i).schema(),
                    wanted.get(i).value());
        }
    }

    private static List<Header> headers(ConnectRecord<?> record) {
        List<Header> headers = new ArrayList<>();
        record.headers().forEach(headers::add);
        return headers;
    }

    private static void requireSame(Schema schema, Object value, Schema wantedSchema, Object wanted) {
        if (wantedSchema == null) {
            assertThat(schema).isNull();
        } else {
            assertThat(difference("", schema, wantedSchema)).isEmpty();
        }
        assertThat(ConnectArbitraries.comparable(value)).isEqualTo(ConnectArbitraries.comparable(wanted));
        assertThat(value == null ? null : value.getClass()).isEqualTo(wanted == null ? null : wanted.getClass());
    }

    /** Where two schemas differ in anything; Connect's own equality does not compare the defaults of bytes. */
    private static String difference(String place, Schema schema, Schema wanted) {
        Set<Object> facts = new HashSet<>(facts(schema));
        for (Object fact : facts(wanted)) {
            if (!facts.contains(fact)) {
                return place + " has not " + fact + " but " + facts(schema) + "; ";
            }
        }
        return switch (wanted.type()) {
            case ARRAY -> difference(place + ".element", schema.valueSchema(), wanted.valueSchema());
            case MAP ->
                difference(place + ".key", schema.keySchema(), wanted.keySchema())
                        + difference(place + ".value", schema.valueSchema(), wanted.valueSchema());
            case STRUCT -> {
                StringBuilder differences = new StringBuilder();
                if (schema.fields().size() != wanted.fields().size()) {
                    differences.append(place).append(" has fields ").append(schema.fields());
                }
                for (int i = 0;
                        i < Math.min(schema.fields().size(), wanted.fields().size());
                        i++) {
                    String name = wanted.fields().get(i).name();
                    if (!schema.fields().get(i).name().equals(name)) {
                        differences.append(place).append(" has no field ").append(name);
                    }
                    differences.append(difference(
                            place + "." + name,
                            schema.fields().get(i).schema(),
                            wanted.fields().get(i).schema()));
                }
                yield differences.toString();
            }
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING, BYTES -> "";
        };
    }

    private static Set<Object> facts(Schema schema) {
        Set<Object> facts = new HashSet<>();
        facts.add("type " + schema.type());
        facts.add("optional " + schema.isOptional());
        facts.add("name " + schema.name());
        facts.add("version " + schema.version());
        facts.add("doc " + schema.doc());
        facts.add("parameters " + schema.parameters());
        facts.add(List.of("default", String.valueOf(ConnectArbitraries.comparable(schema.defaultValue()))));
        return facts;
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
