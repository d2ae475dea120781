package io.parquetry.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free loopback ports below the range from which systems hand out ports to outgoing connections (from 32768 on Linux,
 * from 49152 elsewhere).
 *
 * <p>A port from that range may be taken after a restart: while the node is down, a client that retries to connect can
 * get the same port as its source port, can even connect to itself, and the node cannot bind the port again.
 */
public final class Ports {
    static final String LOOPBACK = "127.0.0.1";

    private static final int PORT_MIN = 20_000;
    private static final int PORT_END = 32_000;
    private static final int ATTEMPTS = 200;

    private final Set<Integer> returned = new HashSet<>();

    /** A port that is free now and that this object has not returned before. */
    public synchronized int free() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(PORT_MIN, PORT_END);
            if (isFree(port) && returned.add(port)) {
                return port;
            }
        }
        throw new StackException("No free port found on " + LOOPBACK + " in " + ATTEMPTS + " attempts between "
                + PORT_MIN + " and " + (PORT_END - 1));
    }

    /** Fails when something listens on {@code port}, which {@code node} is about to bind. */
    static void requireFree(int port, String node) {
        if (!isFree(port)) {
            throw new StackException("Port " + port + " on " + LOOPBACK + ", which " + node
                    + " needs, is in use by another process; stop that process and try again");
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // As in Kafka and Jetty: connections in TIME_WAIT after a kill do not block the port.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(LOOPBACK), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
