package io.parquetry.connect.source.config;

import java.util.Objects;

/** Where the storage is. */
public record StorageSettings(String url) {
    public StorageSettings {
        Objects.requireNonNull(url, "url");
    }
}
