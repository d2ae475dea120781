package io.parquetry.storage.hadoop;

import java.io.IOException;

/** The files of Hadoop's configuration are missing on this worker or cannot be read. */
final class ConfigurationException extends IOException {
    private static final long serialVersionUID = 1;

    ConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
