package io.parquetry.connect.common.brokers;

import java.io.Closeable;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;

/** An admin client that gives an answer within ten seconds, or says why there is none. */
public final class BrokerAdmin implements Closeable {
    /** Defaults of the client's timeouts; stopping a task takes no longer. */
    private static final Map<String, Object> TIMEOUTS = Map.of(
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            5_000,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            10_000);

    private final Admin client;
    private final String servers;

    private BrokerAdmin(Admin client, String servers) {
        this.client = client;
        this.servers = servers;
    }

    /**
     * Creates the client.
     *
     * @throws ConnectException when the settings are not valid for an admin client
     */
    public static BrokerAdmin of(AdminSettings settings) {
        Map<String, Object> config = new HashMap<>(TIMEOUTS);
        config.putAll(settings.client());
        try {
            return new BrokerAdmin(Admin.create(config), settings.servers());
        } catch (KafkaException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new ConnectException(
                    "cannot create an admin client with these " + AdminSettings.PREFIX + "* settings: "
                            + reason.getMessage(),
                    e);
        }
    }

    /** Why the brokers cannot be reached with the settings; empty when they can. */
    public static Optional<String> fault(AdminSettings settings) {
        try (BrokerAdmin admin = of(settings)) {
            admin.answer(admin.client.describeCluster().clusterId());
            return Optional.empty();
        } catch (ConnectException e) {
            return Optional.of(e.getMessage());
        } catch (ExecutionException e) {
            return Optional.of(e.getCause().getMessage());
        }
    }

    public Admin client() {
        return client;
    }

    /**
     * The result.
     *
     * @throws ExecutionException when the topic does not exist, or the client may not ask
     * @throws RetriableException when the brokers do not answer
     */
    public <T> T answer(KafkaFuture<T> future) throws ExecutionException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (isAnswer(e.getCause())) {
                throw e;
            }
            throw new RetriableException(
                    "cannot reach the brokers at " + servers + " (" + AdminSettings.BOOTSTRAP_SERVERS + "): "
                            + e.getCause().getMessage(),
                    e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RetriableException("interrupted while waiting for the brokers at " + servers, e);
        }
    }

    /** Whether the brokers have said that the topic does not exist, or that the client may not ask. */
    public static boolean isAnswer(Throwable failure) {
        return failure instanceof UnknownTopicOrPartitionException || failure instanceof AuthorizationException;
    }

    @Override
    public void close() {
        client.close(Duration.ofSeconds(1));
    }
}
