package io.parquetry.benchmarks.worker;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;

/** A sink that takes records and does nothing: what is left is the worker, its consumers and its converters. */
public final class EmptySinkConnector extends SinkConnector {
    @Override
    public String version() {
        return "1";
    }

    @Override
    public void start(Map<String, String> properties) {}

    @Override
    public Class<? extends Task> taskClass() {
        return EmptySinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int tasksMax) {
        return Collections.nCopies(tasksMax, Map.of());
    }

    @Override
    public void stop() {}

    @Override
    public ConfigDef config() {
        return new ConfigDef();
    }

    /** The task of the connector. */
    public static final class EmptySinkTask extends SinkTask {
        @Override
        public String version() {
            return "1";
        }

        @Override
        public void start(Map<String, String> properties) {}

        @Override
        public void put(Collection<SinkRecord> records) {}

        @Override
        public void stop() {}
    }
}
