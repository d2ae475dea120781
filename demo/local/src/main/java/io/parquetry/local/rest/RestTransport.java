package io.parquetry.local.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.parquetry.local.wait.Deadline;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/**
 * JSON requests to one worker; repeats requests that a rebalance interrupts and turns error statuses into exceptions.
 */
final class RestTransport {
    static final int OK = 200;
    static final int NOT_FOUND = 404;

    private static final int CONFLICT = 409;
    private static final int FIRST_ERROR = 400;
    private static final Duration REBALANCE_PATIENCE = Duration.ofSeconds(60);
    // A worker waits up to 90 s for its herder.
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(100);
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final URI worker;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    RestTransport(URI worker) {
        this.worker = Objects.requireNonNull(worker, "worker");
    }

    URI worker() {
        return worker;
    }

    /** The status of a GET, or 0 when the worker does not respond. */
    int statusOf(String path) {
        HttpRequest request = HttpRequest.newBuilder(worker.resolve(path))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            throw interrupted("GET " + path, e);
        }
    }

    <T> T get(String path, TypeReference<T> type) {
        return JSON.convertValue(send("GET", path, null), type);
    }

    /** Sends a request; {@code body} is written as JSON unless it is null. */
    JsonNode send(String method, String path, Object body) {
        String what = method + " " + worker + path;
        Deadline patience = Deadline.after(REBALANCE_PATIENCE);
        while (true) {
            HttpResponse<String> response = exchange(method, path, body, what);
            if (response.statusCode() == CONFLICT && isTemporary(response.body()) && !patience.expired()) {
                patience.pause("the end of a rebalance, to repeat " + what);
            } else {
                return parsed(response, what);
            }
        }
    }

    static String encoded(String pathSegment) {
        return URLEncoder.encode(pathSegment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** A worker returns 409 for temporary conditions (a rebalance, an unknown leader) and for a name that exists. */
    private static boolean isTemporary(String body) {
        return !body.contains("already exists");
    }

    private HttpResponse<String> exchange(String method, String path, Object body, String what) {
        try {
            HttpRequest.BodyPublisher publisher = body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body));
            HttpRequest request = HttpRequest.newBuilder(worker.resolve(path))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json")
                    .timeout(ANSWER_TIMEOUT)
                    .method(method, publisher)
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new ConnectRestException("No answer to " + what + ": " + e, e);
        } catch (InterruptedException e) {
            throw interrupted(what, e);
        }
    }

    private static JsonNode parsed(HttpResponse<String> response, String what) {
        if (response.statusCode() >= FIRST_ERROR) {
            throw new ConnectRestException(
                    what + " was refused with " + response.statusCode() + ": " + response.body(),
                    response.statusCode());
        }
        if (response.body().isEmpty()) {
            return MissingNode.getInstance();
        }
        try {
            return JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new ConnectRestException("The answer to " + what + " is not JSON: " + response.body(), e);
        }
    }

    private static ConnectRestException interrupted(String what, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ConnectRestException("Interrupted while waiting for the answer to " + what, e);
    }
}
