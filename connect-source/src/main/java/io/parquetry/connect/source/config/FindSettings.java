package io.parquetry.connect.source.config;

import java.util.List;

/** Which files there are, and when they are looked for; {@link FindKeys} says what each setting means. */
public record FindSettings(List<Glob> include, List<Glob> exclude, long ageMsLeast, long scanIntervalMs) {
    public FindSettings {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }
}
