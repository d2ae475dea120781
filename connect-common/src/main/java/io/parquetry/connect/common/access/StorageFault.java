package io.parquetry.connect.common.access;

import java.util.Objects;

/**
 * Why a storage cannot be used.
 *
 * @param key the key that most likely has to be changed
 * @param reason what is wrong and what to do
 */
public record StorageFault(String key, String reason) {
    public StorageFault {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(reason, "reason");
    }
}
