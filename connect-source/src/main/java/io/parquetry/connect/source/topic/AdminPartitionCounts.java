package io.parquetry.connect.source.topic;

import io.parquetry.connect.source.config.RestoreSettings;
import io.parquetry.connect.source.config.RestoreSettings.AdminSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;

/** Reads the partition counts of topics from the brokers, with an admin client. */
public final class AdminPartitionCounts implements PartitionCounts {
    /** Defaults of the client's timeouts; stopping a task takes no longer. */
    private static final Map<String, Object> TIMEOUTS = Map.of(
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            5_000,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            10_000);

    private final Admin admin;
    private final String servers;

    private AdminPartitionCounts(Admin admin, String servers) {
        this.admin = admin;
        this.servers = servers;
    }

    /**
     * Creates the client.
     *
     * @throws ConnectException when the settings are not valid for an admin client
     */
    public static AdminPartitionCounts of(AdminSettings settings) {
        Map<String, Object> config = new HashMap<>(TIMEOUTS);
        config.putAll(settings.client());
        try {
            return new AdminPartitionCounts(Admin.create(config), settings.servers());
        } catch (KafkaException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new ConnectException(
                    "cannot create an admin client with these " + RestoreSettings.ADMIN_PREFIX + "* settings: "
                            + reason.getMessage(),
                    e);
        }
    }

    /** Why the brokers cannot be reached with the settings; empty when they can. */
    public static Optional<String> fault(AdminSettings settings) {
        try (AdminPartitionCounts counts = of(settings)) {
            counts.await(counts.admin.describeCluster().clusterId());
            return Optional.empty();
        } catch (ConnectException e) {
            return Optional.of(e.getMessage());
        }
    }

    @Override
    public OptionalInt of(String topic) {
        return await(admin.describeTopics(List.of(topic)).topicNameValues().get(topic))
                .map(description -> OptionalInt.of(description.partitions().size()))
                .orElse(OptionalInt.empty());
    }

    /** The result; empty when the topic does not exist. */
    private <T> Optional<T> await(KafkaFuture<T> future) {
        try {
            return Optional.of(future.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw new RetriableException(
                    "cannot reach the brokers at " + servers + " (" + RestoreSettings.ADMIN_BOOTSTRAP_SERVERS + "): "
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
