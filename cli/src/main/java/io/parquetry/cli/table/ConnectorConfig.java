package io.parquetry.cli.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.json.LineParser;
import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigTransformer;
import org.apache.kafka.common.config.provider.ConfigProvider;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;
import org.apache.kafka.common.config.provider.EnvVarConfigProvider;
import org.apache.kafka.common.config.provider.FileConfigProvider;

/** The keys of a connector, from the text that its user has. */
final class ConnectorConfig {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{[^{}:]+:[^{}]*}");

    /** Its placeholders look like references. */
    private static final String PATH_TEMPLATE = "path.template";

    private ConnectorConfig() {}

    /**
     * Reads what is sent to the REST API of Connect or comes from there, or a properties file.
     *
     * @param name of the text in messages
     * @throws CommandException when it is neither
     */
    static Map<String, String> parse(String name, String text) throws IOException {
        Map<String, String> keys = new TreeMap<>();
        if (!text.stripLeading().startsWith("{")) {
            Properties properties = new Properties();
            try {
                properties.load(new StringReader(text));
            } catch (IllegalArgumentException e) {
                throw new CommandException(name + ": is neither JSON nor a properties file: " + e.getMessage(), e);
            }
            properties.stringPropertyNames().forEach(key -> keys.put(key, properties.getProperty(key)));
            return keys;
        }
        JsonNode document;
        try {
            document = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            // Texts beyond the parser's limits have no location.
            String line =
                    e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr();
            throw new CommandException(name + ": is not JSON: " + LineParser.fault(e) + line, e);
        }
        JsonNode config = document.path("config").isObject() ? document.get("config") : document;
        if (document.path("name").isTextual()) {
            keys.put("name", document.get("name").asText());
        }
        config.properties().forEach(field -> {
            if (!field.getValue().isValueNode()) {
                throw new CommandException(name + ": the value of " + field.getKey()
                        + " must be a text; give the JSON that is sent to POST /connectors");
            }
            if (!field.getValue().isNull()) {
                keys.put(field.getKey(), field.getValue().asText());
            }
        });
        return keys;
    }

    /**
     * Replaces references to the environment and to files as a worker does whose providers are called {@code env},
     * {@code file} and {@code directory}.
     *
     * @throws CommandException with the key of a reference that cannot be resolved
     */
    static Map<String, String> resolved(String name, Map<String, String> keys) throws IOException {
        Map<String, ConfigProvider> providers = new HashMap<>();
        providers.put("env", new EnvVarConfigProvider());
        providers.put("file", new FileConfigProvider());
        providers.put("directory", new DirectoryConfigProvider());
        Map<String, String> resolved;
        try {
            providers.values().forEach(provider -> provider.configure(Map.of()));
            resolved = new ConfigTransformer(providers).transform(keys).data();
        } catch (ConfigException e) {
            throw new CommandException(
                    name + ": a reference cannot be resolved here: " + e.getMessage()
                            + "; give the value with --config KEY=VALUE",
                    e);
        } finally {
            for (ConfigProvider provider : providers.values()) {
                provider.close();
            }
        }
        resolved.forEach((key, value) -> {
            if (!key.equals(PATH_TEMPLATE) && REFERENCE.matcher(value).find()) {
                throw new CommandException(name + ": " + key + " is the reference " + value
                        + ", which cannot be resolved here; give the value with --config " + key + "=VALUE");
            }
        });
        return resolved;
    }
}
