package io.parquetry.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The directories with the code of the child processes.
 *
 * @param libraries Kafka's jars, flat in one directory: the whole class path of the broker. The build of this module
 *     copies them to {@code target/kafka-libs}
 * @param pluginPath entries of the worker's {@code plugin.path}: each is a directory of plugin directories; empty for a
 *     worker without plugins
 * @param workerLibraries the class path of workers; may be of another Kafka release than the broker's
 * @param workerJava the Java home of workers
 */
public record KafkaDistribution(Path libraries, List<Path> pluginPath, Path workerLibraries, Path workerJava) {

    /** System property that names {@link #libraries}. */
    public static final String LIBRARIES_PROPERTY = "parquetry.kafka.libraries";

    /** System property that names {@link #pluginPath}, entries separated by commas; may be absent. */
    public static final String PLUGIN_PATH_PROPERTY = "parquetry.plugin.path";

    private static final List<String> BROKER_NEEDS = List.of("kafka_2.13-", "kafka-clients-");
    private static final List<String> WORKER_NEEDS = List.of("kafka-clients-", "connect-runtime-", "connect-json-");

    /** The Java that this process runs on. */
    static final Path OWN_JAVA = Path.of(System.getProperty("java.home"));

    /** Makes all paths absolute, because a child process has another working directory. */
    public KafkaDistribution {
        libraries = absolute(libraries, "libraries");
        workerLibraries = absolute(workerLibraries, "workerLibraries");
        workerJava = absolute(workerJava, "workerJava");
        pluginPath = pluginPath.stream()
                .map(entry -> entry.toAbsolutePath().normalize())
                .toList();
        requireJars(libraries, BROKER_NEEDS);
        requireJars(workerLibraries, WORKER_NEEDS);
        for (Path entry : pluginPath) {
            requireDirectory(entry, "plugin path");
            if (entry.toString().contains(",")) {
                throw new StackException("The plugin path " + entry + " contains a comma, which separates entries of"
                        + " plugin.path; move it to a directory without one");
            }
        }
    }

    /** Broker and workers of one release, on the Java of this process. */
    public KafkaDistribution(Path libraries, List<Path> pluginPath) {
        this(libraries, pluginPath, libraries, OWN_JAVA);
    }

    /** The same broker, and workers with other jars on another Java. */
    public KafkaDistribution withWorkers(Path jars, Path java) {
        return new KafkaDistribution(libraries, pluginPath, jars, java);
    }

    /**
     * The distribution that the system properties {@value #LIBRARIES_PROPERTY} and {@value #PLUGIN_PATH_PROPERTY} name.
     */
    public static KafkaDistribution fromSystemProperties() {
        String libraries = System.getProperty(LIBRARIES_PROPERTY);
        if (libraries == null || libraries.isBlank()) {
            throw new StackException("System property " + LIBRARIES_PROPERTY + " is not set; it must name the directory"
                    + " with Kafka's jars, for instance demo/kafka/target/kafka-libs after a build");
        }
        String plugins = System.getProperty(PLUGIN_PATH_PROPERTY, "");
        return new KafkaDistribution(
                Path.of(libraries.trim()),
                Stream.of(plugins.split(","))
                        .map(String::trim)
                        .filter(entry -> !entry.isEmpty())
                        .map(Path::of)
                        .toList());
    }

    private static Path absolute(Path path, String role) {
        return Objects.requireNonNull(path, role).toAbsolutePath().normalize();
    }

    private static void requireJars(Path libraries, List<String> needed) {
        requireDirectory(libraries, "directory of Kafka's jars");
        List<String> names;
        try (Stream<Path> files = Files.list(libraries)) {
            names = files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list the directory of Kafka's jars, " + libraries, e);
        }
        for (String prefix : needed) {
            List<String> jars = names.stream()
                    .filter(name -> name.startsWith(prefix) && name.endsWith(".jar"))
                    .toList();
            if (jars.size() != 1) {
                throw new StackException("There must be one " + prefix + "*.jar in " + libraries + ", not " + jars
                        + "; the directory must hold the jars of one Kafka release, clean and build demo/kafka again");
            }
        }
    }

    private static void requireDirectory(Path directory, String role) {
        if (!Files.isDirectory(directory)) {
            throw new StackException("The " + role + " " + directory + " is not a directory; run the build first");
        }
    }
}
