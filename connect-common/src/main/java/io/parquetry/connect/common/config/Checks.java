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

    /** One of these words, as they are written. Where other spellings are understood too, use {@link EnumValues}. */
    public static ConfigDef.Validator oneOf(List<String> words) {
        return ConfigDef.LambdaValidator.with(
                (key, value) -> {
                    if (!words.contains(value)) {
                        throw EnumValues.unknown(key, String.valueOf(value), words);
                    }
                },
                () -> String.join(", ", words));
    }

    /** For a key that need not be given. */
    public static ConfigDef.Validator optional(ConfigDef.Validator check) {
        return ConfigDef.LambdaValidator.with(
                (key, value) -> {
                    if (value != null) {
                        check.ensureValid(key, value);
                    }
                },
                check::toString);
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

    /** Something that takes a list and throws an {@link IllegalArgumentException} when it is no good. */
    @FunctionalInterface
    public interface ListCheck {
        void accept(List<String> entries);
    }

    /** @param what an entry, for the documentation */
    public static ConfigDef.Validator list(String what, ListCheck check) {
        return ConfigDef.LambdaValidator.with(
                (key, value) -> {
                    try {
                        check.accept(((List<?>) value)
                                .stream().map(String.class::cast).toList());
                    } catch (IllegalArgumentException e) {
                        throw new ConfigException(key, value, e.getMessage());
                    }
                },
                () -> "a list of " + what);
    }

    /** For a switch, whose type says it all. */
    public static ConfigDef.Validator flag() {
        return ConfigDef.LambdaValidator.with((key, value) -> {}, () -> "true, false");
    }
}
