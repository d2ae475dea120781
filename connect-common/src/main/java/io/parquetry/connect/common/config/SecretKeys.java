package io.parquetry.connect.common.config;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.types.Password;

/** Hides the values of secrets in messages, which a worker logs and shows to whoever asks for the status of a task. */
public final class SecretKeys {
    /** Of keys that nobody defined: of former versions, and of other connectors. */
    private static final Pattern NAMES =
            Pattern.compile("password|secret|token|credential|\\.key$", Pattern.CASE_INSENSITIVE);

    private SecretKeys() {}

    /** The value of a key as a message has it; null for null. */
    public static String shown(ConfigDef definition, String key, String value) {
        return value == null ? null : isSecret(definition, key) ? Password.HIDDEN : Checks.withoutPasswords(value);
    }

    private static boolean isSecret(ConfigDef definition, String key) {
        ConfigDef.ConfigKey defined = definition.configKeys().get(key);
        return defined == null ? mayBeSecret(definition, key) : isPassword(defined);
    }

    /** Whether a key that nobody defined has the name of a secret, or one that is misspelt. */
    private static boolean mayBeSecret(ConfigDef definition, String key) {
        List<String> passwords = definition.configKeys().values().stream()
                .filter(SecretKeys::isPassword)
                .map(defined -> defined.name)
                .toList();
        return NAMES.matcher(key).find() || Spelling.typo(key, passwords).isPresent();
    }

    private static boolean isPassword(ConfigDef.ConfigKey key) {
        return key.type == ConfigDef.Type.PASSWORD;
    }
}
