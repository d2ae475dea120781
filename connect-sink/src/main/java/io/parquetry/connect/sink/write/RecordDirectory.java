package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.partition.DirectoryName;
import io.parquetry.connect.sink.partition.Partitioner;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The directory of a record's file, as a path inside the storage: the topics' directory, the topic's, the partitioner's.
 * Records alternate between directories, so those of a topic are remembered, {@link #DIRECTORIES_MAX} at most.
 */
final class RecordDirectory {
    private static final int DIRECTORIES_MAX = 4_096;

    private final String topicsDirectory;
    private final Partitioner partitioner;
    private final Map<String, String> known = new HashMap<>();
    private String knownTopic = "";

    RecordDirectory(String topicsDirectory, Partitioner partitioner) {
        this.topicsDirectory = topicsDirectory;
        this.partitioner = partitioner;
    }

    /** @throws org.apache.kafka.connect.errors.DataException when the record does not say where it belongs */
    String of(SinkRecord record) {
        String below = partitioner.directory(record);
        if (!record.topic().equals(knownTopic) || known.size() >= DIRECTORIES_MAX) {
            known.clear();
            knownTopic = record.topic();
        }
        String directory = known.get(below);
        if (directory == null) {
            directory = topicsDirectory + "/" + DirectoryName.ofTopic(knownTopic) + "/" + below;
            known.put(below, directory);
        }
        return directory;
    }
}
