package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Wide records for many paths: record {@code n} is at offset {@code n / p} of partition {@code n % p} and has path
 * {@code n % paths}. The paths are a multiple of the partitions, so a path has records of one partition only.
 */
record ManyPathsRecords(String topic, int partitions, int paths) {
    private static final int TEXTS = 10;
    private static final int NUMBERS = 10;
    private static final int MEASURES = 10;

    ManyPathsRecords {
        if (paths % partitions != 0) {
            throw new IllegalArgumentException(paths + " paths are no multiple of " + partitions + " partitions");
        }
    }

    static Map<String, String> sinkConverters() {
        StringBuilder schema = new StringBuilder(
                        "{\"type\":\"struct\",\"name\":\"Wide\",\"optional\":false,\"fields\":[")
                .append(field("n", "int64"))
                .append(',')
                .append(field("path", "int32"));
        for (int i = 0; i < TEXTS; i++) {
            schema.append(',').append(field("text" + i, "string"));
        }
        for (int i = 0; i < NUMBERS; i++) {
            schema.append(',').append(field("number" + i, "int64"));
        }
        for (int i = 0; i < MEASURES; i++) {
            schema.append(',').append(field("measure" + i, "double"));
        }
        return Map.of(
                "key.converter", "org.apache.kafka.connect.storage.StringConverter",
                "value.converter", "org.apache.kafka.connect.json.JsonConverter",
                "value.converter.schemas.enable", "true",
                "value.converter.schema.content", schema.append("]}").toString());
    }

    private static String field(String name, String type) {
        return "{\"field\":\"" + name + "\",\"type\":\"" + type + "\",\"optional\":false}";
    }

    List<ProducerRecord<byte[], byte[]>> range(long from, long to) {
        return LongStream.range(from, to).mapToObj(this::at).toList();
    }

    private ProducerRecord<byte[], byte[]> at(long n) {
        StringBuilder value = new StringBuilder("{\"n\":" + n + ",\"path\":" + n % paths);
        for (int i = 0; i < TEXTS; i++) {
            value.append(",\"text" + i + "\":\"text " + n * 31 % (i * 1_000 + 7) + "\"");
        }
        for (int i = 0; i < NUMBERS; i++) {
            value.append(",\"number" + i + "\":" + n * (i + 1));
        }
        for (int i = 0; i < MEASURES; i++) {
            value.append(",\"measure" + i + "\":" + n % (i * 100 + 9) / 8.0);
        }
        byte[] key = ("key-" + n % paths).getBytes(UTF_8);
        return new ProducerRecord<>(
                topic, (int) (n % partitions), key, value.append('}').toString().getBytes(UTF_8));
    }

    /** The rows of records 0 to {@code count}, a multiple of the partitions. */
    List<ParquetTree.Row> expectedRows(long count) {
        return LongStream.range(0, count)
                .mapToObj(n -> new ParquetTree.Row((int) (n % partitions), n / partitions, n))
                .sorted(ParquetTree.Row.BY_PLACE)
                .toList();
    }
}
