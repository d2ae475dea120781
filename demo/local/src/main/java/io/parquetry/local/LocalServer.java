package io.parquetry.local;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;

/**
 * An object store as a child process on a free loopback port. It is ready when it accepts connections, and it stops
 * with {@link #close()} and when this JVM exits.
 */
abstract class LocalServer extends LocalNode implements AutoCloseable {
    private static final int CONNECT_MS = 200;
    private static final Duration START_TIMEOUT = Duration.ofMinutes(1);

    private final int port = new Ports().free();
    private final Thread shutdownHook = new Thread(this::destroyNow, "object-store-shutdown");

    LocalServer(String name, Path directory, NodeListener listener) {
        super(name, directory.toAbsolutePath(), START_TIMEOUT, listener);
        Runtime.getRuntime().addShutdownHook(shutdownHook);
    }

    /** The command of {@link #launchChild}, when its port is free. */
    abstract ChildProcess launchServer();

    final int port() {
        return port;
    }

    @Override
    final ChildProcess launchChild() {
        Ports.requireFree(port, name());
        return launchServer();
    }

    @Override
    final boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(Ports.LOOPBACK, port), CONNECT_MS);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public final void close() {
        try {
            stop();
        } finally {
            destroyNow();
            removeShutdownHook(shutdownHook);
        }
    }
}
