package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.partition.DirectoryName;
import io.parquetry.connect.sink.partition.Partitioner;
import org.apache.kafka.connect.sink.SinkRecord;

/** The directory of a record's file, as a path inside the storage: the topics' directory, the topic's, the partitioner's. */
final class RecordDirectory {
    private final String topicsDirectory;
    private final Partitioner partitioner;

    /** The last directory, and what it was made of. */
    private String knownTopic = "";

    private String knownBelow = "";
    private String knownDirectory = "";

    RecordDirectory(String topicsDirectory, Partitioner partitioner) {
        this.topicsDirectory = topicsDirectory;
        this.partitioner = partitioner;
    }

    /** @throws org.apache.kafka.connect.errors.DataException when the record does not say where it belongs */
    String of(SinkRecord record) {
        String below = partitioner.directory(record);
        // Partitioners give the same object again for the same directory, so that comparing costs nothing.
        if (below != knownBelow || !record.topic().equals(knownTopic)) {
            knownDirectory = topicsDirectory + "/" + DirectoryName.ofTopic(record.topic()) + "/" + below;
            knownBelow = below;
            knownTopic = record.topic();
        }
        return knownDirectory;
    }
}
