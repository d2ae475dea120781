package io.parquetry.local;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The broker's configuration: one KRaft node that is broker and controller and restarts quickly. */
public final class BrokerProperties {

    private BrokerProperties() {}

    static Map<String, String> of(Path dataDirectory, int port, int controllerPort) {
        String listener = Ports.LOOPBACK + ":" + port;
        String controller = Ports.LOOPBACK + ":" + controllerPort;
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("process.roles", "broker,controller");
        properties.put("node.id", "1");
        properties.put("controller.quorum.voters", "1@" + controller);
        properties.put("listeners", "PLAINTEXT://" + listener + ",CONTROLLER://" + controller);
        properties.put("advertised.listeners", "PLAINTEXT://" + listener);
        properties.put("controller.listener.names", "CONTROLLER");
        properties.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.put("inter.broker.listener.name", "PLAINTEXT");
        properties.put("log.dirs", dataDirectory.toString());
        properties.putAll(singleNode());
        return properties;
    }

    /** The properties that any implementation of {@link KafkaStack} sets: one replica, short sessions. */
    public static Map<String, String> singleNode() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("default.replication.factor", "1");
        properties.put("offsets.topic.replication.factor", "1");
        properties.put("offsets.topic.num.partitions", "4");
        properties.put("transaction.state.log.replication.factor", "1");
        properties.put("transaction.state.log.min.isr", "1");
        properties.put("transaction.state.log.num.partitions", "4");
        properties.put("share.coordinator.state.topic.replication.factor", "1");
        properties.put("share.coordinator.state.topic.min.isr", "1");

        // Records may have timestamps that are years old; the default of seven days would delete them at once.
        properties.put("log.retention.ms", "-1");
        // A restarted broker can register only when the session of the killed process has expired.
        properties.put("broker.session.timeout.ms", "3000");
        properties.put("broker.heartbeat.interval.ms", "500");
        // Lets workers and sink tasks ask for the short sessions that WorkerProperties sets.
        properties.put("group.min.session.timeout.ms", "1000");
        properties.put("group.initial.rebalance.delay.ms", "0");
        properties.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        // No other broker could take over partitions.
        properties.put("controlled.shutdown.enable", "false");
        // The default of 128 MiB is a quarter of the heap.
        properties.put("log.cleaner.dedupe.buffer.size", "4194304");
        return properties;
    }
}
