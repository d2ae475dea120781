package io.parquetry.it;

import java.util.HashMap;
import java.util.Map;

/** A sink that appends readings to a table of Iceberg, configured as its documentation advises. */
enum TableSink {
    PARQUETRY {
        @Override
        Map<String, String> config(LakeTable table, TestStorage storage, String topic, int commitMs) {
            Map<String, String> config = new HashMap<>(table.sinkConfig());
            config.put("connector.class", "io.parquetry.connect.sink.ParquetSinkConnector");
            config.put("storage.url", storage.url());
            config.put("rotate.max.age.ms", Integer.toString(commitMs));
            config.put("table.commit.interval.ms", Integer.toString(commitMs));
            return config;
        }
    },

    /** Its tasks and its coordinator talk over a topic; its own consumer there reads committed messages only. */
    ICEBERG {
        @Override
        Map<String, String> config(LakeTable table, TestStorage storage, String topic, int commitMs) {
            Map<String, String> config = new HashMap<>(table.icebergSinkConfig());
            config.put("connector.class", "org.apache.iceberg.connect.IcebergSinkConnector");
            config.put("iceberg.control.topic", controlTopic(topic));
            config.put("iceberg.control.commit.interval-ms", Integer.toString(commitMs));
            return config;
        }
    };

    /** The topic over which Iceberg's sink talks; it must exist. */
    static String controlTopic(String topic) {
        return "control-" + topic;
    }

    /**
     * The sink's part of a connector's configuration.
     *
     * @param commitMs how often the table gets what there is
     */
    abstract Map<String, String> config(LakeTable table, TestStorage storage, String topic, int commitMs);
}
