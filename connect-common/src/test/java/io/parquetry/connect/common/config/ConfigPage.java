package io.parquetry.connect.common.config;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.config.ConfigDef;

/**
 * The pages of documentation that the definition of a connector's keys gives: a table for each group. The groups of the
 * storages are the same in both connectors and have a page of their own.
 */
public final class ConfigPage {
    private static final Set<String> OF_STORAGES = Set.of(
            "Hadoop",
            "S3",
            "S3, for files that are written",
            "Object stores",
            "Object stores, for files that are written",
            "Local files");

    private static final String STORAGES_HEADING = """
            # The keys of the storages

            Status: as built; generated from the code, not edited by hand. After a change of the keys run `ConfigPageTest` with
            `-Dwrite.docs=true`.

            The sink and the source have these keys in addition to `storage.url`; those for files that are written has only
            the sink.
            """;

    private ConfigPage() {}

    /** The page of a connector's keys but those of the storages, from its heading on. */
    public static String of(String heading, ConfigDef definition) {
        return page(heading, definition, group -> !OF_STORAGES.contains(group));
    }

    /** The page of the storages' keys. */
    public static String ofStorages(ConfigDef definition) {
        return page(STORAGES_HEADING, definition, OF_STORAGES::contains);
    }

    /** The page of the keys of one group, from its heading on. */
    public static String ofGroup(String heading, ConfigDef definition, String group) {
        return page(heading, definition, group::equals);
    }

    private static String page(String heading, ConfigDef definition, Predicate<String> isShown) {
        StringBuilder page = new StringBuilder(heading);
        for (String group : definition.groups().stream().filter(isShown).toList()) {
            page.append("\n## ").append(group).append("\n\n");
            page.append("| key | type | default | allowed | what it does |\n|---|---|---|---|---|\n");
            definition.configKeys().values().stream()
                    .filter(key -> key.group.equals(group))
                    .forEach(key -> page.append(row(key)));
        }
        return page.toString();
    }

    private static String row(ConfigDef.ConfigKey key) {
        boolean isTold = key.validator == null || key.type == ConfigDef.Type.BOOLEAN;
        String allowed = isTold ? "" : key.validator.toString();
        List<String> cells = List.of(
                "`" + key.name + "`",
                key.type.name().toLowerCase(Locale.ROOT),
                defaultText(key),
                allowed,
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
