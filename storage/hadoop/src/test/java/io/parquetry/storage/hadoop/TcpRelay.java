package io.parquetry.storage.hadoop;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Relays connections to a server on the loopback address, and can interrupt them. */
public final class TcpRelay implements Closeable {
    private final int target;
    private final int port;
    private final Set<Closeable> sockets = ConcurrentHashMap.newKeySet();
    private volatile ServerSocket door;

    /** @param target port of the server */
    public TcpRelay(int target) throws IOException {
        this.target = target;
        open(0);
        this.port = door.getLocalPort();
    }

    /** The port for clients, instead of the server's. */
    public int port() {
        return port;
    }

    private void open(int port) throws IOException {
        door = new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
        start(() -> accept(door));
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept(ServerSocket door) {
        try {
            while (true) {
                Socket from = door.accept();
                Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(from);
                sockets.add(to);
                start(() -> copy(from, to));
                start(() -> copy(to, from));
            }
        } catch (IOException closed) {
            // nobody gets in from here on
        }
    }

    private void copy(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream()) {
            in.transferTo(to.getOutputStream());
        } catch (IOException closed) {
            // by one of the two
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    /** Closes all connections and accepts no further ones. */
    public void cut() throws IOException {
        door.close();
        for (Closeable socket : sockets) {
            socket.close();
        }
    }

    /** Accepts connections again. */
    public void mend() throws IOException {
        open(port);
    }

    @Override
    public void close() throws IOException {
        cut();
    }
}
