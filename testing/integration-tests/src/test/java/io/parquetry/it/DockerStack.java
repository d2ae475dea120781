package io.parquetry.it;

import io.parquetry.local.BrokerProperties;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.Node;
import io.parquetry.local.Ports;
import io.parquetry.local.StackSettings;
import io.parquetry.local.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.testcontainers.containers.Network;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The stack as containers of the {@code apache/kafka} image: one as the broker, one more per worker with the unpacked
 * plugin mounted.
 *
 * <p>Host ports are chosen here and fixed, because an engine assigns a new port at a restart. The data directory is
 * mounted under its own path, so that files have the same path inside and outside.
 */
final class DockerStack implements KafkaStack {
    private static final String GROUP = "connect";
    private static final String BROKER_INSIDE = "broker:19092";
    private static final int BROKER_PORT = 9092;

    private final StackSettings settings;
    private final Path pluginPath;
    private final DockerImageName image;
    private final Path dataDirectory;
    private final Ports ports = new Ports();
    private final Network network = Network.newNetwork();
    private final KafkaContainer kafka;
    private final ContainerNode broker;
    private final List<ContainerWorker> workers = new CopyOnWriteArrayList<>();

    private DockerStack(StackSettings settings, Path pluginPath, String kafkaVersion) {
        this.settings = settings;
        this.pluginPath = pluginPath;
        this.image = DockerImageName.parse("apache/kafka").withTag(kafkaVersion);
        this.dataDirectory = settings.directory().resolve("data");
        this.kafka = new KafkaContainer(image)
                .withNetwork(network)
                .withNetworkAliases("broker")
                .withListener(BROKER_INSIDE)
                .withEnv("KAFKA_HEAP_OPTS", "-Xmx" + settings.brokerHeapMebibytes() + "m");
        BrokerProperties.singleNode().forEach(this::brokerConfig);
        settings.brokerConfig().forEach(this::brokerConfig);
        kafka.setPortBindings(List.of(ports.free() + ":" + BROKER_PORT));
        this.broker = new ContainerNode("broker", kafka, settings.startTimeout());
    }

    static KafkaStack start(StackSettings settings, Path pluginPath, String kafkaVersion) {
        DockerStack stack = new DockerStack(settings, pluginPath, kafkaVersion);
        try {
            Files.createDirectories(stack.dataDirectory);
            stack.broker.start();
            for (int worker = 0; worker < settings.workers(); worker++) {
                stack.addWorker(GROUP);
            }
            return stack;
        } catch (IOException e) {
            stack.close();
            throw new UncheckedIOException("Cannot create the data directory " + stack.dataDirectory, e);
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    /** The image turns KAFKA_A_B into a.b; no property here has a dash or an underscore, which would need escapes. */
    private void brokerConfig(String key, String value) {
        kafka.withEnv("KAFKA_" + key.replace('.', '_').toUpperCase(Locale.ROOT), value);
    }

    @Override
    public String bootstrapServers() {
        return kafka.getBootstrapServers();
    }

    @Override
    public Node broker() {
        return broker;
    }

    @Override
    public List<Worker> workers() {
        return List.copyOf(workers);
    }

    @Override
    public Worker addWorker(String groupId) {
        ContainerWorker worker = ContainerWorker.of(
                "worker-" + (workers.size() + 1),
                groupId,
                image,
                new ContainerWorker.Surroundings(network, BROKER_INSIDE, dataDirectory, pluginPath, ports.free()),
                settings);
        workers.add(worker);
        worker.start();
        return worker;
    }

    @Override
    public Path dataDirectory() {
        return dataDirectory;
    }

    @Override
    public void close() {
        workers.forEach(ContainerNode::remove);
        broker.remove();
        network.close();
    }
}
