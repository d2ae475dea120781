package io.parquetry.connect.sink.config;

import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.sink.table.TableSettings;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;

/** The values that keys of other groups must have where files go to a table; it has no keys of its own. */
final class TableRules implements KeyGroup<Void> {
    static final String PARTITIONED = "the table says how records are partitioned; remove this key, and give "
            + TableSettings.PARTITION_BY + " for a table that is to be created";

    private static final Set<String> SCHEMALESS = Set.of("fail", "json", "variant");

    @Override
    public void define(ConfigDef keys) {}

    @Override
    public void check(ConfigValues values, Faults faults) {
        if (!TableSettings.isOn(values)) {
            return;
        }
        if (values.isGiven(RoutingSettings.PATH_TEMPLATE)) {
            faults.add(RoutingSettings.PATH_TEMPLATE, PARTITIONED);
        }
        if (!SCHEMALESS.contains(values.text(FileSchemaSettings.SCHEMALESS))) {
            faults.add(
                    FileSchemaSettings.SCHEMALESS,
                    "values without schema go to a table as text or as variants; use fail, json or variant, or a"
                            + " converter that gives schemas");
        }
    }

    @Override
    public Void read(ConfigValues values) {
        throw new IllegalStateException("rules have no settings");
    }
}
