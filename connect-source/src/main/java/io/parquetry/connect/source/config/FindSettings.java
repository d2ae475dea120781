package io.parquetry.connect.source.config;

import java.util.Objects;
import java.util.regex.Pattern;

/** Which files there are, and when they are looked for; {@link FindKeys} says what each setting means. */
public record FindSettings(String scanDirectory, Pattern filePattern, long scanIntervalMs) {
    public FindSettings {
        Objects.requireNonNull(scanDirectory, "scanDirectory");
        Objects.requireNonNull(filePattern, "filePattern");
    }
}
