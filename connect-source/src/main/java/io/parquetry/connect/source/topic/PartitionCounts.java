package io.parquetry.connect.source.topic;

import java.io.Closeable;
import java.util.OptionalInt;

/** Knows how many partitions topics have. */
public interface PartitionCounts extends Closeable {
    /**
     * The partitions of a topic now; empty when there is no such topic.
     *
     * @throws org.apache.kafka.connect.errors.RetriableException when nobody answers
     */
    OptionalInt of(String topic);

    @Override
    void close();
}
