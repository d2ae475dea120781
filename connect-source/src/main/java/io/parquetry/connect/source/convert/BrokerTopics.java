package io.parquetry.connect.source.convert;

import java.io.Closeable;

/** What the brokers say about topics. */
public interface BrokerTopics extends Closeable {
    /**
     * The present state of a topic.
     *
     * @throws org.apache.kafka.connect.errors.RetriableException when the brokers do not answer
     */
    TopicState of(String topic);

    @Override
    default void close() {}
}
