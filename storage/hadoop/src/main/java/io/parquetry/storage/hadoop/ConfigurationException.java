package io.parquetry.storage.hadoop;

import java.io.IOException;

/** A file that the configuration names is missing on this worker or cannot be read. */
final class ConfigurationException extends IOException {
    private static final long serialVersionUID = 1;

    private final String key;

    /** @param key the connector's key that names the file */
    ConfigurationException(String key, String message, Throwable cause) {
        super(message, cause);
        this.key = key;
    }

    String key() {
        return key;
    }
}
