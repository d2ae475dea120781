package io.parquetry.connect.common.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.ConnectArbitraries;
import io.parquetry.connect.common.schema.NanosAs;
import io.parquetry.connect.common.schema.TimeAs;
import io.parquetry.connect.common.schema.VariantSample;
import io.parquetry.connect.common.schema.ZonelessAs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/**
 * A record that is written and read is equal: its value, and with record metadata topic, partition, offset, timestamp,
 * key and headers, with their schemas and nulls. Only bytes may be read as an array that were written as a buffer.
 */
class RecordRoundTripTest {
    private static final int PRECISION = 38;

    @Provide
    Arbitrary<Long> seeds() {
        return ConnectArbitraries.seeds();
    }

    @Property(tries = 150)
    void structsAreReadAsTheyWereWritten(@ForAll("seeds") long seed) throws IOException {
        ConnectArbitraries any = new ConnectArbitraries(seed);
        Schema schema = any.struct(4);
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            records.add(new SinkRecord("t", 0, null, null, schema, any.value(schema, 3), i));
        }

        List<StoredRecord> back = TestFiles.roundTrip(records, RecordMetadata.NONE, PRECISION);

        for (int i = 0; i < records.size(); i++) {
            assertThat(back.get(i).kafka()).isEmpty();
            RandomConnectRecords.assertSame(
                    back.get(i).valueSchema(),
                    back.get(i).value(),
                    schema,
                    records.get(i).value());
        }
    }

    @Property(tries = 150)
    void recordsAreReadWithTheirMetadata(@ForAll("seeds") long seed) throws IOException {
        ConnectArbitraries any = new ConnectArbitraries(seed);
        Random random = new Random(seed);
        RandomConnectRecords some = new RandomConnectRecords(any, random);
        Schema key = any.schema(2);
        Schema value = any.schema(3);
        List<SinkRecord> records = new ArrayList<>();
        records.add(record(some, random, key, any.value(key, 2), value, any.value(value, 2), 7));
        for (int i = 0; i < 6; i++) {
            boolean keyless = random.nextInt(3) == 0;
            boolean tombstone = random.nextInt(3) == 0;
            records.add(record(
                    some,
                    random,
                    keyless ? null : key,
                    keyless ? null : any.nullable(key, 2),
                    tombstone ? null : value,
                    tombstone ? null : any.nullable(value, 2),
                    random.nextLong() >>> 1));
        }

        ColumnTypes columns = columns(random);
        for (ValueLayout layout : RandomConnectRecords.layoutsOf(value)) {
            RecordLayout written = RecordLayout.of(key, value, RecordMetadata.KAFKA, layout, columns);
            assertAllSame(records, TestFiles.read(TestFiles.write(written, records)));
        }
    }

    /** Not timestamps of nanoseconds in microseconds, which do not hold all. */
    private static ColumnTypes columns(Random random) {
        TimeAs[] times = TimeAs.values();
        return ColumnTypes.ofPrecision(PRECISION)
                .with(times[random.nextInt(times.length)])
                .with(random.nextBoolean() ? NanosAs.NANOS : NanosAs.INTEGER)
                .with(random.nextBoolean() ? ZonelessAs.UTC : ZonelessAs.LOCAL);
    }

    @Property(tries = 100)
    void recordsWithoutSchemasAreReadWithTheirJavaTypes(@ForAll("seeds") long seed) throws IOException {
        ConnectArbitraries any = new ConnectArbitraries(seed);
        Random random = new Random(seed);
        RandomConnectRecords some = new RandomConnectRecords(any, random);
        List<SinkRecord> records = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Object key = random.nextInt(3) == 0 ? null : any.schemaless(2);
            Object value = random.nextInt(3) == 0 ? null : any.schemaless(3);
            records.add(record(some, random, null, key, null, value, i));
        }

        for (ValueLayout layout : ValueLayout.values()) {
            RecordLayout written =
                    RecordLayout.of(null, null, RecordMetadata.KAFKA, layout, ColumnTypes.ofPrecision(PRECISION));
            assertAllSame(records, TestFiles.read(TestFiles.write(written, records)));
            assertAllSame(records, throughVariants(records, layout, VariantSample.none()));
            List<Object> values = records.stream()
                    .map(SinkRecord::value)
                    .map(RecordRoundTripTest::inAnyOrder)
                    .toList();
            for (VariantSample sample : List.of(
                    VariantSample.frequent(), VariantSample.of(List.of(List.of("id"), List.of("key", "value"))))) {
                assertThat(throughVariants(records, layout, sample))
                        .extracting(record -> inAnyOrder(record.value()))
                        .isEqualTo(values);
            }
        }
    }

    private static List<StoredRecord> throughVariants(
            List<SinkRecord> records, ValueLayout layout, VariantSample sample) throws IOException {
        records.forEach(record -> sample.observe(record.value()));
        RecordLayout written = RecordLayout.of(
                null,
                null,
                RecordMetadata.KAFKA,
                layout,
                ColumnTypes.ofPrecision(PRECISION),
                Optional.of(RecordLayout.variant(sample)));
        return TestFiles.read(TestFiles.write(written, records));
    }

    /** A value whose maps are equal whatever the order of their entries; null is text. */
    private static Object inAnyOrder(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(RecordRoundTripTest::inAnyOrder).toList();
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, Object> entries = new HashMap<>();
            map.forEach((key, content) -> entries.put(inAnyOrder(key), inAnyOrder(content)));
            return entries;
        }
        return value == null ? "null" : List.of(value.getClass(), value);
    }

    private static SinkRecord record(
            RandomConnectRecords some,
            Random random,
            Schema keySchema,
            Object key,
            Schema valueSchema,
            Object value,
            long offset) {
        return some.record(
                "töpic" + random.nextInt(2), random.nextInt(100), keySchema, key, valueSchema, value, offset);
    }

    private static void assertAllSame(List<SinkRecord> records, List<StoredRecord> back) {
        assertThat(back).hasSameSizeAs(records);
        for (int i = 0; i < records.size(); i++) {
            SinkRecord record = records.get(i);
            StoredRecord.KafkaMetadata kafka = back.get(i).kafka().orElseThrow();
            assertThat(kafka.topic()).isEqualTo(record.topic());
            assertThat(kafka.partition()).isEqualTo(record.kafkaPartition());
            assertThat(kafka.offset()).isEqualTo(record.kafkaOffset());
            assertThat(kafka.timestamp()).isEqualTo(record.timestamp());
            assertThat(kafka.timestampType()).isEqualTo(record.timestampType());
            RandomConnectRecords.assertSame(kafka.keySchema(), kafka.key(), record.keySchema(), record.key());
            RandomConnectRecords.assertSame(
                    back.get(i).valueSchema(), back.get(i).value(), record.valueSchema(), record.value());
            RandomConnectRecords.assertSameHeaders(kafka.headers(), record.headers());
        }
    }

    @Test
    void aNullInAFieldWithADefaultStaysNull() throws IOException {
        Schema schema = SchemaBuilder.struct()
                .field("n", SchemaBuilder.int32().defaultValue(7).build())
                .build();
        Struct unset = new Struct(schema);
        Struct same = new Struct(schema).put("n", 7);

        List<StoredRecord> back = TestFiles.roundTrip(
                List.of(
                        new SinkRecord("t", 0, null, null, schema, unset, 0),
                        new SinkRecord("t", 0, null, null, schema, same, 1)),
                RecordMetadata.NONE,
                PRECISION);

        assertThat(((Struct) back.get(0).value()).getWithoutDefault("n")).isNull();
        assertThat(((Struct) back.get(1).value()).getWithoutDefault("n")).isEqualTo(7);
        assertThat(back.get(0).value()).isEqualTo(unset);
    }

    @Test
    void aNullWithASchemaIsDistinguishedFromATombstone() throws IOException {
        Schema schema = Schema.OPTIONAL_STRING_SCHEMA;

        List<StoredRecord> back = TestFiles.roundTrip(
                List.of(
                        new SinkRecord("t", 0, schema, "k", schema, "v", 0),
                        new SinkRecord("t", 0, schema, null, schema, null, 1),
                        new SinkRecord("t", 0, null, null, null, null, 2)),
                RecordMetadata.KAFKA,
                PRECISION);

        assertThat(back.get(1).valueSchema()).isEqualTo(schema);
        assertThat(back.get(1).kafka().orElseThrow().keySchema()).isEqualTo(schema);
        assertThat(back.get(2).valueSchema()).isNull();
        assertThat(back.get(2).kafka().orElseThrow().keySchema()).isNull();
    }
}
