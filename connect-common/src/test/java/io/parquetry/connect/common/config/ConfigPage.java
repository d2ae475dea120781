package io.parquetry.connect.common.config;

import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;

/** The page of documentation that the definition of a connector's keys gives: a table for each group. */
public final class ConfigPage {
    private ConfigPage() {}

    /** The page, from its heading on. */
    public static String of(String heading, ConfigDef definition) {
        StringBuilder page = new StringBuilder(heading);
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
}
