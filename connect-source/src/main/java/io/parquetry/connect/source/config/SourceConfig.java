package io.parquetry.connect.source.config;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.config.KeyGroups;
import io.parquetry.connect.common.config.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/** All keys of the source, group by group. */
public final class SourceConfig {
    static final StorageKeys STORAGE = new StorageKeys(StorageAccess.READ);
    static final FindKeys FIND = new FindKeys();
    static final OrderKeys ORDER = new OrderKeys();
    static final SelectKeys SELECT = new SelectKeys();
    static final SchemaKeys SCHEMA = new SchemaKeys();
    static final ReadKeys READ = new ReadKeys();
    static final SendKeys SEND = new SendKeys();
    static final PaceKeys PACE = new PaceKeys();
    static final TransactionKeys TRANSACTION = new TransactionKeys();
    static final FinishKeys FINISH = new FinishKeys();
    static final FailureKeys TROUBLE = new FailureKeys();

    private static final KeyGroups KEYS = new KeyGroups(
            List.of(STORAGE, FIND, ORDER, SELECT, SCHEMA, READ, SEND, PACE, TRANSACTION, FINISH, TROUBLE), prefixes());

    private SourceConfig() {}

    private static List<String> prefixes() {
        List<String> prefixes = new ArrayList<>(Storages.keyPrefixes().keySet());
        prefixes.add(RestoreKeys.ADMIN_PREFIX);
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
     * The values of a valid configuration.
     *
     * @throws ConfigException with key, value and remedy of the first fault
     */
    static Values parse(Map<String, String> given) {
        return KEYS.parse(given);
    }
}
