package io.parquetry.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.topics.Topics;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows that a real broker refuses, each for another reason, are left out or go to the topic of bad rows, whatever the
 * header converter is; the rows beside them arrive. The connector never fails.
 */
class BadRowsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final long HOUR_MS = 3_600_000;
    private static final MessageType SCHEMA = new MessageType(
            "row",
            List.of(
                    PrimitiveType.of("t", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING),
                    PrimitiveType.of("at", Repetition.REQUIRED, PhysicalType.INT64),
                    PrimitiveType.of("text", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING)));

    private static KafkaStack stack;
    private static Topics topics;

    @BeforeAll
    static void start() {
        stack = Stacks.start(
                Stacks.settingsFor(BadRowsIT.class).withBrokerConfig("auto.create.topics.enable", "false"));
        topics = new Topics(stack.bootstrapServers());
        topics.create("small", 1, Map.of("max.message.bytes", "2000"));
        topics.create("any-time", 1, Map.of("message.timestamp.type", "LogAppendTime"));
    }

    @AfterAll
    static void close() {
        if (stack != null) {
            topics.close();
            stack.close();
        }
    }

    private static Map<String, ?> row(String topic, long at, String text) {
        return Map.of("t", topic, "at", at, "text", text);
    }

    /** Rows 1 to 4 are refused by the broker. */
    private static Map<String, String> config(String name, String topic) throws IOException {
        Path root = stack.dataDirectory().resolve(name);
        Files.createDirectories(root);
        long nowMs = System.currentTimeMillis();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(root.resolve("a.parquet")),
                SCHEMA,
                PlainRecords.walker(),
                WriterOptions.DEFAULT)) {
            writer.write(row(topic, nowMs, "first"));
            writer.write(row(topic, nowMs + 3 * HOUR_MS, "ahead"));
            writer.write(row(topic.replace('.', '_'), nowMs, "collides"));
            writer.write(row("absent", nowMs, "absent"));
            writer.write(row("small", nowMs, "x".repeat(3_000)));
            writer.write(row("any-time", nowMs + 3 * HOUR_MS, name));
            writer.write(row(topic, nowMs, "last"));
            writer.finish();
        }
        topics.create(topic, 1);
        Map<String, String> config = new HashMap<>(Readings.sourceConverters());
        config.put("name", name);
        config.put("connector.class", "io.parquetry.connect.source.ParquetSourceConnector");
        config.put("tasks.max", "1");
        config.put("storage.url", root.toUri().toString());
        config.put("scan.interval.ms", "200");
        config.put("topic", "${column.t}");
        config.put("timestamp.column", "at");
        config.put("admin.bootstrap.servers", stack.bootstrapServers());
        return config;
    }

    private static List<ConsumerRecord<byte[], byte[]>> records(String topic, int count) {
        AwaitCount.atLeast(count, () -> topics.countCommitted(topic), PATIENCE, "records in " + topic);
        return topics.readCommitted(topic).get(0);
    }

    private static void requireGoodRows(String topic) {
        assertThat(records(topic, 2)).hasSize(2);
        assertThat(records(topic, 2).get(0).value()).asString().contains("first");
        assertThat(records(topic, 2).get(1).value()).asString().contains("last");
    }

    @Test
    void rowsThatABrokerRefusesAreLeftOut() throws IOException {
        Map<String, String> config = config("skip", "s.x");
        config.put("on.bad.row", "skip");

        stack.worker().rest().create("skip", config);

        requireGoodRows("s.x");
        assertThat(stack.worker().rest().running("skip")).isTrue();
        stack.worker().rest().delete("skip");
    }

    /** Those that keep bytes and those that guess at types; with {@code -Pthorough} the others of Connect, too. */
    static List<String> headerConverters() {
        List<String> all = List.of(
                "converters.ByteArrayConverter",
                "storage.SimpleHeaderConverter",
                "converters.LongConverter",
                "converters.BooleanConverter",
                "storage.StringConverter",
                "json.JsonConverter");
        return Breadth.isWhole() ? all : all.subList(0, 2);
    }

    @ParameterizedTest
    @MethodSource("headerConverters")
    @Tag("sampled")
    void rowsThatABrokerRefusesGoToTheirTopicWithAnyHeaderConverter(String converter) throws IOException {
        String name = converter.substring(converter.indexOf('.') + 1);
        Map<String, String> config = config(name, name + ".x");
        topics.create(name + "-dead", 1);
        config.put("on.bad.row", "topic:" + name + "-dead");
        config.put("header.converter", "org.apache.kafka.connect." + converter);
        config.put("header.converter.schemas.enable", "false");

        stack.worker().rest().create(name, config);

        requireGoodRows(name + ".x");
        List<ConsumerRecord<byte[], byte[]>> dead = records(name + "-dead", 4);
        assertThat(dead).hasSize(4);
        assertThat(dead.get(0).value()).asString().contains("ahead");
        assertThat(dead.get(1).value()).asString().contains("collides");
        assertThat(dead.get(2).value()).asString().contains("absent");
        assertThat(dead.get(3).value()).asString().contains("xxx");
        if (!name.equals("LongConverter") && !name.equals("BooleanConverter")) {
            assertThat(header(dead.get(0), "parquet.file")).contains("a.parquet");
            assertThat(header(dead.get(0), "parquet.row")).isEqualTo("1");
            assertThat(header(dead.get(0), "parquet.error")).contains("message.timestamp.after.max.ms");
            assertThat(header(dead.get(1), "parquet.error")).contains("which differ only in '.' and '_'");
            assertThat(header(dead.get(2), "parquet.error")).contains("the topic absent does not exist");
            assertThat(header(dead.get(3), "parquet.error")).contains("max.message.bytes");
        }
        assertThat(stack.worker().rest().running(name)).isTrue();
        stack.worker().rest().delete(name);
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }
}
