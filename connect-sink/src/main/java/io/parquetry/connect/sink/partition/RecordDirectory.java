package io.parquetry.connect.sink.partition;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The directory of a record's file, as a path inside the storage: the topics' directory and the topic's, where there
 * are such, then the partitioner's. Records alternate between directories, so up to {@link #DIRECTORIES_MAX} of a topic
 * are cached.
 */
public final class RecordDirectory {
    private static final int DIRECTORIES_MAX = 4_096;

    private final Optional<String> topicsDirectory;
    private final Partitioner partitioner;
    private final Check check;
    private final Map<String, String> cached = new HashMap<>();
    private String cachedTopic = "";

    /** What the partitioner said of the last record of this topic that had a directory, and that; null before one. */
    private String lastBelow;

    private String last;

    /** Throws an {@link IllegalArgumentException} with the reason when the storage has no files in a directory. */
    @FunctionalInterface
    public interface Check {
        void accept(String directory);
    }

    /**
     * @param topicsDirectory that holds a directory for each topic; empty where the partitioner gives the whole path
     * @param check is asked once for each directory
     */
    public RecordDirectory(Optional<String> topicsDirectory, Partitioner partitioner, Check check) {
        this.topicsDirectory = topicsDirectory;
        this.partitioner = partitioner;
        this.check = check;
    }

    /**
     * @throws DataException when the record has no value for a placeholder, or when the storage cannot have files in
     *     the directory
     */
    public String of(SinkRecord record) {
        String below = partitioner.directory(record);
        boolean sameTopic = record.topic().equals(cachedTopic);
        // The partitioner gives the same object again as long as it caches it.
        if (sameTopic && below == lastBelow) {
            return last;
        }
        if (!sameTopic || cached.size() >= DIRECTORIES_MAX) {
            cached.clear();
            cachedTopic = record.topic();
            lastBelow = null;
        }
        String directory = cached.get(below);
        if (directory == null) {
            directory = topicsDirectory
                    .map(parent -> parent + "/" + DirectoryName.ofTopic(cachedTopic) + "/" + below)
                    .orElse(below);
            require(directory);
            cached.put(below, directory);
        }
        lastBelow = below;
        last = directory;
        return directory;
    }

    private void require(String directory) {
        try {
            check.accept(directory);
        } catch (IllegalArgumentException e) {
            throw new DataException("its directory cannot be written: " + e.getMessage(), e);
        }
    }
}
