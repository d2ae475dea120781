package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.brokers.BrokerAdmin;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.config.BrokerSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.connect.errors.ConnectException;

/** Asks the brokers about topics, with an admin client. What the client may not see counts as not known. */
public final class AdminTopics implements BrokerTopics {
    private static final Log LOG = Log.of(AdminTopics.class);

    /** For each limit of a topic the broker's key for topics that have no value of their own. */
    private static final Map<String, String> KEYS_OF_BROKER = Map.of(
            TopicLimits.TIMESTAMP_TYPE, "log." + TopicLimits.TIMESTAMP_TYPE,
            TopicLimits.BEFORE_MS, "log." + TopicLimits.BEFORE_MS,
            TopicLimits.AFTER_MS, "log." + TopicLimits.AFTER_MS,
            TopicLimits.DIFFERENCE_MS, "log." + TopicLimits.DIFFERENCE_MS,
            TopicLimits.BYTES_MAX, "message.max.bytes",
            TopicLimits.CLEANUP_POLICY, "log." + TopicLimits.CLEANUP_POLICY);

    private final BrokerAdmin brokers;
    private final Admin admin;

    /** Null until a topic is missing. */
    private Map<String, String> brokerConfig;

    private AdminTopics(BrokerAdmin brokers) {
        this.brokers = brokers;
        this.admin = brokers.client();
    }

    /**
     * Creates the client.
     *
     * @throws ConnectException when the settings are not valid for an admin client
     */
    public static AdminTopics of(BrokerSettings settings) {
        return new AdminTopics(BrokerAdmin.of(settings.admin()));
    }

    @Override
    public TopicState of(String topic) {
        int partitions;
        try {
            partitions = brokers.answer(admin.describeTopics(List.of(topic))
                            .topicNameValues()
                            .get(topic))
                    .partitions()
                    .size();
        } catch (ExecutionException e) {
            return e.getCause() instanceof AuthorizationException ? new TopicState.Unknown() : missing(topic);
        }
        return new TopicState.Present(
                partitions, TopicLimits.of(configOf(new ConfigResource(ConfigResource.Type.TOPIC, topic))));
    }

    private TopicState.Missing missing(String topic) {
        if (brokerConfig == null) {
            brokerConfig = configOfBroker();
        }
        Map<String, String> limits = new HashMap<>();
        KEYS_OF_BROKER.forEach((key, ofBroker) -> limits.put(key, brokerConfig.get(ofBroker)));
        return new TopicState.Missing(
                !"false".equals(brokerConfig.get("auto.create.topics.enable")),
                colliding(topic),
                TopicLimits.of(limits));
    }

    private Optional<String> colliding(String topic) {
        try {
            return brokers.answer(admin.listTopics().names()).stream()
                    .filter(other -> TopicCollisions.collide(topic, other))
                    .findFirst();
        } catch (ExecutionException e) {
            return Optional.empty();
        }
    }

    /** Brokers of a cluster share these values. */
    private Map<String, String> configOfBroker() {
        try {
            String id = brokers.answer(admin.describeCluster().nodes())
                    .iterator()
                    .next()
                    .idString();
            return configOf(new ConfigResource(ConfigResource.Type.BROKER, id));
        } catch (ExecutionException e) {
            return Map.of();
        }
    }

    private Map<String, String> configOf(ConfigResource resource) {
        try {
            return brokers
                    .answer(admin.describeConfigs(List.of(resource)).values().get(resource))
                    .entries()
                    .stream()
                    .filter(entry -> entry.value() != null)
                    .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
        } catch (ExecutionException e) {
            LOG.info(
                    "The brokers do not tell the limits of {}, so rows are not checked against them: {}",
                    resource.name(),
                    e.getCause().toString());
            return Map.of();
        }
    }

    @Override
    public void close() {
        brokers.close();
    }
}
