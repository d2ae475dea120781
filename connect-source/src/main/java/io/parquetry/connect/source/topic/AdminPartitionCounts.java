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

/** Asks the brokers. */
public final class AdminPartitionCounts implements PartitionCounts {
    /** Unless the user says otherwise; whoever stops a task waits for so long at most. */
    private static final Map<String, Object> PATIENCE = Map.of(
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
     * A client that asks with these settings.
     *
     * @throws ConnectException when they are none of an admin client
     */
    public static AdminPartitionCounts of(AdminSettings settings) {
        Map<String, Object> config = new HashMap<>(PATIENCE);
        config.putAll(settings.client());
        try {
            return new AdminPartitionCounts(Admin.create(config), settings.servers());
        } catch (KafkaException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new ConnectException(
                    "there is no admin client with these " + RestoreSettings.ADMIN_PREFIX + "* settings: "
                            + reason.getMessage(),
                    e);
        }
    }

    /** What is wrong with the settings, as far as somebody answers whom they name. */
    public static Optional<String> fault(AdminSettings settings) {
        try (AdminPartitionCounts counts = of(settings)) {
            counts.answer(counts.admin.describeCluster().clusterId());
            return Optional.empty();
        } catch (ConnectException e) {
            return Optional.of(e.getMessage());
        }
    }

    @Override
    public OptionalInt of(String topic) {
        return answer(admin.describeTopics(List.of(topic)).topicNameValues().get(topic))
                .map(description -> OptionalInt.of(description.partitions().size()))
                .orElse(OptionalInt.empty());
    }

    /** Empty when there is no such topic. */
    private <T> Optional<T> answer(KafkaFuture<T> future) {
        try {
            return Optional.of(future.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw new RetriableException(
                    "cannot ask the brokers at " + servers + " (" + RestoreSettings.ADMIN_BOOTSTRAP_SERVERS + "): "
                            + e.getCause().getMessage(),
                    e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RetriableException("interrupted while the brokers at " + servers + " were asked", e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
