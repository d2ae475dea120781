package io.parquetry.it;

import io.parquetry.local.KafkaStack;
import io.parquetry.local.StackSettings;
import io.parquetry.local.rest.ConnectClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One broker and one worker for all scenarios that ask for a {@link KafkaStack} and need nothing special of it; their
 * start takes longer than most of the scenarios. A scenario finds no connector and no topic of another, and has a
 * {@link #directory} of its own.
 */
final class SharedStack implements ParameterResolver, AfterAllCallback {
    /** Topics of the worker begin with the name of its group. */
    private static final String GROUP = "connect";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Null before the first scenario; ends with this process. */
    private static KafkaStack started;

    private static synchronized KafkaStack stack() {
        if (started == null) {
            started = Stacks.start(settings());
        }
        return started;
    }

    /** Sessions of consumers are left to the brokers, since the newer group protocol refuses a consumer's own. */
    private static StackSettings settings() {
        StackSettings settings = Stacks.settingsFor(SharedStack.class)
                .withoutWorkerConfig("consumer.session.timeout.ms")
                .withoutWorkerConfig("consumer.heartbeat.interval.ms");
        for (Map.Entry<String, String> setting : Throttle.BROKER_CONFIG.entrySet()) {
            settings = settings.withBrokerConfig(setting.getKey(), setting.getValue());
        }
        return settings;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == KafkaStack.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return stack();
    }

    /** Directory {@code scenario} among the stack's data, for a storage that no other scenario sees. */
    static Path directory(KafkaStack stack, Class<?> scenario) {
        Path directory = stack.dataDirectory().resolve(scenario.getSimpleName());
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create the directory " + directory, e);
        }
    }

    /** Deletes what the scenario has left, so that the next one may use the names of connectors and topics again. */
    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (started == null) {
            return;
        }
        ConnectClient rest = started.worker().rest();
        rest.connectors().forEach(rest::delete);
        AwaitCount.atLeast(1, () -> rest.connectors().isEmpty() ? 1 : 0, PATIENCE, "end of the connectors");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", started.bootstrapServers()))) {
            List<String> topics = admin.listTopics().names().get().stream()
                    .filter(topic -> !topic.startsWith(GROUP))
                    .toList();
            admin.deleteTopics(topics).all().get();
        }
    }
}
