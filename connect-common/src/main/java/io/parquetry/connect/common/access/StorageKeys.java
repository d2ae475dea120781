package io.parquetry.connect.common.access;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * The URL of the storage, and the keys of all storages that the plugin has. A connector that only reads has those of
 * the other, without the ones that only concern writing.
 */
public final class StorageKeys implements KeyGroup<StorageSettings> {
    public static final String STORAGE_URL = StorageFault.URL_KEY;

    private final StorageAccess access;

    public StorageKeys(StorageAccess access) {
        this.access = access;
    }

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Storage");
        group.key(STORAGE_URL, STRING, "Storage")
                .must(Checks.text("a URL or a path", url -> Storages.require(url, access)))
                .importance(HIGH)
                .width(Width.LONG)
                .says(urlText());
        keysOfStorages().forEach(storage -> storage.define(keys));
    }

    private Stream<? extends KeyGroup<? extends StorageFactory>> keysOfStorages() {
        return Storages.providers().stream().map(provider -> provider.keys(access));
    }

    @Override
    public Map<String, String> removed() {
        Map<String, String> removed = new HashMap<>();
        keysOfStorages().forEach(storage -> removed.putAll(storage.removed()));
        return removed;
    }

    private String urlText() {
        return switch (access) {
            case READ ->
                "Where the files are: " + Storages.urlForms() + ". For files that the Parquetry sink wrote, the"
                        + " storage.url of the sink.";
            case WRITE ->
                "Where the files go: " + Storages.urlForms() + ". Every task must reach the same storage under this"
                        + " URL.";
        };
    }

    @Override
    public void check(ConfigValues values, Faults faults) {
        keysOfStorages().forEach(storage -> storage.check(values, faults));
    }

    @Override
    public StorageSettings read(ConfigValues values) {
        String url = values.text(STORAGE_URL);
        return new StorageSettings(url, Storages.provider(url).keys(access).read(values), 0);
    }
}
