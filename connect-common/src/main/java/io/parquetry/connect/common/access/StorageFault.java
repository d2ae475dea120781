package io.parquetry.connect.common.access;

import java.util.Objects;

/**
 * Why a storage cannot be used.
 *
 * @param key the key that most likely has to be changed
 * @param reason what is wrong and what to do
 */
public record StorageFault(String key, String reason) {
    /** The key of the storage's URL. */
    public static final String URL_KEY = "storage.url";

    public StorageFault {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(reason, "reason");
    }

    /** The URL of the storage is at fault, or what it leads to. */
    public static StorageFault ofUrl(String reason) {
        return new StorageFault(URL_KEY, reason);
    }
}
