package io.parquetry.connect.common.config;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.types.Password;

/** Hides the values of secrets in messages, which a worker logs and shows to whoever asks for the status of a task. */
public final class SecretKeys {
    private SecretKeys() {}

    /**
     * The value of a key as a message has it; null for null. That of a key that nobody defined is hidden: the key may
     * be a misspelt secret, or belong to a catalog or client, whose secrets have any name.
     */
    public static String shown(ConfigDef definition, String key, String value) {
        ConfigDef.ConfigKey defined = definition.configKeys().get(key);
        boolean isHidden = defined == null || defined.type == ConfigDef.Type.PASSWORD;
        return value == null ? null : isHidden ? Password.HIDDEN : Checks.withoutPasswords(value);
    }
}
