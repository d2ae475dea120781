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
import io.parquetry.local.rest.RestartScope;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a topic takes changes while its file is sent: a smaller limit, a right that is taken away, a topic that is
 * deleted. No file is deleted of which a row has not arrived, the log names the row, and after the remedy each row is
 * there.
 */
@Tag("thorough")
class RefusedInMidRunIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final MessageType SCHEMA = new MessageType(
            "row",
            List.of(
                    PrimitiveType.of("n", Repetition.REQUIRED, PhysicalType.INT32),
                    PrimitiveType.of("text", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING)));
    private static final int ROWS = 200;
    private static final int LARGE = 150;
    private static final String LARGE_TEXT = "x".repeat(20_000);

    private static KafkaStack stack;
    private static Topics topics;
    private static Admin admin;

    @BeforeAll
    static void start() {
        stack = Stacks.start(Stacks.settingsFor(RefusedInMidRunIT.class)
                .withBrokerConfig("auto.create.topics.enable", "false")
                .withBrokerConfig("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                .withBrokerConfig("allow.everyone.if.no.acl.found", "true")
                .withWorkerConfig("exactly.once.source.support", "disabled"));
        topics = new Topics(stack.bootstrapServers());
        admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()));
    }

    @AfterAll
    static void close() {
        if (stack != null) {
            admin.close();
            topics.close();
            stack.close();
        }
    }

    private static Path write(Path path, int rows) throws IOException {
        Files.createDirectories(path.getParent());
        Path hidden = path.resolveSibling("." + path.getFileName());
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(hidden), SCHEMA, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (int row = 0; row < rows; row++) {
                writer.write(Map.of("n", row, "text", row == LARGE ? LARGE_TEXT : "small"));
            }
            writer.finish();
        }
        return Files.move(hidden, path);
    }

    private static Map<String, String> config(String name) {
        topics.create(name, 1);
        Map<String, String> config = new HashMap<>(Readings.sourceConverters());
        config.put("connector.class", "io.parquetry.connect.source.ParquetSourceConnector");
        config.put("tasks.max", "1");
        config.put("storage.url", stack.dataDirectory().resolve(name).toUri().toString());
        config.put("scan.interval.ms", "200");
        config.put("topic", name);
        config.put("on.finish", "delete");
        config.put("records.per.second", "40");
        return config;
    }

    private static void asking(Map<String, String> config) {
        config.put("admin.bootstrap.servers", stack.bootstrapServers());
    }

    private static void limit(String topic, int bytes) {
        AlterConfigOp set = new AlterConfigOp(
                new ConfigEntry("max.message.bytes", Integer.toString(bytes)), AlterConfigOp.OpType.SET);
        get(admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(set)))
                .all());
    }

    private static void get(org.apache.kafka.common.KafkaFuture<?> future) {
        try {
            future.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitRows(String topic, int rows) {
        AwaitCount.atLeast(rows, () -> topics.committedEnds(topic).get(0), PATIENCE, "rows in " + topic);
    }

    /** Without transactions, rows behind a refused one may be in the topic before it. */
    private static void requireRows(String topic, List<Integer> expected) {
        awaitRows(topic, expected.size());
        assertThat(topics.readCommitted(topic).get(0).stream()
                        .map(RefusedInMidRunIT::number)
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    private static int number(org.apache.kafka.clients.consumer.ConsumerRecord<byte[], byte[]> record) {
        String json = new String(record.value(), UTF_8);
        return Integer.parseInt(json.replaceAll(".*\"n\":(\\d+).*", "$1"));
    }

    private static void awaitGone(Path file) {
        AwaitCount.atLeast(1, () -> Files.exists(file) ? 0 : 1, PATIENCE, "deletion of " + file);
    }

    private static String log() {
        Path log = stack.dataDirectory().resolveSibling("worker-1/node.log");
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException("the worker's log cannot be read: " + log, e);
        }
    }

    private static List<Integer> rows(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    /** The file is read for so long that what the topic said at its begin is no longer true. */
    @Test
    void aLimitThatIsLoweredWhileAFileIsReadHoldsForItsRows() throws IOException {
        Map<String, String> config = config("lowered");
        topics.create("lowered-dead", 1);
        asking(config);
        config.put("on.bad.row", "topic:lowered-dead");
        Path file = write(stack.dataDirectory().resolve("lowered/a.parquet"), ROWS);

        stack.worker().rest().create("lowered", config);
        awaitRows("lowered", 10);
        limit("lowered", 2_000);

        awaitRows("lowered-dead", 1);
        awaitGone(file);
        assertThat(stack.worker().rest().failure("lowered")).isEmpty();
        assertThat(topics.readCommitted("lowered").get(0)).hasSize(ROWS - 1);
        assertThat(new String(
                        topics.readCommitted("lowered-dead")
                                .get(0)
                                .get(0)
                                .headers()
                                .lastHeader("parquet.error")
                                .value(),
                        UTF_8))
                .contains("the topic lowered takes 2000 (max.message.bytes)");
        stack.worker().rest().delete("lowered");
    }

    /** Nobody asks the brokers, so that a row goes to a topic that refuses it. */
    @Test
    void aRowThatABrokerRefusesIsNamedAndItsFileStays() throws IOException {
        Map<String, String> config = config("refused");
        Path file = write(stack.dataDirectory().resolve("refused/a.parquet"), ROWS);

        stack.worker().rest().create("refused", config);
        awaitRows("refused", 10);
        limit("refused", 10_000);

        assertThat(stack.worker().rest().awaitFailure("refused", PATIENCE)).contains("RecordTooLargeException");
        assertThat(file).exists();
        assertThat(log())
                .containsPattern(
                        "have not confirmed \\d+ records that the worker took, from row 1[0-5]\\d of a.parquet,"
                                + " for topic refused")
                .contains("The largest of these, row " + LARGE + " of a.parquet, has about 200")
                .contains("With admin.bootstrap.servers such a row is found before it is sent");

        stack.worker().rest().restart("refused", RestartScope.FAILED_PARTS);
        AwaitCount.atLeast(2, RefusedInMidRunIT::refusals, PATIENCE, "refusals, one of them after a restart");
        assertThat(stack.worker().rest().awaitFailure("refused", PATIENCE)).contains("RecordTooLargeException");
        assertThat(file).exists();

        limit("refused", 1_000_000);
        stack.worker().rest().restart("refused", RestartScope.FAILED_PARTS);
        awaitGone(file);
        requireRows("refused", rows(0, ROWS));
        stack.worker().rest().delete("refused");
    }

    /** The worker shows the old failure for a moment after a restart. */
    private static long refusals() {
        return log().split("The largest of these, row " + LARGE + " of a.parquet", -1).length - 1;
    }

    @Test
    void aFileStaysWhenTheRightToWriteItsTopicIsTakenAway() throws IOException {
        Map<String, String> config = config("denied");
        asking(config);
        config.put("on.bad.row", "topic:denied-dead");
        topics.create("denied-dead", 1);
        Path file = write(stack.dataDirectory().resolve("denied/a.parquet"), ROWS);
        AclBinding denied = new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, "denied", PatternType.LITERAL),
                new AccessControlEntry("User:*", "*", AclOperation.WRITE, AclPermissionType.DENY));

        stack.worker().rest().create("denied", config);
        awaitRows("denied", 10);
        get(admin.createAcls(List.of(denied)).all());

        assertThat(stack.worker().rest().awaitFailure("denied", PATIENCE)).contains("TopicAuthorizationException");
        assertThat(file).exists();
        assertThat(log())
                .containsPattern("have not confirmed \\d+ records that the worker took, from row \\d+ of a.parquet, for"
                        + " topic denied");
        get(admin.deleteAcls(List.of(denied.toFilter())).all());
        stack.worker().rest().restart("denied", RestartScope.FAILED_PARTS);

        awaitGone(file);
        requireRows("denied", rows(0, ROWS));
        assertThat(topics.committedEnds("denied-dead").get(0)).isZero();
        stack.worker().rest().delete("denied");
    }

    /** The producer knows the topic of the file before, and sends to it for ever. */
    @Test
    void aTopicThatIsDeletedBetweenTwoFilesIsNamed() throws IOException {
        Map<String, String> config = config("deleted");
        Path first = write(stack.dataDirectory().resolve("deleted/a.parquet"), 20);
        stack.worker().rest().create("deleted", config);
        awaitGone(first);
        topics.delete("deleted");
        Path second = write(stack.dataDirectory().resolve("deleted/b.parquet"), 5);

        AwaitCount.atLeast(1, RefusedInMidRunIT::namesTheDeletedTopic, PATIENCE, "line about the deleted topic");
        assertThat(second).exists();

        topics.create("deleted", 1);
        stack.worker().rest().restart("deleted", RestartScope.CONNECTOR_AND_TASKS);
        awaitGone(second);
        requireRows("deleted", rows(0, 5));
        stack.worker().rest().delete("deleted");
    }

    private static long namesTheDeletedTopic() {
        String log = log();
        return log.contains("of b.parquet for 60000 ms, which the worker has sent to topic deleted")
                        || log.contains("for the topic deleted")
                ? 1
                : 0;
    }

    @Test
    void aTopicThatIsDeletedFailsTheTaskWhereBrokersAreAsked() throws IOException {
        Map<String, String> config = config("gone");
        asking(config);
        config.put("on.bad.row", "fail");
        Path first = write(stack.dataDirectory().resolve("gone/a.parquet"), 20);
        stack.worker().rest().create("gone", config);
        awaitGone(first);
        topics.delete("gone");
        Path second = write(stack.dataDirectory().resolve("gone/b.parquet"), 5);

        assertThat(stack.worker().rest().awaitFailure("gone", PATIENCE)).contains("the topic gone ");
        assertThat(second).exists();

        topics.create("gone", 1);
        stack.worker().rest().restart("gone", RestartScope.FAILED_PARTS);
        awaitGone(second);
        requireRows("gone", rows(0, 5));
        stack.worker().rest().delete("gone");
    }
}
