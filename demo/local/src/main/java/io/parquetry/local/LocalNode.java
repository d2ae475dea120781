package io.parquetry.local;

import io.parquetry.local.wait.Deadline;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;

/**
 * The common part of broker and worker: a directory, a process, and the wait until it is ready.
 *
 * <p>A start has two steps, {@link #launch} and {@link #awaitReady}, so that a stack can launch several nodes before it
 * waits for the first.
 */
abstract class LocalNode implements Node {
    private final String name;
    private final Path directory;
    private final LogFiles logs;
    private final Duration startTimeout;
    private final NodeListener listener;

    private volatile ChildProcess child;
    private volatile Deadline deadline;
    private volatile boolean paused;

    LocalNode(String name, Path directory, Duration startTimeout, NodeListener listener) {
        this.name = name;
        this.directory = directory;
        this.startTimeout = startTimeout;
        this.listener = listener;
        ChildProcess.createDirectory(directory);
        this.logs = LogFiles.in(directory);
    }

    /** Checks the node's ports and launches its process. */
    abstract ChildProcess launchChild();

    /** Whether the node is ready; must not throw while it starts. */
    abstract boolean answers();

    @Override
    public final String name() {
        return name;
    }

    final Path directory() {
        return directory;
    }

    final LogFiles logs() {
        return logs;
    }

    final Duration startTimeout() {
        return startTimeout;
    }

    @Override
    public final boolean running() {
        ChildProcess current = child;
        return current != null && current.alive();
    }

    @Override
    public final void start() {
        launch();
        awaitReady();
    }

    final void launch() {
        if (running()) {
            throw new StackException(name + " runs already; stop or kill it before a new start");
        }
        child = launchChild();
        paused = false;
        deadline = Deadline.after(startTimeout);
        report(NodeEvent.Step.LAUNCHED);
    }

    final void awaitReady() {
        while (!answers()) {
            child.requireAlive();
            if (deadline.expired()) {
                throw new StackException(
                        name + " does not answer " + startTimeout.toSeconds() + " s after its start" + logTail());
            }
            deadline.pause(name);
        }
        report(NodeEvent.Step.READY);
    }

    @Override
    public final void stop() {
        if (running()) {
            if (paused) {
                // A paused process does not receive the signal to exit.
                unpause();
            }
            report(child.stop() ? NodeEvent.Step.STOPPED : NodeEvent.Step.KILLED);
        }
    }

    @Override
    public final void kill() {
        if (running()) {
            child.kill();
            report(NodeEvent.Step.KILLED);
        }
    }

    @Override
    public final void pause() {
        requireRunning();
        child.pause();
        paused = true;
        report(NodeEvent.Step.PAUSED);
    }

    @Override
    public final void unpause() {
        requireRunning();
        child.unpause();
        paused = false;
        report(NodeEvent.Step.UNPAUSED);
    }

    private void requireRunning() {
        if (!running()) {
            throw new StackException(name + " does not run, so it cannot be paused or resumed");
        }
    }

    final void destroyNow() {
        ChildProcess current = child;
        if (current != null) {
            current.destroyNow();
        }
    }

    static void removeShutdownHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down and runs the hook.
        }
    }

    @Override
    public final String logTail() {
        return logs.tail();
    }

    final void report(NodeEvent.Step step) {
        listener.onEvent(new NodeEvent(name, step, deadline == null ? Duration.ZERO : deadline.elapsed()));
    }

    /** Writes {@code properties} to a file in the node's directory. */
    final Path writeProperties(String fileName, Map<String, String> properties) {
        Path file = directory.resolve(fileName);
        Properties all = new Properties();
        all.putAll(properties);
        try (OutputStream out = Files.newOutputStream(file)) {
            all.store(out, "Written anew at every start of " + name);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the configuration of " + name + ", " + file, e);
        }
        return file;
    }
}
