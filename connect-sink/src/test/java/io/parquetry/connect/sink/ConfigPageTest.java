package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.sink.config.SinkConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/**
 * docs/sink-config.md is the page that the definition of the keys gives. With {@code -Dwrite.docs=true} the page is
 * written; without, it is compared.
 */
class ConfigPageTest {
    private static final Path PAGE = Path.of("..", "docs", "sink-config.md");
    private static final String COMMAND = "mvn -pl connect-sink -am test -Dtest=ConfigPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dwrite.docs=true";

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # The keys of the sink

                Status: as built; generated from the code, not to be edited by hand. After a change of the keys:
                `%s`.

                These keys stand beside those of every sink connector (`name`, `topics`, converters, `errors.*`). A key
                without default must be given.
                """.formatted(COMMAND));
        ConfigDef definition = SinkConfig.definition();
        for (String group : definition.groups()) {
            page.append("\n## ").append(group).append("\n\n");
            page.append("| key | type | default | allowed | importance | what it does |\n|---|---|---|---|---|---|\n");
            definition.configKeys().values().stream()
                    .filter(key -> key.group.equals(group))
                    .forEach(key -> page.append(row(key)));
        }
        return page.toString();
    }

    private static String row(ConfigDef.ConfigKey key) {
        String allowed = key.validator == null ? "" : key.validator.toString();
        List<String> cells = List.of(
                "`" + key.name + "`",
                key.type.name().toLowerCase(Locale.ROOT),
                defaultText(key),
                allowed,
                key.importance.name().toLowerCase(Locale.ROOT),
                key.documentation);
        return "| "
                + String.join(
                        " | ",
                        cells.stream().map(cell -> cell.replace("|", "\\|")).toList()) + " |\n";
    }

    private static String defaultText(ConfigDef.ConfigKey key) {
        if (!key.hasDefault()) {
            return "required";
        }
        String text = ConfigDef.convertToString(key.defaultValue, key.type);
        return text == null ? "none" : text.isEmpty() ? "empty" : "`" + text + "`";
    }

    @Test
    void thePageIsUpToDate() throws IOException {
        if (Boolean.getBoolean("write.docs")) {
            Files.writeString(PAGE, page());
        }
        assertThat(Files.readString(PAGE))
                .as("docs/sink-config.md is stale; write it anew with: %s", COMMAND)
                .isEqualTo(page());
    }
}
