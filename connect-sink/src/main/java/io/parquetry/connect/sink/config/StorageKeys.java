package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.storage.Storages;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Where the storage is and who we are to it. */
final class StorageKeys implements KeyGroup<StorageSettings> {
    static final String STORAGE_URL = "storage.url";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Storage");
        group.key(STORAGE_URL, STRING, "Storage")
                .must(Checks.text("a file: URL or a path of the local file system", Storages::open))
                .importance(HIGH)
                .width(Width.LONG)
                .says(
                        "Where the files go: a file: URL or a path of the local file system. Every task must reach the same"
                                + " storage under this URL.");
    }

    @Override
    public StorageSettings read(Values values) {
        return new StorageSettings(values.text(STORAGE_URL));
    }
}
