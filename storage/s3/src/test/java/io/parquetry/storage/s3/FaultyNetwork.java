package io.parquetry.storage.s3;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network between a client and an object store that a test disturbs. Each request is read whole, given to the present
 * {@link Fault}, and answered with what that returns. Requests are counted by operation.
 */
public final class FaultyNetwork implements AutoCloseable {
    private final URI store;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "faulty-network");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<Operation, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Fault fault = Request::forward;

    /** What a request is for. */
    public enum Operation {
        LIST,
        LIST_UPLOADS,
        LIST_PARTS,
        HEAD,
        GET,
        PUT,
        DELETE,
        BEGIN_UPLOAD,
        SEND_PART,
        COMPLETE_UPLOAD,
        ABORT_UPLOAD;

        static Operation of(String method, String query) {
            boolean ofUpload = query.contains("uploadId=");
            return switch (method) {
                case "HEAD" -> HEAD;
                case "PUT" -> ofUpload ? SEND_PART : PUT;
                case "POST" -> ofUpload ? COMPLETE_UPLOAD : BEGIN_UPLOAD;
                case "DELETE" -> ofUpload ? ABORT_UPLOAD : DELETE;
                default -> {
                    if (query.contains("list-type=")) {
                        yield LIST;
                    }
                    yield ofUpload ? LIST_PARTS : query.contains("uploads") ? LIST_UPLOADS : GET;
                }
            };
        }
    }

    /** What happens to requests. */
    @FunctionalInterface
    public interface Fault {
        /** The answer to a request; null when the connection is closed instead. */
        Reply on(Request request) throws IOException;
    }

    /** An answer. */
    public record Reply(int status, Map<String, String> headers, byte[] body) {
        /** A refusal as S3 words it. */
        public static Reply refusal(int status, String code, String message) {
            return of(
                    status,
                    "application/xml",
                    "<Error><Code>" + code + "</Code><Message>" + message + "</Message></Error>");
        }

        /** Any text. */
        public static Reply of(int status, String type, String text) {
            return new Reply(status, Map.of("Content-Type", type), text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A request that has arrived whole. */
    public final class Request {
        private final String method;
        private final URI uri;
        private final Headers headers;
        private final byte[] body;

        private Request(HttpExchange exchange) throws IOException {
            method = exchange.getRequestMethod();
            uri = exchange.getRequestURI();
            headers = exchange.getRequestHeaders();
            body = exchange.getRequestBody().readAllBytes();
        }

        public Operation operation() {
            return Operation.of(method, uri.getRawQuery() == null ? "" : uri.getRawQuery());
        }

        /** The key, behind the bucket in the path. */
        public String key() {
            String[] parts = uri.getPath().split("/", 3);
            return parts.length < 3 ? "" : parts[2];
        }

        /** The value of a header; empty when there is none. */
        public String header(String name) {
            String value = headers.getFirst(name);
            return value == null ? "" : value;
        }

        public String body() {
            return new String(body, StandardCharsets.UTF_8);
        }

        /** The value of a parameter in the query, as it is written there; empty when there is none. */
        public String parameter(String name) {
            String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
            for (String pair : query.split("&")) {
                if (pair.startsWith(name + "=")) {
                    return pair.substring(name.length() + 1);
                }
            }
            return "";
        }

        /** Sends the request to the store. */
        public Reply forward() throws IOException {
            try (Socket socket = new Socket(store.getHost(), store.getPort())) {
                StringBuilder head = new StringBuilder(method + " " + uri + " HTTP/1.0\r\n");
                headers.forEach((name, values) -> {
                    if (!List.of("Expect", "Connection", "Transfer-encoding", "Content-length")
                            .contains(name)) {
                        head.append(name)
                                .append(": ")
                                .append(String.join(", ", values))
                                .append("\r\n");
                    }
                });
                if (headers.containsKey("Content-length") || body.length > 0) {
                    head.append("Content-Length: ").append(body.length).append("\r\n");
                }
                head.append("Connection: close\r\n\r\n");
                // In one piece: a second one would wait until the store has acknowledged the first.
                ByteArrayOutputStream whole = new ByteArrayOutputStream();
                whole.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
                whole.write(body);
                whole.writeTo(socket.getOutputStream());
                return parsed(socket.getInputStream().readAllBytes());
            }
        }
    }

    private static Reply parsed(byte[] bytes) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        String status = line(in);
        if (status.split(" ").length < 2) {
            throw new IOException("the store closed the connection");
        }
        Map<String, String> headers = new ConcurrentHashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1).trim());
        }
        if (headers.keySet().stream().anyMatch(name -> name.equalsIgnoreCase("Transfer-Encoding"))) {
            throw new IOException("the store answers HTTP/1.0 in chunks");
        }
        return new Reply(Integer.parseInt(status.split(" ")[1]), headers, in.readAllBytes());
    }

    private static String line(ByteArrayInputStream in) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int character = in.read(); character >= 0 && character != '\n'; character = in.read()) {
            line.write(character);
        }
        return line.toString(StandardCharsets.ISO_8859_1).trim();
    }

    private FaultyNetwork(URI store) throws IOException {
        this.store = store;
        this.server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** A network in front of a store, which disturbs nothing yet. */
    public static FaultyNetwork before(URI store) throws IOException {
        return new FaultyNetwork(store);
    }

    /** No store behind it: each answer is that of the fault. */
    public static FaultyNetwork alone(Fault fault) throws IOException {
        FaultyNetwork network = new FaultyNetwork(URI.create("http://127.0.0.1:1"));
        network.set(fault);
        return network;
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Requests from now on meet this fault. */
    public void set(Fault next) {
        fault = next;
    }

    /** How many requests of this kind have come. */
    public int count(Operation operation) {
        AtomicInteger count = counts.get(operation);
        return count == null ? 0 : count.get();
    }

    /** The requests since the last call by kind, without kinds of which there was none. */
    public Map<Operation, Integer> take() {
        Map<Operation, Integer> taken = new EnumMap<>(Operation.class);
        for (Operation operation : List.copyOf(counts.keySet())) {
            taken.put(operation, counts.remove(operation).get());
        }
        return taken;
    }

    /** The first request of each kind meets the fault, the next ones reach the store. */
    public static Fault firstOfEach(Fault fault) {
        Map<Operation, Boolean> seen = new ConcurrentHashMap<>();
        return request -> seen.putIfAbsent(request.operation(), true) == null ? fault.on(request) : request.forward();
    }

    /** The reply is lost when the request has had its effect. */
    public static Reply loseReply(Request request) throws IOException {
        request.forward();
        return null;
    }

    /** The request does not reach the store. */
    public static Reply loseRequest(Request request) {
        return null;
    }

    /** The answer comes so much later, or when the network is closed. */
    public Fault delay(long ms) {
        return request -> {
            Reply reply = request.forward();
            try {
                closed.await(ms, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return reply;
        };
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Request request = new Request(exchange);
            counts.computeIfAbsent(request.operation(), kind -> new AtomicInteger())
                    .incrementAndGet();
            Reply reply = fault.on(request);
            if (reply == null) {
                return;
            }
            reply.headers().forEach((name, value) -> {
                if (!List.of("connection", "date", "content-length").contains(name.toLowerCase(java.util.Locale.ROOT))
                        || exchange.getRequestMethod().equals("HEAD") && name.equalsIgnoreCase("Content-Length")) {
                    exchange.getResponseHeaders().set(name, value);
                }
            });
            boolean isEmpty =
                    reply.body().length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(reply.status(), isEmpty ? -1 : reply.body().length);
            if (!isEmpty) {
                exchange.getResponseBody().write(reply.body());
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
