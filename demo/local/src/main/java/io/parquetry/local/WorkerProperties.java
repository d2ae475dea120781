package io.parquetry.local;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A distributed worker's configuration: JSON with schemas, exactly-once sources, offsets flushed every second, and
 * sessions so short that a killed worker is detected within seconds.
 */
public final class WorkerProperties {

    private static final String SESSION_TIMEOUT_MS = "4000";
    private static final String HEARTBEAT_INTERVAL_MS = "1000";

    /** The value that removes a property. */
    static final String ABSENT = "";

    private WorkerProperties() {}

    /**
     * The configuration of a worker, for any implementation of {@link KafkaStack}.
     *
     * @param bootstrapServers the broker's address for the worker
     * @param groupId the Connect group, also the prefix of its internal topics
     * @param host address of the REST server, also advertised to other workers
     * @param port port of the REST server
     * @param pluginPath entries of {@code plugin.path} as paths of the worker
     * @param others properties that override the defaults
     */
    public static Map<String, String> of(
            String bootstrapServers,
            String groupId,
            String host,
            int port,
            List<Path> pluginPath,
            Map<String, String> others) {
        Map<String, String> properties = defaults(bootstrapServers, groupId, host, port, pluginPath);
        properties.putAll(others);
        properties.values().removeIf(ABSENT::equals);
        return properties;
    }

    private static Map<String, String> defaults(
            String bootstrapServers, String groupId, String host, int port, List<Path> pluginPath) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("bootstrap.servers", bootstrapServers);
        properties.put("group.id", groupId);
        properties.put("listeners", "http://" + host + ":" + port);
        if (!pluginPath.isEmpty()) {
            properties.put(
                    "plugin.path", pluginPath.stream().map(Path::toString).collect(Collectors.joining(",")));
        }
        // Plugins are found by their ServiceLoader manifests only: this is faster, and a missing manifest fails at
        // once.
        properties.put("plugin.discovery", "service_load");

        properties.put("key.converter", "org.apache.kafka.connect.json.JsonConverter");
        properties.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
        properties.put("exactly.once.source.support", "enabled");
        properties.put("offset.flush.interval.ms", "1000");
        // A killed worker leaves transactions of its sources open. Its successor cannot read the offsets topic to the
        // end
        // before the broker has aborted them; the default timeout of a minute would delay its start that long.
        properties.put("producer.transaction.timeout.ms", "10000");

        properties.put("config.storage.topic", groupId + "-configs");
        properties.put("config.storage.replication.factor", "1");
        properties.put("offset.storage.topic", groupId + "-offsets");
        properties.put("offset.storage.replication.factor", "1");
        properties.put("offset.storage.partitions", "2");
        properties.put("status.storage.topic", groupId + "-status");
        properties.put("status.storage.replication.factor", "1");
        properties.put("status.storage.partitions", "1");

        // For the group of workers, and below for the groups of sink tasks: a kill is detected after the session
        // timeout.
        properties.put("session.timeout.ms", SESSION_TIMEOUT_MS);
        properties.put("heartbeat.interval.ms", HEARTBEAT_INTERVAL_MS);
        properties.put("scheduled.rebalance.max.delay.ms", "0");
        properties.put("consumer.session.timeout.ms", SESSION_TIMEOUT_MS);
        properties.put("consumer.heartbeat.interval.ms", HEARTBEAT_INTERVAL_MS);
        return properties;
    }
}
