package io.parquetry.connect.common.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.schema.ConnectArbitraries;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;

/** Connect records with any plausible timestamps and headers, and their comparison with records that were read. */
public final class RandomConnectRecords {
    /** The sink takes no time that is far in the future: these end in 2033. */
    private static final long PLAUSIBLE_MILLIS = 2_000_000_000_000L;

    /** The layouts of files that can have values of the schema, or without schema; the nested one is the first. */
    public static List<ValueLayout> layoutsOf(Schema value) {
        boolean reserved = value != null
                && value.type() == Schema.Type.STRUCT
                && value.fields().stream().anyMatch(field -> field.name().equalsIgnoreCase("_kafka"));
        return reserved ? List.of(ValueLayout.NESTED) : List.of(ValueLayout.values());
    }

    private final ConnectArbitraries any;
    private final Random random;

    public RandomConnectRecords(ConnectArbitraries any, Random random) {
        this.any = any;
        this.random = random;
    }

    public SinkRecord record(
            String topic, int partition, Schema keySchema, Object key, Schema valueSchema, Object value, long offset) {
        TimestampType type = TimestampType.values()[random.nextInt(3)];
        Long timestamp = type == TimestampType.NO_TIMESTAMP_TYPE ? null : (Long) random.nextLong(PLAUSIBLE_MILLIS);
        return new SinkRecord(topic, partition, keySchema, key, valueSchema, value, offset, timestamp, type, headers());
    }

    private Headers headers() {
        ConnectHeaders headers = new ConnectHeaders();
        for (int i = random.nextInt(4); i > 0; i--) {
            String name = random.nextBoolean() ? "same" : "h" + i;
            if (random.nextInt(4) == 0) {
                headers.add(name, random.nextBoolean() ? null : any.schemaless(2), null);
            } else {
                Schema schema = any.schema(2);
                headers.add(name, any.nullable(schema, 2), schema);
            }
        }
        return headers;
    }

    public static void assertSameHeaders(Headers back, Headers wanted) {
        List<Header> these = new ArrayList<>();
        back.forEach(these::add);
        int i = 0;
        for (Header header : wanted) {
            assertThat(these.get(i).key()).isEqualTo(header.key());
            assertSame(these.get(i).schema(), these.get(i).value(), header.schema(), header.value());
            i++;
        }
        assertThat(these).hasSize(i);
    }

    public static void assertSame(Schema schema, Object value, Schema wantedSchema, Object wanted) {
        if (wantedSchema == null) {
            assertThat(schema).isNull();
        } else {
            assertThat(difference("", schema, wantedSchema)).isEmpty();
        }
        assertThat(ConnectArbitraries.comparable(value)).isEqualTo(ConnectArbitraries.comparable(wanted));
        if (wanted != null) {
            assertThat(value.getClass()).isEqualTo(wanted.getClass());
        }
    }

    /** The first difference of two schemas; Connect's own equality does not compare defaults of bytes. */
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
}
