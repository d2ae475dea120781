package io.parquetry.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parquetry.local.KafkaDistribution;
import io.parquetry.local.KafkaStack;
import io.parquetry.local.LocalStack;
import io.parquetry.local.NodeListener;
import io.parquetry.local.StackSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;

/**
 * Selects the stack of scenarios: {@code -Dstack=local} (the default) starts child processes, {@code -Dstack=docker}
 * starts containers and skips the scenario by name where no Docker engine is available.
 */
final class Stacks {

    /** A worker starts in some six seconds, and ten times slower beside other builds. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

    private Stacks() {}

    /** Settings of a stack in a new directory with the name of the scenario, which is kept for its logs. */
    static StackSettings settingsFor(Class<?> scenario) {
        return settingsFor(scenario.getSimpleName());
    }

    /** The same for one of several runs of a scenario, each with a directory of its own. */
    static StackSettings settingsFor(String run) {
        Path directory = Path.of(System.getProperty("stack.directory")).resolve(run);
        deleteTree(directory);
        return StackSettings.in(directory).withStartTimeout(START_TIMEOUT);
    }

    static KafkaStack start(StackSettings settings) {
        String kind = System.getProperty("stack");
        return switch (kind) {
            case "local" -> LocalStack.start(KafkaDistribution.fromSystemProperties(), settings, NodeListener.silent());
            case "docker" -> {
                assumeTrue(
                        DockerClientFactory.instance().isDockerAvailable(),
                        () -> "No Docker engine answers, skipped on containers: "
                                + settings.directory().getFileName());
                yield DockerStack.start(
                        settings,
                        Path.of(System.getProperty(KafkaDistribution.PLUGIN_PATH_PROPERTY)),
                        System.getProperty("kafka.version"));
            }
            default -> throw new IllegalArgumentException("-Dstack=" + kind + " is unknown; it is local or docker");
        };
    }

    /**
     * Starts child processes whose plugin has one more jar in its directory, as that of a database's driver.
     *
     * @param more a class of that jar
     */
    static KafkaStack startWithJarOf(Class<?> more, StackSettings settings) {
        return startWithJarOf(more, settings, List.of());
    }

    /** @param others entries of {@code plugin.path} beside the one of the plugin */
    static KafkaStack startWithJarOf(Class<?> more, StackSettings settings, List<Path> others) {
        KafkaDistribution distribution = KafkaDistribution.fromSystemProperties();
        Path plugins = settings.directory().resolve("plugins");
        try {
            Path own = Path.of(
                    more.getProtectionDomain().getCodeSource().getLocation().getPath());
            Path plugin = Files.createDirectories(plugins.resolve("parquetry"));
            Files.copy(own, plugin.resolve(own.getFileName()));
            for (Path entry : distribution.pluginPath()) {
                try (Stream<Path> jars = Files.walk(entry)) {
                    for (Path jar : jars.filter(file -> file.toString().endsWith(".jar"))
                            .toList()) {
                        Files.copy(jar, plugin.resolve(jar.getFileName()));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot copy the plugin to " + plugins, e);
        }
        List<Path> entries = Stream.concat(Stream.of(plugins), others.stream()).toList();
        return LocalStack.start(
                new KafkaDistribution(distribution.libraries(), entries), settings, NodeListener.silent());
    }

    private static void deleteTree(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot clear the directory of an earlier run, " + directory, e);
        }
    }
}
