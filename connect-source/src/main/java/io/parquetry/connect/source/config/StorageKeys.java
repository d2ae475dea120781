package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.storage.Storages;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Where the storage is. */
public final class StorageKeys implements KeyGroup<StorageSettings> {
    public static final String STORAGE_URL = "storage.url";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Storage");
        group.key(STORAGE_URL, STRING, "Storage")
                // Whether there is something in it is seen when it is scanned: the sink may create it later.
                .must(Checks.text("a file: URL or a path of the local file system", Storages::open))
                .importance(HIGH)
                .width(Width.LONG)
                .says("Where the files are: file:///directory or a plain path. For files that the Parquetry sink"
                        + " wrote, the storage.url of the sink.");
    }

    @Override
    public StorageSettings read(Values values) {
        return new StorageSettings(values.text(STORAGE_URL));
    }
}
