package io.parquetry.it;

import io.parquetry.local.StackSettings;
import io.parquetry.local.Worker;
import io.parquetry.local.WorkerProperties;
import io.parquetry.local.rest.ConnectClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.testcontainers.containers.BindMode;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** A distributed worker in a container of the broker's image. */
final class ContainerWorker extends ContainerNode implements Worker {
    private static final int REST_PORT = 8083;
    private static final String PLUGINS_INSIDE = "/opt/plugins";
    private static final String CONFIGURATION = "/tmp/worker.properties";

    private final String groupId;
    private final int hostPort;

    /** The environment of a worker. */
    record Surroundings(Network network, String bootstrapServers, Path dataDirectory, Path pluginPath, int hostPort) {}

    private ContainerWorker(
            String name, String groupId, GenericContainer<?> container, int hostPort, StackSettings settings) {
        super(name, container, settings.startTimeout());
        this.groupId = groupId;
        this.hostPort = hostPort;
    }

    static ContainerWorker of(
            String name, String groupId, DockerImageName image, Surroundings around, StackSettings settings) {
        Map<String, String> others = new HashMap<>();
        others.put("rest.advertised.host.name", name);
        others.put("rest.advertised.port", String.valueOf(REST_PORT));
        others.putAll(settings.workerConfig());
        Map<String, String> properties = WorkerProperties.of(
                around.bootstrapServers(), groupId, "0.0.0.0", REST_PORT, List.of(Path.of(PLUGINS_INSIDE)), others);
        String owner = ownerOf(around.dataDirectory());
        GenericContainer<?> container = new GenericContainer<>(image)
                .withNetwork(around.network())
                .withNetworkAliases(name)
                .withExposedPorts(REST_PORT)
                .withEnv("KAFKA_HEAP_OPTS", "-Xmx" + settings.workerHeapMebibytes() + "m")
                .withEnv("LOG_DIR", "/tmp/logs")
                .withFileSystemBind(around.pluginPath().toString(), PLUGINS_INSIDE, BindMode.READ_ONLY)
                .withFileSystemBind(
                        around.dataDirectory().toString(),
                        around.dataDirectory().toString(),
                        BindMode.READ_WRITE)
                .withCopyToContainer(Transferable.of(text(properties), 0644), CONFIGURATION)
                .withCreateContainerCmdModifier(command -> command.withUser(owner))
                .withCommand("/opt/kafka/bin/connect-distributed.sh", CONFIGURATION)
                .waitingFor(Wait.forHttp("/health").forPort(REST_PORT));
        container.setPortBindings(List.of(around.hostPort() + ":" + REST_PORT));
        return new ContainerWorker(name, groupId, container, around.hostPort(), settings);
    }

    @Override
    public String groupId() {
        return groupId;
    }

    @Override
    public String workerId() {
        return name() + ":" + REST_PORT;
    }

    @Override
    public ConnectClient rest() {
        return new ConnectClient(URI.create("http://" + container().getHost() + ":" + hostPort));
    }

    @Override
    boolean answers() {
        return rest().healthy();
    }

    /** The numeric owner of the data directory, so that the test can delete the worker's files. */
    private static String ownerOf(Path directory) {
        try {
            return Files.getAttribute(directory, "unix:uid") + ":" + Files.getAttribute(directory, "unix:gid");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the owner of " + directory, e);
        }
    }

    private static String text(Map<String, String> properties) {
        return properties.entrySet().stream()
                .map(property -> property.getKey() + "=" + property.getValue().replace("\\", "\\\\"))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
