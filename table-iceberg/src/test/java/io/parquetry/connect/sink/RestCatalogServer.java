package io.parquetry.connect.sink;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.RESTCatalogProperties.SnapshotMode;
import org.apache.iceberg.rest.RESTSerializers;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.ConfigResponse;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.apache.iceberg.rest.responses.OAuthTokenResponse;

/**
 * A REST catalog over HTTP, with the server's logic of Iceberg's library before another catalog. A test says what
 * happens to the next requests of some kind: they are done or not, at once or later, and answered or not.
 */
public final class RestCatalogServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper(new JsonFactory());

    static {
        JSON.setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY);
        JSON.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
        JSON.setPropertyNamingStrategy(new PropertyNamingStrategies.KebabCaseStrategy());
        RESTSerializers.registerAll(JSON);
    }

    private final Catalog catalog;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Planned> planned = new ConcurrentLinkedQueue<>();
    private final AtomicInteger tokens = new AtomicInteger();
    private final int port;

    /** Null while the server is away. */
    private HttpServer http;

    private volatile Fate usual = request -> Optional.of(request.perform());

    /** Null when requests need no token. */
    private volatile String token;

    private volatile int tokenSeconds;

    /** A request that has arrived. */
    @FunctionalInterface
    public interface Request {
        Reply perform();
    }

    /** What happens to a request; empty when the connection is closed without a reply. */
    @FunctionalInterface
    public interface Fate {
        Optional<Reply> of(Request request) throws IOException;
    }

    /** @param body null for none */
    public record Reply(int code, Object body) {
        public static Reply failure(int code, String type, String message) {
            return new Reply(
                    code,
                    ErrorResponse.builder()
                            .responseCode(code)
                            .withType(type)
                            .withMessage(message)
                            .build());
        }
    }

    private record Planned(String pattern, Fate fate) {}

    public RestCatalogServer(Catalog catalog) throws IOException {
        this.catalog = catalog;
        listen(0);
        port = http.getAddress().getPort();
    }

    private void listen(int atPort) throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), atPort), 50);
        http.createContext("/", this::serve);
        http.setExecutor(threads);
        http.start();
    }

    public String uri() {
        return "http://localhost:" + port;
    }

    /** The next request whose method and path match the regular expression has this fate. */
    void next(String pattern, Fate fate) {
        planned.add(new Planned(pattern, fate));
    }

    /** Requests for which nothing else is planned have this fate from now on. */
    public void usually(Fate fate) {
        usual = fate;
    }

    /** Methods and paths of all requests since the last call. */
    List<String> requests() {
        List<String> seen = List.copyOf(requests);
        requests.clear();
        return seen;
    }

    /** From now on requests need a token that the server gave out last. */
    void requireTokens(int validSeconds) {
        tokenSeconds = validSeconds;
        token = "none yet";
    }

    /** No token that was given out is valid any more. */
    void revokeToken() {
        token = "revoked";
    }

    int tokensGiven() {
        return tokens.get();
    }

    /** No connection is accepted until it is back. */
    void goAway() {
        http.stop(0);
        http = null;
    }

    void comeBack() throws IOException {
        listen(port);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String line =
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
            requests.add(line);
            Planned next = planned.stream()
                    .filter(each -> line.matches(each.pattern()))
                    .findFirst()
                    .orElse(null);
            Request request = () -> perform(exchange, line, body);
            boolean isPlanned = next != null && planned.remove(next);
            Optional<Reply> reply = (isPlanned ? next.fate() : usual).of(request);
            if (reply.isPresent()) {
                send(exchange, reply.get());
            }
        }
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        byte[] bytes = reply.body() == null ? new byte[0] : JSON.writeValueAsBytes(reply.body());
        boolean hasBody = bytes.length > 0 && !exchange.getRequestMethod().equals("HEAD");
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(reply.code(), hasBody ? bytes.length : -1);
        if (hasBody) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private Reply perform(HttpExchange exchange, String line, byte[] body) {
        try {
            if (line.equals("POST /v1/oauth/tokens")) {
                return giveToken(body);
            }
            String given = exchange.getRequestHeaders().getFirst("Authorization");
            return token == null || ("Bearer " + token).equals(given)
                    ? route(line, body)
                    : Reply.failure(401, "NotAuthorizedException", "the token has expired");
        } catch (NoSuchTableException | NoSuchNamespaceException e) {
            return Reply.failure(404, e.getClass().getSimpleName(), e.getMessage());
        } catch (AlreadyExistsException | CommitFailedException e) {
            return Reply.failure(409, e.getClass().getSimpleName(), e.getMessage());
        } catch (IllegalArgumentException | org.apache.iceberg.exceptions.ValidationException e) {
            return Reply.failure(400, e.getClass().getSimpleName(), e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Reply giveToken(byte[] body) {
        Map<String, String> form = RESTUtil.decodeFormData(new String(body, StandardCharsets.UTF_8));
        if (!"secret".equals(form.get("client_secret")) && !form.containsKey("subject_token")) {
            return new Reply(401, Map.of("error", "invalid_client", "error_description", "the secret is wrong"));
        }
        token = "token" + tokens.incrementAndGet();
        return new Reply(
                200,
                OAuthTokenResponse.builder()
                        .withToken(token)
                        .withTokenType("bearer")
                        .withIssuedTokenType("urn:ietf:params:oauth:token-type:access_token")
                        .setExpirationInSeconds(tokenSeconds)
                        .build());
    }

    private Reply route(String line, byte[] body) throws IOException {
        List<String> parts = Arrays.asList(line.substring(line.indexOf('/') + 1).split("/"));
        String kind = line.substring(0, line.indexOf(' ')) + parts.size();
        Set<String> names = new HashSet<>(parts);
        if (names.contains("config")) {
            return new Reply(200, ConfigResponse.builder().build());
        }
        SupportsNamespaces namespaces = (SupportsNamespaces) catalog;
        if (kind.equals("POST2")) {
            return new Reply(
                    200,
                    CatalogHandlers.createNamespace(namespaces, JSON.readValue(body, CreateNamespaceRequest.class)));
        }
        Namespace namespace = Namespace.of(parts.get(2));
        TableIdentifier table = TableIdentifier.of(namespace, parts.get(parts.size() - 1));
        return switch (kind) {
            case "GET3", "HEAD3" -> new Reply(200, CatalogHandlers.loadNamespace(namespaces, namespace));
            case "POST4" ->
                new Reply(
                        200,
                        CatalogHandlers.createTable(
                                catalog, namespace, JSON.readValue(body, CreateTableRequest.class)));
            case "GET5", "HEAD5" -> new Reply(200, CatalogHandlers.loadTable(catalog, table, SnapshotMode.ALL));
            case "POST5" ->
                new Reply(
                        200,
                        CatalogHandlers.updateTable(catalog, table, JSON.readValue(body, UpdateTableRequest.class)));
            case "POST6" -> new Reply(204, null);
            default -> Reply.failure(400, "BadRequestException", "there is no " + line);
        };
    }

    @Override
    public void close() {
        if (http != null) {
            http.stop(0);
        }
        threads.shutdownNow();
    }
}
