package io.parquetry.benchmarks.worker;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.local.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.json.JsonConverterConfig;

/**
 * A topic with the records of a data set as JSON text, which every sink is given by the same converter. The keys are
 * the numbers 0 to {@code keys - 1} in turn, so that a sink can sort records by them.
 *
 * @param name of the topic
 * @param records in all partitions together
 * @param converter the converter's properties for a connector
 */
record PreparedTopic(String name, int records, Map<String, String> converter) {
    /** Fills a new topic; record n goes to partition n modulo {@code partitions}. */
    static PreparedTopic fill(
            String bootstrapServers, Dataset data, int records, int partitions, int keys, LongConsumer progress) {
        String name = "records";
        try (Topics topics = new Topics(bootstrapServers);
                JsonConverter json = new JsonConverter()) {
            json.configure(Map.of(JsonConverterConfig.SCHEMAS_ENABLE_CONFIG, "false"), false);
            topics.create(name, partitions);
            Iterable<ProducerRecord<byte[], byte[]>> all = () -> IntStream.range(0, records)
                    .mapToObj(row -> record(name, row, partitions, keys, data.row(row), json))
                    .iterator();
            topics.produce(all, progress);
        }
        return new PreparedTopic(name, records, converter(data));
    }

    private static ProducerRecord<byte[], byte[]> record(
            String topic, int row, int partitions, int keys, Struct value, JsonConverter json) {
        byte[] key = Integer.toString(row / partitions % keys).getBytes(StandardCharsets.UTF_8);
        return new ProducerRecord<>(topic, row % partitions, key, json.fromConnectData(topic, value.schema(), value));
    }

    /** JSON without envelopes, of one schema that the converter knows. */
    private static Map<String, String> converter(Dataset data) {
        try (JsonConverter json = new JsonConverter()) {
            json.configure(Map.of(JsonConverterConfig.SCHEMAS_ENABLE_CONFIG, "true"), false);
            return Map.of(
                    "key.converter",
                    "org.apache.kafka.connect.storage.StringConverter",
                    "value.converter",
                    JsonConverter.class.getName(),
                    "value.converter.schemas.enable",
                    "true",
                    "value.converter.schema.content",
                    json.asJsonSchema(data.schema()).toString());
        }
    }
}
