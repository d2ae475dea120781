package io.parquetry.connect.source.config;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.KeyGroups;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/** All settings of the source, from a valid configuration. */
public record SourceSettings(
        StorageSettings storage,
        DiscoverySettings discovery,
        SelectionSettings selection,
        ValueSchemaSettings schemas,
        SendSettings send,
        DeliverySettings delivery,
        OpenFileSettings openFiles,
        FinishSettings finish,
        FailureSettings failure) {
    private static final StorageKeys STORAGE = new StorageKeys(StorageAccess.READ);
    private static final DiscoverySettings.Keys DISCOVERY = new DiscoverySettings.Keys();
    private static final SelectionSettings.Keys SELECTION = new SelectionSettings.Keys();
    private static final ValueSchemaSettings.Keys SCHEMAS = new ValueSchemaSettings.Keys();
    private static final SendSettings.Keys SEND = new SendSettings.Keys();
    private static final DeliverySettings.Keys DELIVERY = new DeliverySettings.Keys();
    private static final OpenFileSettings.Keys OPEN_FILES = new OpenFileSettings.Keys();
    private static final FinishSettings.Keys FINISH = new FinishSettings.Keys();
    private static final FailureSettings.Keys FAILURE = new FailureSettings.Keys();

    private static final KeyGroups KEYS = new KeyGroups(
            List.of(STORAGE, DISCOVERY, SELECTION, SCHEMAS, SEND, DELIVERY, OPEN_FILES, FINISH, FAILURE), prefixes());

    public SourceSettings {
        Objects.requireNonNull(storage, "storage");
        Objects.requireNonNull(discovery, "discovery");
        Objects.requireNonNull(selection, "selection");
        Objects.requireNonNull(schemas, "schemas");
        Objects.requireNonNull(send, "send");
        Objects.requireNonNull(delivery, "delivery");
        Objects.requireNonNull(openFiles, "openFiles");
        Objects.requireNonNull(finish, "finish");
        Objects.requireNonNull(failure, "failure");
    }

    /** The prefixes of keys whose names users choose. */
    private static List<String> prefixes() {
        List<String> prefixes = new ArrayList<>(Storages.keyPrefixes().keySet());
        prefixes.add(AdminSettings.PREFIX);
        return prefixes;
    }

    /** All keys with their documentation. */
    public static ConfigDef definition() {
        return KEYS.definition();
    }

    /** The value and the faults of each key, and the fault of each misspelt key. */
    public static List<ConfigValue> validate(Map<String, String> given) {
        return KEYS.validate(given);
    }

    /**
     * The settings of a connector or task.
     *
     * @throws ConfigException with key, value and remedy of the first fault
     */
    public static SourceSettings of(Map<String, String> given) {
        ConfigValues values = KEYS.parse(given);
        return new SourceSettings(
                STORAGE.read(values),
                DISCOVERY.read(values),
                SELECTION.read(values),
                SCHEMAS.read(values),
                SEND.read(values),
                DELIVERY.read(values),
                OPEN_FILES.read(values),
                FINISH.read(values),
                FAILURE.read(values));
    }

    /** The directories that finished and bad files are moved to. */
    public Set<String> movedAside() {
        return Stream.of(finish.finishedDirectory(), failure.quarantineDirectory())
                .flatMap(Optional::stream)
                .collect(Collectors.toUnmodifiableSet());
    }
}
