package io.parquetry.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The stack as child processes of this process, on free loopback ports.
 *
 * <p>Layout of its directory: {@code broker/} and {@code worker-N/} (configuration, {@code node.log}, {@code
 * console.log}, the broker's {@code data/}), and {@code data/} for the files of connectors.
 *
 * <p>Children are stopped with the stack, and when this JVM exits or receives a signal that it can handle. A SIGKILL of
 * this JVM leaves them running; the next start in the same directory then fails with the broker's message that its log
 * directory is locked.
 */
public final class LocalStack implements KafkaStack {
    private static final String GROUP = "connect";

    private final KafkaDistribution distribution;
    private final StackSettings settings;
    private final NodeListener listener;
    private final Ports ports = new Ports();
    private final LocalBroker broker;
    private final List<LocalWorker> workers = new CopyOnWriteArrayList<>();
    private final Path dataDirectory;
    private final Thread shutdownHook = new Thread(this::destroyNow, "local-stack-shutdown");

    private LocalStack(KafkaDistribution distribution, StackSettings settings, NodeListener listener) {
        this.distribution = Objects.requireNonNull(distribution, "distribution");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.listener = Objects.requireNonNull(listener, "listener");
        this.broker = new LocalBroker(distribution, settings, ports, listener);
        this.dataDirectory = settings.directory().resolve("data");
        ChildProcess.createDirectory(dataDirectory);
    }

    /** Starts broker and workers and returns when all are ready; after a failure no process is left. */
    public static LocalStack start(KafkaDistribution distribution, StackSettings settings, NodeListener listener) {
        LocalStack stack = new LocalStack(distribution, settings, listener);
        Runtime.getRuntime().addShutdownHook(stack.shutdownHook);
        try {
            stack.startAll();
            return stack;
        } catch (RuntimeException e) {
            stack.destroyNow();
            stack.close();
            throw e;
        }
    }

    /** A worker loads its plugins first, so it is launched before the broker is ready. */
    private void startAll() {
        broker.launch();
        for (int worker = 0; worker < settings.workers(); worker++) {
            newWorker(GROUP).launch();
        }
        broker.awaitReady();
        workers.forEach(LocalNode::awaitReady);
    }

    private LocalWorker newWorker(String groupId) {
        LocalWorker worker = new LocalWorker(
                "worker-" + (workers.size() + 1),
                groupId,
                broker.bootstrapServers(),
                distribution,
                settings,
                ports,
                listener);
        workers.add(worker);
        return worker;
    }

    @Override
    public String bootstrapServers() {
        return broker.bootstrapServers();
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
    public synchronized Worker addWorker(String groupId) {
        LocalWorker worker = newWorker(Objects.requireNonNull(groupId, "groupId"));
        worker.start();
        return worker;
    }

    @Override
    public Path dataDirectory() {
        return dataDirectory;
    }

    @Override
    public void close() {
        try {
            workers.forEach(LocalNode::stop);
            broker.stop();
        } finally {
            destroyNow();
            LocalNode.removeShutdownHook(shutdownHook);
        }
    }

    private void destroyNow() {
        workers.forEach(LocalNode::destroyNow);
        broker.destroyNow();
    }
}
