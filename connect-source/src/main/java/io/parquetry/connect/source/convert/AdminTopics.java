package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.config.BrokerSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;

/** Asks the brokers about topics, with an admin client. What the client may not see counts as not known. */
public final class AdminTopics implements BrokerTopics {
    private static final Log LOG = Log.of(AdminTopics.class);

    /** Defaults of the client's timeouts; stopping a task takes no longer. */
    private static final Map<String, Object> TIMEOUTS = Map.of(
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            5_000,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            10_000);

    /** For each limit of a topic the broker's key for topics that have no value of their own. */
    private static final Map<String, String> KEYS_OF_BROKER = Map.of(
            TopicLimits.TIMESTAMP_TYPE, "log." + TopicLimits.TIMESTAMP_TYPE,
            TopicLimits.BEFORE_MS, "log." + TopicLimits.BEFORE_MS,
            TopicLimits.AFTER_MS, "log." + TopicLimits.AFTER_MS,
            TopicLimits.DIFFERENCE_MS, "log." + TopicLimits.DIFFERENCE_MS,
            TopicLimits.BYTES_MAX, "message.max.bytes");

    private final Admin admin;
    private final String servers;

    /** Null until a topic is missing. */
    private Map<String, String> brokerConfig;

    private AdminTopics(Admin admin, String servers) {
        this.admin = admin;
        this.servers = servers;
    }

    /**
     * Creates the client.
     *
     * @throws ConnectException when the settings are not valid for an admin client
     */
    public static AdminTopics of(BrokerSettings settings) {
        Map<String, Object> config = new HashMap<>(TIMEOUTS);
        config.putAll(settings.client());
        try {
            return new AdminTopics(Admin.create(config), settings.servers());
        } catch (KafkaException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new ConnectException(
                    "cannot create an admin client with these " + BrokerSettings.ADMIN_PREFIX + "* settings: "
                            + reason.getMessage(),
                    e);
        }
    }

    /** Why the brokers cannot be reached with the settings; empty when they can. */
    public static Optional<String> fault(BrokerSettings settings) {
        try (AdminTopics topics = of(settings)) {
            topics.await(topics.admin.describeCluster().clusterId());
            return Optional.empty();
        } catch (ConnectException e) {
            return Optional.of(e.getMessage());
        } catch (ExecutionException e) {
            return Optional.of(e.getCause().getMessage());
        }
    }

    @Override
    public TopicState of(String topic) {
        int partitions;
        try {
            partitions = await(admin.describeTopics(List.of(topic))
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
            return await(admin.listTopics().names()).stream()
                    .filter(other -> TopicCollisions.collide(topic, other))
                    .findFirst();
        } catch (ExecutionException e) {
            return Optional.empty();
        }
    }

    /** Brokers of a cluster share these values. */
    private Map<String, String> configOfBroker() {
        try {
            String id = await(admin.describeCluster().nodes()).iterator().next().idString();
            return configOf(new ConfigResource(ConfigResource.Type.BROKER, id));
        } catch (ExecutionException e) {
            return Map.of();
        }
    }

    private Map<String, String> configOf(ConfigResource resource) {
        try {
            return await(admin.describeConfigs(List.of(resource)).values().get(resource)).entries().stream()
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

    /**
     * The result.
     *
     * @throws ExecutionException when the topic does not exist, or the client may not ask
     * @throws RetriableException when the brokers do not answer
     */
    private <T> T await(KafkaFuture<T> future) throws ExecutionException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException
                    || e.getCause() instanceof AuthorizationException) {
                throw e;
            }
            throw new RetriableException(
                    "cannot reach the brokers at " + servers + " (" + BrokerSettings.ADMIN_BOOTSTRAP_SERVERS + "): "
                            + e.getCause().getMessage(),
                    e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RetriableException("interrupted while waiting for the brokers at " + servers, e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
