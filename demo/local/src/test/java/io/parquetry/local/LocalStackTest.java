package io.parquetry.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.parquetry.local.topics.Topics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of a stack: its nodes are ready when it returns, have the same addresses and data after a kill, and no
 * process is left when it is closed.
 */
class LocalStackTest {

    @TempDir
    private static Path directory;

    private static final List<NodeEvent> EVENTS = new ArrayList<>();
    private static LocalStack stack;
    private static Topics topics;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(
                KafkaDistribution.fromSystemProperties(), StackSettings.in(directory.resolve("stack")), EVENTS::add);
        topics = new Topics(stack.bootstrapServers());
    }

    @AfterAll
    static void close() {
        topics.close();
        List<ProcessHandle> children = ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains(directory.toString()))
                .toList();
        stack.close();
        assertThat(children).hasSize(2).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void theListenerReceivesEachEventOfEachNode() {
        assertThat(EVENTS)
                .filteredOn(progress -> progress.node().equals("broker"))
                .extracting(NodeEvent::step)
                .startsWith(NodeEvent.Step.FORMATTING, NodeEvent.Step.LAUNCHED, NodeEvent.Step.READY);
        assertThat(EVENTS)
                .filteredOn(progress -> progress.node().equals("worker-1"))
                .extracting(NodeEvent::step)
                .startsWith(NodeEvent.Step.LAUNCHED, NodeEvent.Step.READY);
    }

    @Test
    @Tag("thorough")
    void aKilledBrokerComesBackWithItsRecords() {
        topics.create("kept", 2);
        topics.produce(List.of(
                new ProducerRecord<>("kept", 1, null, "first".getBytes(UTF_8)),
                new ProducerRecord<>("kept", 1, null, "second".getBytes(UTF_8))));
        String address = stack.bootstrapServers();

        stack.broker().kill();
        assertThat(stack.broker().running()).isFalse();
        stack.broker().start();

        assertThat(stack.bootstrapServers()).isEqualTo(address);
        var records = topics.readCommitted("kept");
        assertThat(records.get(0)).isEmpty();
        assertThat(records.get(1))
                .extracting(record -> new String(record.value(), UTF_8))
                .containsExactly("first", "second");
    }

    @Test
    @Tag("thorough")
    void aKilledWorkerComesBackOnTheSameAddress() {
        var address = stack.worker().rest().address();

        stack.worker().kill();
        assertThat(stack.worker().rest().healthy()).isFalse();
        stack.worker().start();

        assertThat(stack.worker().rest().address()).isEqualTo(address);
        assertThat(stack.worker().rest().healthy()).isTrue();
        assertThat(stack.worker().rest().connectors()).isEmpty();
    }

    @Test
    void aPausedWorkerIsReadyAgainWhenItGoesOn() {
        stack.worker().pause();
        assertThat(stack.worker().running()).isTrue();
        assertThat(stack.worker().rest().healthy()).isFalse();

        stack.worker().unpause();
        assertThat(stack.worker().rest().healthy()).isTrue();
    }

    @Test
    void aRunningNodeIsNotStartedTwice() {
        assertThatExceptionOfType(StackException.class)
                .isThrownBy(() -> stack.worker().start())
                .withMessageContaining("worker-1 runs already");
    }

    @Test
    @Tag("thorough")
    void aStackReusesTheDirectoryOfAnEarlierOne() {
        StackSettings settings = StackSettings.in(directory.resolve("continued"));
        KafkaDistribution distribution = KafkaDistribution.fromSystemProperties();
        try (LocalStack first = LocalStack.start(distribution, settings, NodeListener.silent());
                Topics its = new Topics(first.bootstrapServers())) {
            its.create("left", 1);
            its.produce(List.of(new ProducerRecord<>("left", "here".getBytes(UTF_8))));
        }

        try (LocalStack second = LocalStack.start(distribution, settings, NodeListener.silent());
                Topics its = new Topics(second.bootstrapServers())) {
            assertThat(its.readCommitted("left").get(0)).hasSize(1);
        }
    }

    @Test
    void aNodeThatExitsAtItsStartIsReportedWithExitCodeAndLog() {
        StackSettings wrong =
                StackSettings.in(directory.resolve("wrong")).withBrokerConfig("offsets.topic.num.partitions", "many");

        assertThatExceptionOfType(StackException.class)
                .isThrownBy(
                        () -> LocalStack.start(KafkaDistribution.fromSystemProperties(), wrong, NodeListener.silent()))
                .withMessageContaining("exited with code 1")
                .withMessageContaining("offsets.topic.num.partitions");
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName(Ports.LOOPBACK))) {
            assertThatExceptionOfType(StackException.class)
                    .isThrownBy(() -> Ports.requireFree(other.getLocalPort(), "broker"))
                    .withMessageContaining("Port " + other.getLocalPort())
                    .withMessageContaining("broker needs");
        }
    }

    @Test
    void jarsOfNoKafkaAreRefused() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));

        assertThatExceptionOfType(StackException.class)
                .isThrownBy(() -> new KafkaDistribution(empty, List.of()))
                .withMessageContaining("There must be one kafka_2.13-*.jar in " + empty);
    }

    @Test
    void settingsThatCannotWorkAreRefused() {
        StackSettings settings = StackSettings.in(directory);

        assertThatExceptionOfType(StackException.class)
                .isThrownBy(() -> settings.withWorkers(0))
                .withMessageContaining("at least one worker, not 0");
        assertThatExceptionOfType(StackException.class)
                .isThrownBy(() -> settings.withHeapMebibytes(512, 64))
                .withMessageContaining("worker heap of 64 MiB");
    }

    @Test
    void propertiesOfTheCallerOverrideTheDefaults() {
        StackSettings settings = StackSettings.in(directory);

        assertThat(workerProperties(settings))
                .containsEntry("exactly.once.source.support", "enabled")
                .containsKey("session.timeout.ms")
                .doesNotContainKey("plugin.path");
        assertThat(workerProperties(settings.withWorkerConfig("exactly.once.source.support", "disabled")
                        .withoutWorkerConfig("session.timeout.ms")))
                .containsEntry("exactly.once.source.support", "disabled")
                .doesNotContainKey("session.timeout.ms");
    }

    private static Map<String, String> workerProperties(StackSettings settings) {
        return WorkerProperties.of("b:1", "g", "h", 2, List.of(), settings.workerConfig());
    }
}
