package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Records that are a pure function of their number, so that expected records need no storage: with {@code p}
 * partitions, reading {@code n} is at offset {@code n / p} of partition {@code n % p}. A reading has one of {@value
 * #SHELVES} shelves; in every partition, each shelf is used more often than the one before.
 */
record Readings(String topic, int partitions) {
    private static final long EPOCH_MS = 1_700_000_000_000L;
    private static final int SHELVES = 20;
    private static final String VALUE_SCHEMA = """
            {"type":"struct","name":"Reading","optional":false,"fields":[
            {"field":"n","type":"int64","optional":false},
            {"field":"shelf","type":"int32","optional":false},
            {"field":"place","type":"string","optional":true},
            {"field":"celsius","type":"double","optional":false}]}""";

    /** Connector settings for these records: text keys, JSON values. */
    static Map<String, String> sinkConverters() {
        return Map.of(
                "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                "value.converter", "org.apache.kafka.connect.json.JsonConverter",
                "value.converter.schemas.enable", "true",
                "value.converter.schema.content", VALUE_SCHEMA.replace("\n", ""));
    }

    static Map<String, String> sourceConverters() {
        return Map.of(
                "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                "value.converter", "org.apache.kafka.connect.json.JsonConverter",
                "value.converter.schemas.enable", "false");
    }

    List<ProducerRecord<byte[], byte[]>> range(long from, long to) {
        return LongStream.range(from, to).mapToObj(this::at).toList();
    }

    ProducerRecord<byte[], byte[]> at(long n) {
        return new ProducerRecord<>(
                topic,
                (int) (n % partitions),
                timestamp(n),
                key(n).getBytes(UTF_8),
                value(n).getBytes(UTF_8),
                List.of(new RecordHeader("trace", ("t-" + n).getBytes(UTF_8))));
    }

    /**
     * The expected rows of readings 0 to {@code count}, by partition and offset; {@code count} is a multiple of the
     * partitions.
     */
    List<ParquetTree.Row> expectedRows(long count) {
        return LongStream.range(0, count)
                .mapToObj(n -> new ParquetTree.Row((int) (n % partitions), n / partitions, n))
                .sorted(ParquetTree.Row.BY_PLACE)
                .toList();
    }

    /** The number of the reading that a record holds. */
    static long number(ConsumerRecord<byte[], byte[]> record) {
        return record.timestamp() - EPOCH_MS;
    }

    /** All properties of reading {@code n} that a file keeps, in the form of {@link #line(ConsumerRecord)}. */
    String line(long n) {
        return line(timestamp(n), key(n), value(n), "t-" + n);
    }

    /** All properties of a record that a file keeps, as one line. */
    static String line(ConsumerRecord<byte[], byte[]> record) {
        return line(
                record.timestamp(),
                new String(record.key(), UTF_8),
                new String(record.value(), UTF_8),
                new String(record.headers().lastHeader("trace").value(), UTF_8));
    }

    private static String line(long timestamp, String key, String value, String trace) {
        return timestamp + " " + key + " " + value + " " + trace;
    }

    private static long timestamp(long n) {
        return EPOCH_MS + n;
    }

    /** Two of three readings have keys of their own; the others share 997 keys, so that compaction leaves gaps. */
    private static String key(long n) {
        return n % 3 == 0 ? "station-" + n % 997 : "visit-" + n;
    }

    private String value(long n) {
        String place = n % 10 == 0 ? "null" : "\"hut " + n % 89 + "\"";
        return "{\"n\":" + n + ",\"shelf\":" + shelf(n / partitions) + ",\"place\":" + place + ",\"celsius\":"
                + (n % 400) / 8.0 + "}";
    }

    /** Of every 210 readings of a partition, one has shelf 0, two have shelf 1, and twenty the last. */
    private static int shelf(long offset) {
        int shelf = 0;
        for (long left = offset * 47 % (SHELVES * (SHELVES + 1) / 2); left > shelf; left -= ++shelf) {}
        return shelf;
    }
}
