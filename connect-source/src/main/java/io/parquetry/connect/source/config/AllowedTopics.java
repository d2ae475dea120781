package io.parquetry.connect.source.config;

import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The topics that records may be sent to. Rows, file names and stored topics choose the topics of records; a record in
 * an internal topic of Kafka or of the worker would change offsets or configurations.
 *
 * @param allowed matches whole names
 * @param internal further names that no record may have
 */
public record AllowedTopics(Pattern allowed, Set<String> internal) {
    public static final String KEY = "topics.allowed";

    /** The default names of a distributed worker's topics; a task cannot ask for others. */
    private static final Set<String> OF_WORKER = Set.of("connect-configs", "connect-offsets", "connect-status");

    /** Names of internal topics begin so: of Kafka's own, of Streams, of schema registries in managed clusters. */
    private static final String OF_KAFKA = "__";

    public AllowedTopics {
        Objects.requireNonNull(allowed, "allowed");
        internal = Set.copyOf(internal);
    }

    /**
     * Refuses a topic.
     *
     * @throws IllegalArgumentException with the reason
     */
    public void require(String topic) {
        if (!TopicNames.isLegal(topic)) {
            throw new IllegalArgumentException("'" + topic + "' is no topic; a topic's name has " + TopicNames.RULE);
        }
        if (topic.startsWith(OF_KAFKA) || OF_WORKER.contains(topic) || internal.contains(topic)) {
            throw new IllegalArgumentException("the topic " + topic
                    + " is an internal topic of Kafka or Kafka Connect, to which no record is sent");
        }
        if (!allowed.matcher(topic).matches()) {
            throw new IllegalArgumentException("the topic " + topic + " does not match " + KEY + "=" + allowed
                    + "; change the key if the topic is right");
        }
    }
}
