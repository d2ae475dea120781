package io.parquetry.connect.sink.write;

import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.common.TopicPartition;

/**
 * How far the worker's consumer of a partition is ahead of the beginning of the log: its metric {@code records-lead} in
 * JMX (KIP-223). Connect gives a sink task no consumer that it could ask where the log begins.
 */
final class ConsumerLead {
    private static final String DOMAIN = "kafka.consumer:type=consumer-fetch-manager-metrics,topic=";
    private static final String CLIENT_ID = "client-id";
    private static final String LEAD = "records-lead";

    /** Connect appends the number of the task. */
    private final String clientPrefix;

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

    ConsumerLead(String connector) {
        this.clientPrefix = "connector-consumer-" + connector + "-";
    }

    /**
     * The lead after the last poll; the largest, if the metrics of several consumers have the partition. Empty when the
     * worker does not show it, as with another client id or without JMX.
     */
    OptionalLong of(TopicPartition partition) {
        // Before Kafka 4.1 a metric's topic has underscores for dots.
        return Stream.of(partition.topic(), partition.topic().replace('.', '_'))
                .distinct()
                .flatMap(topic -> names(topic, partition.partition()).stream())
                .filter(this::isOfConnector)
                .flatMapToLong(name -> lead(name).stream())
                .max();
    }

    private Set<ObjectName> names(String topic, int partition) {
        try {
            return beans.queryNames(new ObjectName(DOMAIN + topic + ",partition=" + partition + ",*"), null);
        } catch (JMException e) {
            throw new IllegalStateException("a topic's name is part of a pattern: " + e.getMessage(), e);
        }
    }

    private boolean isOfConnector(ObjectName name) {
        String given = name.getKeyProperty(CLIENT_ID);
        String client = given != null && given.startsWith("\"") ? ObjectName.unquote(given) : given;
        return client != null
                && client.startsWith(clientPrefix)
                && client.substring(clientPrefix.length()).matches("[0-9]+");
    }

    private OptionalLong lead(ObjectName name) {
        try {
            return beans.getAttribute(name, LEAD) instanceof Double lead && !lead.isNaN()
                    ? OptionalLong.of(lead.longValue())
                    : OptionalLong.empty();
        } catch (JMException gone) {
            return OptionalLong.empty();
        }
    }
}
