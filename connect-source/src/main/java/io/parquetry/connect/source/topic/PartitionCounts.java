package io.parquetry.connect.source.topic;

import java.io.Closeable;
import java.util.OptionalInt;

/** The partition counts of topics. */
public interface PartitionCounts extends Closeable {
    /**
     * The present number of partitions of a topic; empty when the topic does not exist.
     *
     * @throws org.apache.kafka.connect.errors.RetriableException when the brokers do not answer
     */
    OptionalInt of(String topic);

    @Override
    void close();
}
