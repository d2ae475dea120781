package io.parquetry.connect.common.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Validators of a single value. */
public final class Checks {
    /** What stands there alone in a URL of Azure is the container. */
    private static final Pattern USER_OF_URL =
            Pattern.compile("(?<!abfss?:)//[^/]*@|//[^/]*:[^/]*@", Pattern.CASE_INSENSITIVE);

    private Checks() {}

    /** Throws an {@link IllegalArgumentException} with the reason when the text is not valid. */
    @FunctionalInterface
    public interface Check {
        void accept(String text);
    }

    /** One of these names, case-sensitive. For names with aliases or constants use {@link EnumValues}. */
    public static ConfigDef.Validator oneOf(List<String> names) {
        return ConfigDef.LambdaValidator.with(
                (key, value) -> {
                    if (!names.contains(value)) {
                        throw EnumValues.unknown(key, String.valueOf(value), names);
                    }
                },
                () -> String.join(", ", names));
    }

    /** Accepts null as well, for a key that is not required. */
    public static ConfigDef.Validator optional(ConfigDef.Validator check) {
        return ConfigDef.LambdaValidator.with(
                (key, value) -> {
                    if (value != null) {
                        check.ensureValid(key, value);
                    }
                },
                check::toString);
    }

    /** @param what the allowed text, for the documentation */
    public static ConfigDef.Validator text(String what, Check check) {
        return ConfigDef.LambdaValidator.with(
                (key, value) -> {
                    if (value == null) {
                        return; // ConfigDef reports a missing key
                    }
                    try {
                        check.accept((String) value);
                    } catch (IllegalArgumentException e) {
                        throw new ConfigException(key, withoutPasswords((String) value), e.getMessage());
                    }
                },
                () -> what);
    }

    /** The text, with stars for what is between the slashes and the {@code @} of a URL. */
    public static String withoutPasswords(String text) {
        return USER_OF_URL.matcher(text).replaceAll("//***@");
    }

    /** @param allowed what the text may have, for the message */
    public static ConfigDef.Validator form(String what, Pattern form, String allowed) {
        return text(what, value -> {
            if (!value.isEmpty() && !form.matcher(value).matches()) {
                throw new IllegalArgumentException("it must be " + allowed);
            }
        });
    }

    /** The absolute path of something on each worker. */
    public static ConfigDef.Validator absolutePath() {
        return text("an absolute path", path -> {
            if (!path.isEmpty() && !Path.of(path).isAbsolute()) {
                throw new IllegalArgumentException("the path is relative: each worker would take it from the directory"
                        + " that it was started in; give the absolute path");
            }
        });
    }

    /** @throws IllegalArgumentException with the reason when the text is no URL of HTTP */
    public static URI httpUrl(String text) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("this is no URL: " + e.getReason(), e);
        }
        if (url.getHost() == null || !List.of("http", "https").contains(String.valueOf(url.getScheme()))) {
            throw new IllegalArgumentException("a URL begins with http:// or https:// and a host");
        }
        return url;
    }

    /** Throws an {@link IllegalArgumentException} with the reason when the list is not valid. */
    @FunctionalInterface
    public interface ListCheck {
        void accept(List<String> entries);
    }

    /** @param what the allowed entries, for the documentation */
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

    /** Accepts true and false; its text is for the documentation. */
    public static ConfigDef.Validator flag() {
        return ConfigDef.LambdaValidator.with((key, value) -> {}, () -> "true, false");
    }
}
