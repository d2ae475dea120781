package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The configurations of docs/how-to/archive-and-restore.md, created one after the other as they stand there, do what
 * the page says.
 */
@ExtendWith(SharedStack.class)
class HowToIT {
    private static final Path PAGE = Path.of("..", "..", "docs", "how-to", "archive-and-restore.md");
    private static final Pattern JSON = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int ORDERS = 30;
    private static final int IN_THE_AFTERNOON = 6;
    private static final Instant NOON = Instant.parse("2026-06-17T10:00:00Z");

    private static final String ORDER = """
            {"schema":{"type":"struct","optional":false,"fields":[
            {"field":"id","type":"string","optional":false},
            {"field":"amount","type":"double","optional":true}]},
            "payload":{"id":"order-%d","amount":%d.5}}""";

    private static List<ProducerRecord<byte[], byte[]>> orders() {
        List<ProducerRecord<byte[], byte[]>> orders = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            orders.add(new ProducerRecord<>(
                    "orders",
                    i % 3,
                    NOON.plus(Duration.ofHours(i)).toEpochMilli(),
                    ("order-" + i).getBytes(UTF_8),
                    ORDER.formatted(i, i).getBytes(UTF_8)));
        }
        return orders;
    }

    /** The configurations of the page by the names of the connectors, with directories of this test. */
    private static Map<String, Map<String, String>> connectors(Path directory) throws IOException {
        Map<String, Map<String, String>> connectors = new HashMap<>();
        Matcher blocks = JSON.matcher(Files.readString(PAGE));
        while (blocks.find()) {
            JsonNode connector = new JsonMapper().readTree(blocks.group(1).replace("/tmp/", directory + "/"));
            Map<String, String> config = new HashMap<>();
            connector
                    .get("config")
                    .properties()
                    .forEach(
                            entry -> config.put(entry.getKey(), entry.getValue().textValue()));
            connectors.put(connector.get("name").textValue(), config);
        }
        return connectors;
    }

    @Test
    void whatThePageSaysWorks(KafkaStack stack) throws IOException {
        Path data = SharedStack.directory(stack, HowToIT.class);
        try (Topics topics = new Topics(stack.bootstrapServers())) {
            Map<String, Map<String, String>> connectors = connectors(data);
            assertThat(connectors)
                    .containsOnlyKeys(
                            "orders-to-parquet", "orders-by-day", "parquet-to-orders", "some-orders", "load-inbox");
            topics.create("orders", 3);
            topics.produce(orders());
            create(stack, connectors, "orders-to-parquet");
            create(stack, connectors, "orders-by-day");
            ParquetTree archive = new ParquetTree(data.resolve("parquetry"));
            ParquetTree byDay = new ParquetTree(data.resolve("parquetry-by-day"));
            AwaitCount.atLeast(3, () -> archive.published("orders").size(), PATIENCE, "files");
            AwaitCount.atLeast(6, () -> byDay.published("orders").size(), PATIENCE, "files by day");

            for (String source : List.of("parquet-to-orders", "some-orders", "load-inbox")) {
                create(stack, connectors, source);
            }
            AwaitCount.atLeast(ORDERS, () -> topics.countCommitted("orders-restored"), PATIENCE, "restored orders");
            AwaitCount.atLeast(ORDERS, () -> topics.countCommitted("loaded-orders"), PATIENCE, "loaded orders");
            AwaitCount.atLeast(
                    IN_THE_AFTERNOON,
                    () -> topics.countCommitted("orders-of-an-afternoon"),
                    PATIENCE,
                    "orders of six hours");

            assertThat(lines(topics, "orders-restored")).isEqualTo(lines(topics, "orders"));
            assertThat(topics.countCommitted("orders-of-an-afternoon")).isEqualTo(IN_THE_AFTERNOON);
            assertThat(topics.countCommitted("loaded-orders")).isEqualTo(ORDERS);
        }
    }

    private static void create(KafkaStack stack, Map<String, Map<String, String>> connectors, String name) {
        stack.worker().rest().create(name, connectors.get(name));
        stack.worker().rest().awaitRunning(name, PATIENCE);
    }

    /** Key, value as JSON and time of each record, by partition and in order. */
    private static List<String> lines(Topics topics, String topic) {
        List<String> lines = new ArrayList<>();
        topics.readCommitted(topic)
                .forEach((partition, records) -> records.forEach(record -> lines.add(partition + " "
                        + new String(record.key(), UTF_8) + " " + payload(record.value()) + " " + record.timestamp())));
        return lines;
    }

    private static String payload(byte[] value) {
        try {
            return new JsonMapper().readTree(value).get("payload").toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
