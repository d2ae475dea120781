package io.parquetry.connect.common.config;

import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/** Hides the values of secrets in messages, which a worker logs and shows to whoever asks for the status of a task. */
public final class SecretKeys {
    private SecretKeys() {}

    /**
     * The value of a key as a message has it; null for null. That of a key that nobody defined is hidden, since the
     * secrets of catalogs and clients have any name, unless it is one that the key allows that was meant.
     */
    public static String shown(ConfigDef definition, String key, String value) {
        if (value == null) {
            return null;
        }
        ConfigDef.ConfigKey defined = definition.configKeys().get(key);
        boolean isShown = defined == null
                ? meant(definition, key).filter(meant -> allows(meant, value)).isPresent()
                : defined.type != ConfigDef.Type.PASSWORD;
        return isShown ? Checks.withoutPasswords(value) : Password.HIDDEN;
    }

    private static Optional<ConfigDef.ConfigKey> meant(ConfigDef definition, String key) {
        return Spelling.typo(key, definition.names()).map(definition.configKeys()::get);
    }

    private static boolean allows(ConfigDef.ConfigKey meant, String value) {
        if (meant.type == ConfigDef.Type.PASSWORD) {
            return false;
        }
        try {
            Object parsed = ConfigDef.parseType(meant.name, value, meant.type);
            if (meant.validator != null) {
                meant.validator.ensureValid(meant.name, parsed);
            }
            return true;
        } catch (ConfigException notAllowed) {
            return false;
        }
    }
}
