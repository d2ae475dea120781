package io.parquetry.connect.source.config;

import java.util.Objects;
import org.apache.kafka.connect.errors.DataException;

/** The value of a key does not match the files or topics: a file has no such column, a topic no such partition. */
public final class ConfigMismatchException extends DataException {
    private static final long serialVersionUID = 1L;

    private final String key;

    /** @param key the key to change */
    public ConfigMismatchException(String key, String message) {
        this(key, message, null);
    }

    /** @param key the key to change */
    public ConfigMismatchException(String key, String message, Throwable cause) {
        super(message, cause);
        this.key = Objects.requireNonNull(key, "key");
    }

    /** The key to change. */
    public String key() {
        return key;
    }
}
