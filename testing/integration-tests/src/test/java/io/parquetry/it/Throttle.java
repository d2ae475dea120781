package io.parquetry.it;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;

/**
 * The broker's default quotas for clients. They slow a connector down, so that a kill at a random moment hits it at
 * work, without a change of the connector's configuration.
 */
final class Throttle {

    /** Broker settings with which a quota applies within a second instead of after a burst of ten seconds. */
    static final Map<String, String> BROKER_CONFIG = Map.of("quota.window.num", "2", "quota.window.size.seconds", "1");

    private static final ClientQuotaEntity EVERY_CLIENT = new ClientQuotaEntity(nullValue(ClientQuotaEntity.CLIENT_ID));

    private final String bootstrapServers;

    Throttle(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    void writers(double bytesPerSecond) {
        alter("producer_byte_rate", bytesPerSecond);
    }

    void lift() {
        alter("producer_byte_rate", null);
    }

    private void alter(String quota, Double bytesPerSecond) {
        ClientQuotaAlteration alteration =
                new ClientQuotaAlteration(EVERY_CLIENT, List.of(new ClientQuotaAlteration.Op(quota, bytesPerSecond)));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.alterClientQuotas(List.of(alteration)).all().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The broker refused the quota " + quota + "=" + bytesPerSecond, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while setting the quota " + quota, e);
        }
    }

    /** The default entity is the one whose name is null, which Map.of does not take. */
    private static Map<String, String> nullValue(String key) {
        Map<String, String> map = new HashMap<>();
        map.put(key, null);
        return map;
    }
}
