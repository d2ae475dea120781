package io.parquetry.connect.common.config;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Validators of one value by itself. */
public final class Checks {
    private Checks() {}

    /** Something that takes text and throws an {@link IllegalArgumentException} when it is no good. */
    @FunctionalInterface
    public interface Check {
        void accept(String text);
    }

    public static ConfigDef.Validator oneOf(List<String> words) {
        return ConfigDef.ValidString.in(words.toArray(String[]::new));
    }

    /** @param what the text that is allowed, for the documentation */
    public static ConfigDef.Validator text(String what, Check check) {
        return ConfigDef.LambdaValidator.with(
                (key, value) -> {
                    if (value == null) {
                        return; // that the key is missing is said elsewhere
                    }
                    try {
                        check.accept((String) value);
                    } catch (IllegalArgumentException e) {
                        throw new ConfigException(key, value, e.getMessage());
                    }
                },
                () -> what);
    }
}
