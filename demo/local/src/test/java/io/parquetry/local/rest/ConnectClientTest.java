package io.parquetry.local.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The client's handling of responses: it repeats requests during a rebalance, turns every other refusal into an
 * exception with the request and the response, and stops waiting at once when a task fails.
 */
class ConnectClientTest {

    private record Answer(int status, String body) {}

    private final Queue<Answer> answers = new ArrayDeque<>();
    private final List<String> requests = new ArrayList<>();
    private HttpServer server;
    private ConnectClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.start();
        client = new ConnectClient(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aRebalanceIsWaitedOut() {
        answers.add(new Answer(
                409, "{\"error_code\":409,\"message\":\"Cannot complete request: rebalance is in process\"}"));
        answers.add(new Answer(200, "[\"one\"]"));

        assertThat(client.connectors()).containsExactly("one");
        assertThat(requests).containsExactly("GET /connectors ", "GET /connectors ");
    }

    @Test
    void aNameThatIsTakenIsRefusedAtOnce() {
        answers.add(new Answer(409, "{\"error_code\":409,\"message\":\"Connector one already exists\"}"));

        assertThatExceptionOfType(ConnectRestException.class)
                .isThrownBy(() -> client.create("one", Map.of()))
                .withMessageContaining("POST " + client.address() + "/connectors was refused with 409")
                .withMessageContaining("already exists")
                .extracting(ConnectRestException::status)
                .isEqualTo(409);
    }

    @Test
    void aStoppedWorkerHasNoStatusAndIsNotHealthy() {
        server.stop(0);

        assertThat(client.healthy()).isFalse();
        assertThatExceptionOfType(ConnectRestException.class)
                .isThrownBy(() -> client.connectors())
                .withMessageContaining("No answer to GET")
                .extracting(ConnectRestException::status)
                .isEqualTo(0);
    }

    @Test
    void anOldWorkerWithoutAHealthPathIsHealthyWhenItListsConnectors() {
        answers.add(new Answer(404, "{}"));
        answers.add(new Answer(404, "{}"));
        answers.add(new Answer(404, "{}"));
        answers.add(new Answer(200, "[]"));

        assertThat(client.healthy()).isFalse();
        assertThat(client.healthy()).isTrue();
        assertThat(answers).isEmpty();
    }

    @Test
    void waitingEndsWhenEveryTaskRuns() {
        answers.add(new Answer(404, "{\"error_code\":404,\"message\":\"No status found\"}"));
        answers.add(new Answer(200, status("RUNNING", "[]")));
        answers.add(new Answer(200, status("RUNNING", "[" + task(0, "RUNNING") + "," + task(1, "UNASSIGNED") + "]")));
        answers.add(new Answer(200, status("RUNNING", "[" + task(0, "RUNNING") + "," + task(1, "RUNNING") + "]")));

        assertThat(client.awaitRunning("one", Duration.ofSeconds(30)).tasks()).hasSize(2);
        assertThat(answers).isEmpty();
    }

    @Test
    void waitingEndsWithTheStackTraceOfTheTaskThatFailed() {
        answers.add(new Answer(
                200,
                status(
                        "RUNNING",
                        "[{\"id\":3,\"state\":\"FAILED\",\"worker_id\":\"w\",\"trace\":\"why it failed\"}]")));

        assertThatExceptionOfType(ConnectRestException.class)
                .isThrownBy(() -> client.awaitRunning("one", Duration.ofSeconds(30)))
                .withMessageContaining("one failed while it was expected to run: task 3: why it failed");
    }

    @Test
    void aTimeoutReportsTheLastStatus() {
        for (int i = 0; i < 100; i++) {
            answers.add(new Answer(200, status("PAUSED", "[]")));
        }

        assertThatExceptionOfType(ConnectRestException.class)
                .isThrownBy(() -> client.awaitRunning("one", Duration.ZERO))
                .withMessageContaining("one was expected to run within 0 s")
                .withMessageContaining("state=PAUSED");
    }

    @Test
    void offsetsAreReadAndWritten() {
        answers.add(
                new Answer(
                        200,
                        "{\"offsets\":[{\"partition\":{\"kafka_topic\":\"t\",\"kafka_partition\":1},\"offset\":{\"kafka_offset\":7}}]}"));
        answers.add(new Answer(200, "{\"message\":\"done\"}"));

        List<ConnectorOffset> offsets = client.offsets("one");
        assertThat(offsets)
                .containsExactly(new ConnectorOffset(
                        Map.of("kafka_topic", "t", "kafka_partition", 1), Map.of("kafka_offset", 7)));
        assertThat(client.alterOffsets("one", List.of(new ConnectorOffset(Map.of("kafka_partition", 1), null))))
                .isEqualTo("done");
        assertThat(requests.get(1))
                .isEqualTo("PATCH /connectors/one/offsets {\"offsets\":[{\"partition\":{\"kafka_partition\":1},"
                        + "\"offset\":null}]}");
    }

    @Test
    void validationKeepsOnlyTheSettingsThatAreWrong() {
        answers.add(new Answer(
                200,
                "{\"error_count\":1,\"configs\":[{\"value\":{\"name\":\"a\",\"errors\":[]}},"
                        + "{\"value\":{\"name\":\"b\",\"errors\":[\"must be positive\"]}}]}"));

        ConfigValidation validation = client.validate(Map.of("connector.class", "x.Y"));

        assertThat(validation).isEqualTo(new ConfigValidation(1, Map.of("b", List.of("must be positive"))));
        assertThat(requests).hasSize(1).first().asString().startsWith("PUT /connector-plugins/x.Y/config/validate");
    }

    @Test
    void namesAreEncodedInPaths() {
        answers.add(new Answer(204, ""));

        client.delete("a b/c");

        assertThat(requests).containsExactly("DELETE /connectors/a%20b%2Fc ");
    }

    private void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
        Answer answer = answers.remove();
        byte[] bytes = answer.body().getBytes(UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String status(String state, String tasks) {
        return "{\"name\":\"one\",\"connector\":{\"state\":\"" + state + "\",\"worker_id\":\"w\"},\"tasks\":" + tasks
                + ",\"type\":\"sink\",\"version\":\"1\"}";
    }

    private static String task(int id, String state) {
        return "{\"id\":" + id + ",\"state\":\"" + state + "\",\"worker_id\":\"w\"}";
    }
}
