package io.parquetry.connect.common.hadoop;

import java.io.IOException;

/** Files of Hadoop's configuration are missing or cannot be read. */
final class ConfigurationException extends IOException {
    private static final long serialVersionUID = 1;

    ConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
