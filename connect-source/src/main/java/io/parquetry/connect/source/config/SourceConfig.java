package io.parquetry.connect.source.config;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.StorageUse;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;

/** All keys of the source, group by group. */
public final class SourceConfig {
    static final StorageKeys STORAGE = new StorageKeys(StorageUse.READ);
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

    private static final List<KeyGroup<?>> GROUPS =
            List.of(STORAGE, FIND, ORDER, SELECT, SCHEMA, READ, SEND, PACE, TRANSACTION, FINISH, TROUBLE);

    private SourceConfig() {}

    /** All keys with their documentation. */
    public static ConfigDef definition() {
        ConfigDef keys = new ConfigDef();
        GROUPS.forEach(group -> group.define(keys));
        return keys;
    }

    /**
     * What does not fit together in a configuration whose values are good one by one: for each key the reason.
     *
     * @param given what the user wrote
     * @param parsed for each key of {@link #definition} its value
     */
    public static Map<String, String> faults(Map<String, String> given, Map<String, Object> parsed) {
        return faults(new Values(given, parsed));
    }

    static Map<String, String> faults(Values values) {
        Faults faults = new Faults();
        GROUPS.forEach(group -> group.check(values, faults));
        return faults.byKey();
    }
}
