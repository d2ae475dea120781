package io.parquetry.connect.sink.partition;

import io.parquetry.connect.common.storage.StoragePath;
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

    /** As {@code org.apache.kafka.common.internals.Topic} has it. */
    private static final int TOPIC_LENGTH_MAX = 249;

    private static final int SHOWN_MAX = 50;

    private final Optional<String> topicsDirectory;
    private final Check check;
    private final Map<String, String> cached = new HashMap<>();

    /** The topic of {@link #cached}; null before the first. */
    private String cachedTopic;

    /** What the partitioner said of the last record of this topic that had a directory, and that; null before one. */
    private String lastBelow;

    private String last;

    /** Throws an {@link IllegalArgumentException} with the reason when the storage has no files in a directory. */
    @FunctionalInterface
    public interface Check {
        void accept(String directory);
    }

    /**
     * @param topicsDirectory that holds a directory for each topic; empty where partitioners give the whole path
     * @param check is asked once for each directory
     */
    public RecordDirectory(Optional<String> topicsDirectory, Check check) {
        this.topicsDirectory = topicsDirectory;
        this.check = check;
    }

    /**
     * @param below the directory of the record below the topic's
     * @throws DataException when the record's topic is no name, as a transformation may make it, or when the storage
     *     cannot have files in the directory
     */
    public String of(SinkRecord record, String below) {
        String topic = record.topic();
        boolean sameTopic = topic != null && topic.equals(cachedTopic);
        // Partitioners give the same object again as long as they cache it.
        if (sameTopic && below == lastBelow) {
            return last;
        }
        if (!sameTopic || cached.size() >= DIRECTORIES_MAX) {
            if (topicsDirectory.isPresent()) {
                requireTopic(topic);
            }
            cached.clear();
            cachedTopic = topic;
            lastBelow = null;
        }
        String directory = cached.get(below);
        if (directory == null) {
            directory = topicsDirectory
                    .map(parent -> parent + "/" + DirectoryName.ofTopic(topic) + "/" + below)
                    .orElse(below);
            require(directory);
            cached.put(below, directory);
        }
        lastBelow = below;
        last = directory;
        return directory;
    }

    /** Kafka's own names pass; a transformation can make any text the topic, or null. */
    private static void requireTopic(String topic) {
        if (topic == null) {
            throw invalidTopic("null", "which is no name");
        } else if (topic.isEmpty() || topic.equals(".") || topic.equals("..")) {
            throw invalidTopic("\"" + topic + "\"", "which is no name");
        } else if (topic.length() > TOPIC_LENGTH_MAX) {
            throw invalidTopic(
                    "\"" + topic.substring(0, SHOWN_MAX) + "...\"",
                    "of " + topic.length() + " characters where Kafka allows " + TOPIC_LENGTH_MAX);
        }
    }

    private static DataException invalidTopic(String topic, String fault) {
        return new DataException("a transformation has made its topic " + topic + ", " + fault
                + "; correct the transformation, or keep the record from it by a predicate");
    }

    private void require(String directory) {
        try {
            StoragePath.requireFile(directory);
            check.accept(directory);
        } catch (IllegalArgumentException e) {
            throw new DataException("its directory cannot be written: " + e.getMessage(), e);
        }
    }
}
