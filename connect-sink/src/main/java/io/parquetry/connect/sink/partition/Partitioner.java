package io.parquetry.connect.sink.partition;

import org.apache.kafka.connect.sink.SinkRecord;

/** Says where below its topic's directory a record goes. One for each topic-partition; they may keep state. */
@FunctionalInterface
public interface Partitioner {
    /**
     * The directory, as a path below the topic's: names joined by {@code /}, made by {@link DirectoryName} wherever a
     * value of the record is part of them.
     *
     * @throws org.apache.kafka.connect.errors.DataException when the record does not say
     */
    String directory(SinkRecord record);

    /** One directory for each partition of the topic: {@code partition=3}. */
    static Partitioner byKafkaPartition(int partition) {
        String directory = "partition=" + partition;
        return record -> directory;
    }
}
