package io.parquetry.connect.source;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Relays connections to an HTTP server on the loopback address, and counts the requests by kind. */
final class RequestCounter implements Closeable {
    private static final Pattern REQUEST = Pattern.compile("(GET|HEAD|PUT|POST|DELETE) (/[^ ]*) HTTP/1\\.1\r\n");

    private static final Pattern PREFIX = Pattern.compile("[?&]prefix=([^&]*)");

    private final ServerSocket door;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private long answered;
    private final SortedMap<String, Integer> counts = new TreeMap<>();
    private final SortedMap<String, Integer> prefixes = new TreeMap<>();

    RequestCounter(URI server) throws IOException {
        this.target = server.getPort();
        this.door = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + door.getLocalPort());
    }

    /** The requests since the last call. */
    synchronized SortedMap<String, Integer> take() {
        SortedMap<String, Integer> taken = new TreeMap<>(counts);
        counts.clear();
        return taken;
    }

    /** The bytes of all answers since the last call, headers included. */
    synchronized long takeAnswered() {
        long taken = answered;
        answered = 0;
        return taken;
    }

    /** The listings since the last call by their prefixes, as they are in the URL. */
    synchronized SortedMap<String, Integer> takePrefixes() {
        SortedMap<String, Integer> taken = new TreeMap<>(prefixes);
        prefixes.clear();
        return taken;
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "request-counter");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket from = door.accept();
                Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(from);
                sockets.add(to);
                start(() -> copy(from, to, true));
                start(() -> copy(to, from, false));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void copy(Socket from, Socket to, boolean counted) {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (counted) {
                    count(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
                } else {
                    countAnswered(read);
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException closed) {
            // By one of the two.
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private synchronized void countAnswered(int bytes) {
        answered += bytes;
    }

    private synchronized void count(String bytes) {
        Matcher request = REQUEST.matcher(bytes);
        while (request.find()) {
            counts.merge(kind(request.group(1), request.group(2)), 1, Integer::sum);
            Matcher prefix = PREFIX.matcher(request.group(2));
            if (prefix.find()) {
                prefixes.merge(prefix.group(1), 1, Integer::sum);
            }
        }
    }

    private static String kind(String method, String url) {
        return method.equals("GET") && url.contains("list-type=2") ? "LIST" : method;
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
