package io.parquetry.connect.sink.config;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.KeyGroups;
import io.parquetry.connect.sink.table.TableSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/** All keys of the sink, group by group. */
public final class SinkConfig {
    public static final String STORAGE_URL = StorageKeys.STORAGE_URL;

    static final StorageKeys STORAGE = new StorageKeys(StorageAccess.WRITE);
    static final RoutingSettings.Keys ROUTING = new RoutingSettings.Keys();
    static final RotationSettings.Keys ROTATION = new RotationSettings.Keys();
    static final PollSettings.Keys POLL = new PollSettings.Keys();
    static final LedgerSettings.Keys LEDGER = new LedgerSettings.Keys();
    static final MemorySettings.Keys MEMORY = new MemorySettings.Keys();
    static final FileSchemaSettings.Keys SCHEMA = new FileSchemaSettings.Keys();
    static final ErrorSettings.Keys ERRORS = new ErrorSettings.Keys();
    static final ParquetSettings.Keys PARQUET = new ParquetSettings.Keys();
    static final TableSettings.Keys TABLE = new TableSettings.Keys();
    private static final TableRules TABLE_RULES = new TableRules();

    private static final KeyGroups KEYS = new KeyGroups(
            List.of(STORAGE, ROUTING, ROTATION, POLL, LEDGER, MEMORY, SCHEMA, ERRORS, PARQUET, TABLE, TABLE_RULES),
            families().keySet(),
            ConfluentPaths.KEYS,
            ConfluentNames::translated);

    private SinkConfig() {}

    /** Keys whose names users choose: for each prefix the meaning of its keys. */
    public static Map<String, String> families() {
        Map<String, String> families = new TreeMap<>(Storages.keyPrefixes());
        families.putAll(TableSettings.families());
        families.put(AdminSettings.PREFIX, "Settings of the client of " + AdminSettings.BOOTSTRAP_SERVERS + ".");
        families.put(
                ParquetSettings.KEY_VALUE_PREFIX,
                "Key-value metadata in the footer of every file: " + ParquetSettings.KEY_VALUE_PREFIX
                        + "owner=team-a gives the key owner and the value team-a.");
        return families;
    }

    /** Whether a key is the sink's own, or a Confluent key that it understands. */
    public static boolean understands(String key) {
        return definition().names().contains(key)
                || families().keySet().stream().anyMatch(key::startsWith)
                || ConfluentNames.isKnown(key);
    }

    /** All keys with their documentation. */
    public static ConfigDef definition() {
        return KEYS.definition();
    }

    /** The value and the faults of each key, and the fault of each misspelt key. */
    public static List<ConfigValue> validate(Map<String, String> proposed) {
        return KEYS.validate(proposed);
    }

    /**
     * The values of a valid configuration.
     *
     * @throws ConfigException with key, value and remedy of the first fault
     */
    static ConfigValues parse(Map<String, String> given) {
        return KEYS.parse(given);
    }

    /** The storage of a valid configuration. */
    public static StorageSettings storage(Map<String, String> given) {
        return STORAGE.read(parse(given));
    }
}
