package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Records of a topic that are a function of their number and time: with {@code p} partitions, record {@code n} is at
 * offset {@code n / p} of partition {@code n % p}.
 *
 * <ul>
 *   <li>Each {@value #RECORDS_PER_VERSION} records the version of the schema grows, and odd versions have one more
 *       field.
 *   <li>With {@code twoTypes} one of {@value #INCOMPATIBLE} records has a number where the others have text, which no
 *       file can hold together.
 *   <li>One of {@value #BAD} records is no JSON, and one of {@value #BAD} is a tombstone: both are bad records of a sink
 *       that has {@code behavior.on.null.values=fail}.
 * </ul>
 */
record SoakRecords(String topic, int partitions, boolean twoTypes) {
    static final int REGIONS = 4;
    private static final int RECORDS_PER_VERSION = 20_000;
    private static final int INCOMPATIBLE = 201;
    private static final int BAD = 1_009;
    private static final JsonMapper JSON = new JsonMapper();
    private static final String SCHEMA = """
            {"schema":{"type":"struct","name":"Soak","version":%d,"optional":false,"fields":[
            {"field":"n","type":"int64","optional":false},
            {"field":"at","type":"int64","optional":false},
            {"field":"region","type":"string","optional":false},
            {"field":"amount","type":"double","optional":true},%s
            {"field":"remark","type":"%s","optional":false}]},"payload":""".replace("\n", "");

    boolean bad(long n) {
        return n % BAD == 400 || n % BAD == 800;
    }

    /** The number of records below {@code n} that are not bad. */
    long good(long n) {
        long rest = n % BAD;
        return n - n / BAD * 2 - (rest > 400 ? 1 : 0) - (rest > 800 ? 1 : 0);
    }

    /** The first record of the partition of {@code n} from {@code n} on that is not bad. */
    long goodFrom(long n) {
        long next = n;
        while (bad(next)) {
            next += partitions;
        }
        return next;
    }

    ProducerRecord<byte[], byte[]> at(long n, long timestamp) {
        byte[] value = switch ((int) (n % BAD)) {
            case 400 -> "{broken".getBytes(UTF_8);
            case 800 -> null;
            default -> (schema(n) + payload(n, timestamp) + "}").getBytes(UTF_8);
        };
        return new ProducerRecord<>(
                topic,
                (int) (n % partitions),
                timestamp,
                key(n).getBytes(UTF_8),
                value,
                List.of(new RecordHeader("trace", trace(n).getBytes(UTF_8))));
    }

    /** The reason why {@code found} is not a whole copy of record {@code n}; empty when it is one. */
    Optional<String> difference(long n, ConsumerRecord<byte[], byte[]> found) {
        try {
            JsonNode value = JSON.readTree(found.value());
            ObjectNode present = JSON.createObjectNode();
            value.properties().forEach(field -> {
                if (!field.getValue().isNull()) {
                    present.set(field.getKey(), field.getValue());
                }
            });
            JsonNode expected = JSON.readTree(payload(n, found.timestamp()).toString());
            Header trace = found.headers().lastHeader("trace");
            if (present.equals(expected)
                    && key(n).equals(new String(found.key(), UTF_8))
                    && trace != null
                    && trace(n).equals(new String(trace.value(), UTF_8))) {
                return Optional.empty();
            }
            return Optional.of("expected %s %s %s, found %s %s %s"
                    .formatted(key(n), expected, trace(n), new String(found.key(), UTF_8), present, trace));
        } catch (IOException e) {
            return Optional.of("expected %s, found %s".formatted(key(n), new String(found.value(), UTF_8)));
        }
    }

    private ObjectNode payload(long n, long at) {
        ObjectNode payload =
                JSON.createObjectNode().put("n", n).put("at", at).put("region", "r" + n / partitions % REGIONS);
        if (n % 10 != 0) {
            payload.put("amount", n % 4_000 / 8.0);
        }
        if (version(n) % 2 == 1) {
            payload.put("extra", "more of " + n % 89);
        }
        return text(n) ? payload.put("remark", "remark " + n) : payload.put("remark", n);
    }

    private String schema(long n) {
        String extra = version(n) % 2 == 1 ? "{\"field\":\"extra\",\"type\":\"string\",\"optional\":true}," : "";
        return SCHEMA.formatted(version(n), extra, text(n) ? "string" : "int64");
    }

    private boolean text(long n) {
        return !twoTypes || n % INCOMPATIBLE != 0;
    }

    private static int version(long n) {
        return 1 + (int) (n / RECORDS_PER_VERSION);
    }

    private static String key(long n) {
        return "key-" + n % 997;
    }

    private static String trace(long n) {
        return "t-" + n;
    }
}
