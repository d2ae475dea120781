package io.parquetry.it;

import io.parquetry.local.Node;
import io.parquetry.local.StackException;
import io.parquetry.local.wait.Deadline;
import java.time.Duration;
import java.util.List;
import org.testcontainers.containers.GenericContainer;

/**
 * A container as a node of a stack. Testcontainers does the first start; later starts call the engine directly, which
 * keeps the container with its files, its name and its fixed host port.
 */
class ContainerNode implements Node {
    private static final int TAIL_LINES = 25;

    private final String name;
    private final GenericContainer<?> container;
    private final Duration startTimeout;

    ContainerNode(String name, GenericContainer<?> container, Duration startTimeout) {
        this.name = name;
        this.container = container.withStartupTimeout(startTimeout);
        this.startTimeout = startTimeout;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final boolean running() {
        return container.getContainerId() != null && container.isRunning();
    }

    @Override
    public final void start() {
        if (running()) {
            throw new StackException(name + " runs already; stop or kill it before a new start");
        }
        if (container.getContainerId() == null) {
            container.start();
            return;
        }
        container
                .getDockerClient()
                .startContainerCmd(container.getContainerId())
                .exec();
        Deadline deadline = Deadline.after(startTimeout);
        while (!answers()) {
            if (deadline.expired() || !running()) {
                throw new StackException(name + " does not answer after its start" + logTail());
            }
            deadline.pause(name);
        }
    }

    /** Whether a restarted node is ready; the clients of a broker find out by themselves. */
    boolean answers() {
        return running();
    }

    @Override
    public final void stop() {
        if (running()) {
            container
                    .getDockerClient()
                    .stopContainerCmd(container.getContainerId())
                    .exec();
        }
    }

    @Override
    public final void kill() {
        if (running()) {
            container
                    .getDockerClient()
                    .killContainerCmd(container.getContainerId())
                    .withSignal("KILL")
                    .exec();
            Deadline deadline = Deadline.after(startTimeout);
            while (running() && !deadline.expired()) {
                deadline.pause("the end of " + name);
            }
        }
    }

    @Override
    public final void pause() {
        container
                .getDockerClient()
                .pauseContainerCmd(container.getContainerId())
                .exec();
    }

    @Override
    public final void unpause() {
        container
                .getDockerClient()
                .unpauseContainerCmd(container.getContainerId())
                .exec();
    }

    @Override
    public final String logTail() {
        List<String> lines = container.getLogs().lines().toList();
        return System.lineSeparator()
                + String.join(
                        System.lineSeparator(), lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    final void remove() {
        container.stop();
    }

    final GenericContainer<?> container() {
        return container;
    }
}
