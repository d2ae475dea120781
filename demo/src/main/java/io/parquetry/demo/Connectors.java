package io.parquetry.demo;

import io.parquetry.connect.common.config.HeaderConverterKey;
import java.util.LinkedHashMap;
import java.util.Map;

/** The two connector configurations of the demo, as a user would send them to a worker. */
final class Connectors {
    static final String SINK = "demo-sink";
    static final String SOURCE = "demo-source";

    private static final String JSON_CONVERTER = "org.apache.kafka.connect.json.JsonConverter";
    private static final String STRING_CONVERTER = "org.apache.kafka.connect.storage.StringConverter";

    private Connectors() {}

    /**
     * The configuration of the sink.
     *
     * @param storage the keys that reach the storage
     * @param flushSize records after which a file is closed; the last files are closed by their age of one second
     */
    static Map<String, String> sink(String topic, Map<String, String> storage, String schema, long flushSize) {
        Map<String, String> config = common("io.parquetry.connect.sink.ParquetSinkConnector", storage);
        config.put("topics", topic);
        config.put("record.metadata", "kafka");
        config.put("record.layout", "flat");
        config.put("flush.size", Long.toString(flushSize));
        config.put("rotate.max.age.ms", "1000");
        // The records are plain JSON; their schema is here, not in every record.
        config.put("value.converter.schemas.enable", "true");
        config.put("value.converter.schema.content", schema);
        return config;
    }

    static Map<String, String> source(String topic, String replayedTopic, Map<String, String> storage) {
        Map<String, String> config = common("io.parquetry.connect.source.ParquetSourceConnector", storage);
        config.put("topic.mapping", topic + ":" + replayedTopic);
        // A file is read when two scans find the same size; the default interval is five seconds.
        config.put("scan.interval.ms", "250");
        config.put("value.converter.schemas.enable", "false");
        return config;
    }

    private static Map<String, String> common(String connectorClass, Map<String, String> storage) {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("connector.class", connectorClass);
        config.put("tasks.max", "1");
        config.putAll(storage);
        config.put("key.converter", STRING_CONVERTER);
        config.put(HeaderConverterKey.KEY, HeaderConverterKey.OF_BYTES);
        config.put("value.converter", JSON_CONVERTER);
        // A null of the input stays null, also where the schema has a default.
        config.put("value.converter.replace.null.with.default", "false");
        return config;
    }
}
