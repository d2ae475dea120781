package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.local.KafkaDistribution;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.LocalStack;
import io.parquetry.local.NodeListener;
import io.parquetry.local.StackSettings;
import io.parquetry.local.rest.ConnectClient;
import io.parquetry.local.rest.ConnectorPlugin;
import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The plugin in workers of other Kafka releases, and on other Javas: records of all types go from a topic through the
 * sink into files and through the source into another topic, and both topics are compared byte for byte. The broker is
 * always of the newest release.
 *
 * <p>The result of each row is added to {@code target/worker-versions.md}.
 */
@Tag("sampled")
class WorkerVersionsIT {
    private static final int PARTITIONS = 3;
    private static final int RECORDS = Integer.getInteger("worker.records");
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int OWN_JAVA = Runtime.version().feature();

    /** A Kafka release and a Java release. */
    record Row(String worker, int java) {
        @Override
        public String toString() {
            return "worker " + worker + " on Java " + java;
        }
    }

    static Stream<Row> rows() {
        Set<Integer> javas = new TreeSet<>(Set.of(OWN_JAVA));
        listed("worker.javas").map(Integer::parseInt).forEach(javas::add);
        return listed("worker.versions").flatMap(worker -> javas.stream().map(java -> new Row(worker, java)));
    }

    private static Stream<String> listed(String property) {
        return new LinkedHashSet<>(List.of(System.getProperty(property, "").split(",")))
                .stream().map(String::trim).filter(each -> !each.isEmpty());
    }

    private static Path directory;

    @BeforeAll
    static void forgetTheLastRun() throws IOException {
        directory = Stacks.settingsFor(WorkerVersionsIT.class).directory();
        Files.deleteIfExists(results());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyRecordComesBackByteForByte(Row row) throws IOException {
        assumeTrue(System.getProperty("stack").equals("local"), "Workers of other releases are child processes only");
        Path java = row.java() == OWN_JAVA ? Path.of(System.getProperty("java.home")) : InstalledJavas.home(row.java());
        if (java == null) {
            note(row, "skipped: no Java " + row.java() + " in " + InstalledJavas.PLACES);
        }
        assumeTrue(java != null, () -> row + " is skipped: no Java " + row.java() + " in " + InstalledJavas.PLACES);
        StackSettings settings = StackSettings.in(directory.resolve(row.worker() + "-java-" + row.java()))
                .withStartTimeout(PATIENCE);
        long startNanos = System.nanoTime();
        try (KafkaStack stack = LocalStack.start(distribution(row, java), settings, NodeListener.silent());
                Topics topics = new Topics(stack.bootstrapServers())) {
            requireVersions(row, settings);
            thereAndBack(stack, topics);
            requireNoErrors(settings);
        } catch (RuntimeException | AssertionError e) {
            note(
                    row,
                    "FAILED: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
            throw e;
        }
        note(row, "identical, " + (System.nanoTime() - startNanos) / 1_000_000_000 + " s");
    }

    private static KafkaDistribution distribution(Row row, Path java) {
        KafkaDistribution newest = KafkaDistribution.fromSystemProperties();
        Path jars = row.worker().equals(System.getProperty("kafka.version"))
                ? newest.libraries()
                : Path.of(System.getProperty("worker.versions.directory"))
                        .resolve(row.worker())
                        .resolve("target/worker-libs");
        return newest.withWorkers(jars, java);
    }

    private static void thereAndBack(KafkaStack stack, Topics topics) {
        ConnectClient rest = stack.worker().rest();
        assertThat(rest.plugins())
                .extracting(ConnectorPlugin::className)
                .contains(
                        "io.parquetry.connect.sink.ParquetSinkConnector",
                        "io.parquetry.connect.source.ParquetSourceConnector");
        topics.create("sent", PARTITIONS);
        topics.create("back", PARTITIONS);
        topics.produce(TypedRecords.of("sent", PARTITIONS, RECORDS));

        rest.create("archive", sink(stack));
        rest.create("restore", source(stack));

        AwaitCount.atLeast(RECORDS, () -> arrived(rest, topics), PATIENCE, "records that came back");
        TypedRecords.assertSame(topics, "sent", "back", PARTITIONS);
        try (WorkerBeans beans = WorkerBeans.ofOnlyWorker(stack)) {
            assertThat(beans.value("archive", "rows-written-total")).isEqualTo(RECORDS);
            assertThat(beans.value("restore", "rows-sent-total")).isEqualTo(RECORDS);
        }
    }

    private static long arrived(ConnectClient rest, Topics topics) {
        rest.awaitRunning("archive", PATIENCE);
        rest.awaitRunning("restore", PATIENCE);
        return topics.countCommitted("back");
    }

    private static Map<String, String> sink(KafkaStack stack) {
        Map<String, String> config = common(stack, "sink.ParquetSinkConnector");
        config.put("topics", "sent");
        config.put("record.metadata", "kafka");
        config.put("flush.size", Integer.toString(RECORDS / PARTITIONS / 4));
        config.put("rotate.max.age.ms", "1000");
        return config;
    }

    private static Map<String, String> source(KafkaStack stack) {
        Map<String, String> config = common(stack, "source.ParquetSourceConnector");
        config.put("mode", "restore");
        config.put("topic.mapping", "sent:back");
        config.put("scan.interval.ms", "200");
        config.put("admin.bootstrap.servers", stack.bootstrapServers());
        return config;
    }

    private static Map<String, String> common(KafkaStack stack, String connector) {
        Map<String, String> config = new HashMap<>(AllTypes.converters());
        config.put("connector.class", "io.parquetry.connect." + connector);
        config.put("tasks.max", "1");
        config.put("storage.url", stack.dataDirectory().toUri().toString());
        return config;
    }

    /** What the worker logs about itself. */
    private static void requireVersions(Row row, StackSettings settings) throws IOException {
        assertThat(workerLog(settings))
                .contains("Kafka version: " + row.worker())
                .containsPattern("jvm\\.spec = [^\\n]*\\b" + row.java() + "[.+,]");
    }

    private static void requireNoErrors(StackSettings settings) throws IOException {
        assertThat(workerLog(settings).lines().filter(line -> line.contains(" ERROR ") || line.contains("Error:")))
                .isEmpty();
    }

    private static String workerLog(StackSettings settings) throws IOException {
        return Files.readString(settings.directory().resolve("worker-1/node.log"));
    }

    private static Path results() {
        return Path.of(System.getProperty("stack.directory")).resolveSibling("worker-versions.md");
    }

    private static void note(Row row, String result) throws IOException {
        Files.writeString(
                results(),
                "| " + LocalDate.now(ZoneOffset.UTC) + " | " + row.worker() + " | " + row.java() + " | " + RECORDS
                        + " | " + result + " |\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
