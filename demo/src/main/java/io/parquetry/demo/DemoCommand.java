package io.parquetry.demo;

import io.parquetry.cli.AddedCommand;
import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.local.KafkaDistribution;
import io.parquetry.local.LocalAzurite;
import io.parquetry.local.StackException;
import io.parquetry.local.rest.ConnectRestException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code parquetry demo}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Send records through a real Kafka broker into Parquet files and back into a topic, and compare every"
                    + " one of"
                    + " them.",
            "",
            "The demo starts its own broker and Connect worker on free ports of this machine and stops them at"
                    + " the end. Without options it sends a week of earthquakes that comes with the program. The exit"
                    + " code is 0 only when every record came back identical, or is in the table once."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry demo",
            "  parquetry demo --dir quakes --partitions 6",
            "  parquetry demo --storage s3",
            "  parquetry demo --storage azure",
            "  parquetry demo --table iceberg",
            "  parquetry demo --input orders.ndjson --schema orders.schema.json --topic orders%n",
            "A schema has the form of the schema field of Kafka's JsonConverter, for instance",
            "  {\"type\": \"struct\", \"fields\": [{\"field\": \"id\", \"type\": \"string\", \"optional\": false}]}"
        })
public final class DemoCommand implements AddedCommand {
    private static final int PARTITIONS_MAX = 100;
    private static final int TOPIC_LENGTH_MAX = 200;
    private static final DateTimeFormatter TIME_OF_RUN = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "Records to send: one JSON object a line. The key is the field id. Needs --schema.")
    private Path input;

    @Option(names = "--schema", paramLabel = "FILE", description = "The Connect schema of those records, as JSON.")
    private Path schema;

    @Option(
            names = "--topic",
            paramLabel = "NAME",
            description = "The topic; its copy is NAME-replayed. Default: named after the input.")
    private String topic;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where files and logs go; must be empty or new. Default: parquetry-demo-<time> here.")
    private Path directory;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "3",
            description = "Partitions of both topics (default: ${DEFAULT-VALUE}).")
    private int partitions;

    @Option(
            names = "--storage",
            paramLabel = "KIND",
            defaultValue = "local",
            description =
                    "Where the connectors keep the files: local, a directory; s3, a bucket; or azure, a container. The"
                            + " demo starts the server of a bucket, s3proxy, and that of a container, Azurite, which"
                            + " needs Node (default: ${DEFAULT-VALUE}).")
    private DemoStorage.Kind storage;

    @Option(
            names = "--table",
            paramLabel = "FORMAT",
            description =
                    "Make the topic a table instead, and read the table: iceberg, with a catalog in a file of SQLite."
                            + " Another program compacts the table in the middle.")
    private TableFormat table;

    /** The kinds of {@code --table}. */
    enum TableFormat {
        ICEBERG
    }

    @Override
    public Integer call() throws IOException {
        requireValidOptions();
        DemoInput records = input == null ? DemoInput.earthquakes() : DemoInput.of(input, schema);
        Path fresh = freshDirectory();
        KafkaDistribution distribution = Distribution.find();
        fetchServer();
        DemoSettings settings = new DemoSettings(topicName(records), partitions, storage, created(fresh));
        DemoOutput output = new DemoOutput(
                spec.commandLine().getOut(), spec.commandLine().getColorScheme().ansi());
        output.line(NumberText.counted(records.records(), "record") + " go from a Kafka topic into "
                + (table == null ? "Parquet files and back into a topic" : "a table of Iceberg")
                + ". Everything stays in " + Demo.shown(settings.directory()) + "/.");
        try {
            boolean good = table == null
                    ? new Demo(settings, records, output).run(distribution)
                    : new TableDemo(settings, records, output).run(distribution);
            return good ? 0 : 1;
        } catch (StackException | ConnectRestException | CommandException | KafkaException | UncheckedIOException e) {
            throw new CommandException(
                    firstLine(e.getMessage()) + " (logs: " + Demo.shown(settings.directory()) + "/*/node.log)", e);
        }
    }

    /** Before anything is created. The jars of s3proxy are with the program. */
    private void fetchServer() throws IOException {
        if (storage == DemoStorage.Kind.AZURE) {
            try {
                LocalAzurite.fetch(Distribution.azurite());
            } catch (StackException e) {
                throw new CommandException(e.getMessage(), e);
            }
        }
    }

    private void requireValidOptions() {
        require((input == null) == (schema == null), "--input and --schema belong together; give both or neither");
        require(
                table == null || storage == DemoStorage.Kind.LOCAL,
                "--table goes with files in a directory; leave out --storage");
        require(
                partitions >= 1 && partitions <= PARTITIONS_MAX,
                "--partitions is " + partitions + "; it must be 1 to " + PARTITIONS_MAX);
        require(
                topic == null || isTopicName(topic),
                "--topic is '" + topic + "'; a topic name has 1 to " + TOPIC_LENGTH_MAX
                        + " of the characters a-z, A-Z, 0-9, '.', '_' and '-'");
    }

    private void require(boolean condition, String message) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private static boolean isTopicName(String name) {
        return name.matches("[a-zA-Z0-9._-]{1," + TOPIC_LENGTH_MAX + "}") && !name.equals(".") && !name.equals("..");
    }

    /** The input's name up to its first dot, without characters that a topic name cannot have. */
    private String topicName(DemoInput records) {
        if (topic != null) {
            return topic;
        }
        String name = records.name().replaceFirst("\\..*", "").replaceAll("[^a-zA-Z0-9_-]", "-");
        return isTopicName(name) ? name : "demo";
    }

    /** The directory to create, as an absolute path, because the worker has another working directory. */
    private Path freshDirectory() throws IOException {
        Path chosen = directory != null
                ? directory
                : Path.of("parquetry-demo-" + TIME_OF_RUN.format(LocalDateTime.now(ZoneId.systemDefault())));
        if (Files.exists(chosen)) {
            requireEmpty(chosen);
        }
        return chosen.toAbsolutePath().normalize();
    }

    private static Path created(Path directory) {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new CommandException(
                    directory + ": this directory cannot be created (" + e + "); name another one with --dir", e);
        }
    }

    private static void requireEmpty(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new CommandException(directory + ": is a file; --dir must name a new or an empty directory");
        }
        try (Stream<Path> content = Files.list(directory)) {
            if (content.findAny().isPresent()) {
                throw new CommandException(directory
                        + ": is not empty; the demo never overwrites files, name a new or an empty directory");
            }
        }
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }
}
