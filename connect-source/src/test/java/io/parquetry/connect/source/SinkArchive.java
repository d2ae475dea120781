package io.parquetry.connect.source;

import io.parquetry.connect.sink.ParquetSinkTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** Files that the sink's task writes, with its default settings unless a test changes them. */
final class SinkArchive {
    private static final int BATCH_RECORDS = 5_000;

    private final Map<String, String> config = new HashMap<>();
    private boolean commitsOpenFiles;

    SinkArchive(Path root) {
        config.put("name", "archive");
        config.put("storage.url", root.toString());
        config.put("record.metadata", "kafka");
    }

    SinkArchive with(String key, String value) {
        config.put(key, value);
        return this;
    }

    /** Files that are open at the end are published too. */
    SinkArchive committingOpenFiles() {
        commitsOpenFiles = true;
        return this;
    }

    /** Writes the records of one topic-partition; those in files that are open at the end are not published. */
    void write(TopicPartition partition, Stream<SinkRecord> records) {
        ParquetSinkTask task = new ParquetSinkTask();
        task.initialize(new Worker(partition));
        task.start(config);
        task.open(Set.of(partition));
        Iterator<SinkRecord> left = records.iterator();
        long next = 0;
        while (left.hasNext()) {
            List<SinkRecord> batch = new ArrayList<>();
            while (left.hasNext() && batch.size() < BATCH_RECORDS) {
                batch.add(left.next());
            }
            task.put(batch);
            next = batch.get(batch.size() - 1).kafkaOffset() + 1;
        }
        if (commitsOpenFiles) {
            task.preCommit(Map.of(partition, new OffsetAndMetadata(next)));
        }
        task.close(Set.of(partition));
        task.stop();
    }

    /** A context without effect. */
    private record Worker(TopicPartition partition) implements SinkTaskContext {
        @Override
        public Map<String, String> configs() {
            return Map.of();
        }

        @Override
        public void offset(Map<TopicPartition, Long> offsets) {}

        @Override
        public void offset(TopicPartition of, long offset) {}

        @Override
        public void timeout(long timeoutMs) {}

        @Override
        public Set<TopicPartition> assignment() {
            return Set.of(partition);
        }

        @Override
        public void pause(TopicPartition... partitions) {}

        @Override
        public void resume(TopicPartition... partitions) {}

        @Override
        public void requestCommit() {}

        @Override
        public ErrantRecordReporter errantRecordReporter() {
            return null;
        }

        @Override
        public PluginMetrics pluginMetrics() {
            return null;
        }
    }
}
