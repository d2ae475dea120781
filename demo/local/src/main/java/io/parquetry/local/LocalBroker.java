package io.parquetry.local;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;

/** The broker as a child process; its log directory is formatted by Kafka's own tool before the first start. */
final class LocalBroker extends LocalNode {
    private static final int FORMAT_HEAP_MEBIBYTES = 128;
    private static final int CONNECT_TIMEOUT_MS = 500;
    private static final int ANSWER_TIMEOUT_MS = 2_000;

    private final StackSettings settings;
    private final Path libraries;
    private final int port;
    private final int controllerPort;

    LocalBroker(KafkaDistribution distribution, StackSettings settings, Ports ports, NodeListener listener) {
        super("broker", settings.directory().resolve("broker"), settings.startTimeout(), listener);
        this.settings = settings;
        this.libraries = distribution.libraries();
        this.port = ports.free();
        this.controllerPort = ports.free();
    }

    String bootstrapServers() {
        return Ports.LOOPBACK + ":" + port;
    }

    @Override
    ChildProcess launchChild() {
        Ports.requireFree(port, name());
        Ports.requireFree(controllerPort, name());
        Path data = directory().resolve("data");
        Map<String, String> properties = BrokerProperties.of(data, port, controllerPort);
        properties.putAll(settings.brokerConfig());
        String configuration = writeProperties("server.properties", properties).toString();
        if (!Files.exists(data.resolve("meta.properties"))) {
            format(configuration);
        }
        return ChildProcess.launchJava(
                name(),
                logs(),
                KafkaDistribution.OWN_JAVA,
                libraries,
                settings.brokerHeapMebibytes(),
                List.of(),
                "kafka.Kafka",
                List.of(configuration));
    }

    private void format(String configuration) {
        report(NodeEvent.Step.FORMATTING);
        List<String> arguments = List.of(
                "format",
                "--config",
                configuration,
                "--cluster-id",
                Uuid.randomUuid().toString());
        ChildProcess.launchJava(
                        "format of the broker's log directory",
                        logs(),
                        KafkaDistribution.OWN_JAVA,
                        libraries,
                        FORMAT_HEAP_MEBIBYTES,
                        List.of(),
                        "kafka.tools.StorageTool",
                        arguments)
                .requireSuccess(startTimeout());
    }

    @Override
    boolean answers() {
        return listens() && servesMetadata();
    }

    /** Checks the port first, so that the admin client does not fill the caller's log with refused connections. */
    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(Ports.LOOPBACK, port), CONNECT_TIMEOUT_MS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private boolean servesMetadata() {
        Map<String, Object> config = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers(),
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_TIMEOUT_MS,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_TIMEOUT_MS);
        try (Admin admin = Admin.create(config)) {
            return !admin.describeCluster()
                    .nodes()
                    .get(ANSWER_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                    .isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while waiting for the broker", e);
        }
    }
}
