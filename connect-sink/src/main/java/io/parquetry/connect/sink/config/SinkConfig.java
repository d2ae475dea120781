package io.parquetry.connect.sink.config;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.StorageUse;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/** All keys of the sink, group by group. */
public final class SinkConfig {
    public static final String STORAGE_URL = StorageKeys.STORAGE_URL;

    static final StorageKeys STORAGE = new StorageKeys(StorageUse.WRITE);
    static final RoutingKeys ROUTING = new RoutingKeys();
    static final RotationKeys ROTATION = new RotationKeys();
    static final MemoryKeys MEMORY = new MemoryKeys();
    static final SchemaKeys SCHEMA = new SchemaKeys();
    static final ErrorKeys ERRORS = new ErrorKeys();
    static final ParquetKeys PARQUET = new ParquetKeys();

    private static final List<KeyGroup<?>> GROUPS =
            List.of(STORAGE, ROUTING, ROTATION, MEMORY, SCHEMA, ERRORS, PARQUET);

    private SinkConfig() {}

    /** Families of keys, whose names the user makes: for each beginning what its keys mean. */
    public static Map<String, String> families() {
        return Map.of(
                StorageKeys.HADOOP_PREFIX,
                "A key of Hadoop: " + StorageKeys.HADOOP_PREFIX + "dfs.replication=2 sets dfs.replication.",
                ParquetKeys.KEY_VALUE_PREFIX,
                "A note in the footer of every file: " + ParquetKeys.KEY_VALUE_PREFIX
                        + "owner=team-a gives the key owner and the value team-a.");
    }

    /** Whether a key is one of the sink's, or of those that it understands in their place. */
    public static boolean understands(String key) {
        return definition().names().contains(key)
                || families().keySet().stream().anyMatch(key::startsWith)
                || ConfluentNames.isKnown(key);
    }

    /** All keys with their documentation. */
    public static ConfigDef definition() {
        ConfigDef keys = new ConfigDef();
        GROUPS.forEach(group -> group.define(keys));
        return keys;
    }

    /** For each key its value and what is wrong with it, also where a key is not ours but was meant to be. */
    public static List<ConfigValue> validate(Map<String, String> proposed) {
        Faults faults = new Faults();
        Map<String, String> ours = ConfluentNames.translated(proposed, faults);
        ConfigDef definition = definition();
        UnknownKeys.check(ours, definition.names(), families().keySet(), faults);
        List<ConfigValue> values = new ArrayList<>(definition.validate(ours));
        if (values.stream().allMatch(value -> value.errorMessages().isEmpty())) {
            Map<String, Object> parsed = new HashMap<>();
            values.forEach(value -> parsed.put(value.name(), value.value()));
            check(new Values(ours, parsed), faults);
        }
        faults.byKey().forEach((key, fault) -> addFault(values, key, proposed.get(key), fault));
        return values;
    }

    private static void addFault(List<ConfigValue> values, String key, String given, String fault) {
        values.stream()
                .filter(value -> value.name().equals(key))
                .findFirst()
                .ifPresentOrElse(
                        value -> value.addErrorMessage(fault),
                        () -> values.add(new ConfigValue(key, given, List.of(), new ArrayList<>(List.of(fault)))));
    }

    /**
     * The values of a configuration that is good.
     *
     * @throws ConfigException with key, value and remedy of the first thing that is wrong
     */
    static Values parse(Map<String, String> given) {
        Faults faults = new Faults();
        Map<String, String> ours = ConfluentNames.translated(given, faults);
        ConfigDef definition = definition();
        UnknownKeys.check(ours, definition.names(), families().keySet(), faults);
        throwFirst(faults, given);
        Values values = new Values(ours, definition.parse(ours));
        check(values, faults);
        throwFirst(faults, given);
        return values;
    }

    private static void check(Values values, Faults faults) {
        GROUPS.forEach(group -> group.check(values, faults));
    }

    private static void throwFirst(Faults faults, Map<String, String> given) {
        for (Map.Entry<String, String> fault : faults.byKey().entrySet()) {
            throw new ConfigException(fault.getKey(), given.get(fault.getKey()), fault.getValue());
        }
    }

    /** Which storage a good configuration means. */
    public static StorageSettings storage(Map<String, String> given) {
        return STORAGE.read(parse(given));
    }
}
