package io.parquetry.cli.table;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.table.TableSettings;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The connector whose tables a command works on. */
final class ConnectorOption {
    private static final String STANDARD_INPUT = "-";

    @Parameters(
            index = "0",
            paramLabel = "CONNECTOR",
            description = "The connector's configuration: the JSON that is sent to POST /connectors or comes from GET"
                    + " /connectors/NAME, or a properties file; - reads it from standard input.")
    private String file;

    @Option(
            names = "--config",
            paramLabel = "KEY=VALUE",
            description = "A key that counts more than that of the configuration, such as a password that is a"
                    + " reference there; may be given several times.")
    private Map<String, String> keys = new HashMap<>();

    @Option(names = "--topic", paramLabel = "TOPIC", description = "Only this topic.")
    private String topic;

    boolean hasTopic() {
        return topic != null;
    }

    /** Opens its tables. */
    ConnectorTables open() throws IOException {
        String name = file.equals(STANDARD_INPUT) ? "standard input" : file;
        Map<String, String> given = ConnectorConfig.parse(name, text());
        given.putAll(keys);
        Map<String, String> resolved = ConnectorConfig.resolved(name, given);
        SinkSettings settings;
        try {
            settings = SinkSettings.of(resolved);
        } catch (ConfigException e) {
            throw new CommandException(name + ": " + e.getMessage(), e);
        }
        TableSettings tables = settings.table()
                .orElseThrow(() -> new CommandException(name + ": has no " + TableSettings.FORMAT
                        + ", so this connector has no table; give the configuration of a sink with a table, or the"
                        + " missing keys with --config KEY=VALUE"));
        return ConnectorTables.open(settings, tables, resolved.getOrDefault("topics", ""), Optional.ofNullable(topic));
    }

    private String text() throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        }
        Path path = Path.of(file);
        if (Files.isDirectory(path)) {
            throw new CommandException(file + ": is a directory; give the file of the connector's configuration");
        }
        try {
            return Files.readString(path);
        } catch (MalformedInputException e) {
            throw new CommandException(file + ": is not text in UTF-8; give the connector's configuration", e);
        }
    }
}
