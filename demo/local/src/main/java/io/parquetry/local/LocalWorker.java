package io.parquetry.local;

import io.parquetry.local.rest.ConnectClient;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** A distributed Connect worker as a child process. */
final class LocalWorker extends LocalNode implements Worker {
    private final KafkaDistribution distribution;
    private final StackSettings settings;
    private final String bootstrapServers;
    private final String groupId;
    private final int port;
    private final ConnectClient rest;

    LocalWorker(
            String name,
            String groupId,
            String bootstrapServers,
            KafkaDistribution distribution,
            StackSettings settings,
            Ports ports,
            NodeListener listener) {
        super(name, settings.directory().resolve(name), settings.startTimeout(), listener);
        this.distribution = distribution;
        this.settings = settings;
        this.bootstrapServers = bootstrapServers;
        this.groupId = groupId;
        this.port = ports.free();
        this.rest = new ConnectClient(URI.create("http://" + workerId()));
    }

    @Override
    public String groupId() {
        return groupId;
    }

    @Override
    public String workerId() {
        return Ports.LOOPBACK + ":" + port;
    }

    @Override
    public ConnectClient rest() {
        return rest;
    }

    @Override
    ChildProcess launchChild() {
        Ports.requireFree(port, name());
        Map<String, String> properties = WorkerProperties.of(
                bootstrapServers, groupId, Ports.LOOPBACK, port, distribution.pluginPath(), settings.workerConfig());
        String configuration = writeProperties("worker.properties", properties).toString();
        return ChildProcess.launchJava(
                name(),
                logs(),
                distribution.workerJava(),
                distribution.workerLibraries(),
                settings.workerHeapMebibytes(),
                settings.workerJvmOptions(),
                "org.apache.kafka.connect.cli.ConnectDistributed",
                List.of(configuration));
    }

    @Override
    boolean answers() {
        return rest.healthy();
    }
}
