package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** Which files there are, and when they are looked for. */
public final class FindKeys implements KeyGroup<FindSettings> {
    public static final String PATH_INCLUDE = "path.include";
    public static final String PATH_EXCLUDE = "path.exclude";
    public static final String MIN_AGE_MS = "min.age.ms";
    public static final String SCAN_INTERVAL_MS = "scan.interval.ms";

    private static final long DAY_MS = 86_400_000L;

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Finding files");
        group.key(PATH_INCLUDE, LIST, "Paths to read")
                .defaultsTo(List.of("**/*.parquet", "**/*.parq"))
                .must(ConfigDef.LambdaValidator.with(FindKeys::requireGlobs, () -> "patterns for paths, at least one"))
                .importance(HIGH)
                .width(Width.LONG)
                .says("Files to read, as patterns for their paths below storage.url: * is any part of a name, ? one"
                        + " character, ** any directories, as in topics/orders/**/*.parquet. Only directories in which"
                        + " a file could match are listed. Never read: what has a name, or lies in a directory with a"
                        + " name, that begins with _ or ., and names that end in .tmp or ._COPYING_. Symbolic links"
                        + " are not followed.");
        group.key(PATH_EXCLUDE, LIST, "Paths to leave out")
                .defaultsTo(List.of())
                .must(ConfigDef.LambdaValidator.with(FindKeys::requireGlobs, () -> "patterns for paths"))
                .width(Width.LONG)
                .says("Files to leave out of those that path.include matches, as patterns of the same kind; a directory"
                        + " that is left out by name/** is not listed.");
        group.key(MIN_AGE_MS, LONG, "Least age (ms)")
                .defaultsTo(0L)
                .must(between(0, 365 * DAY_MS))
                .width(Width.SHORT)
                .says(
                        "How long ago a file must have changed last before it is read, by the clocks of the storage and of"
                                + " the worker. This is on top of the test that every file must pass: the same size at two"
                                + " looks, and the end of a Parquet file.");
        group.key(SCAN_INTERVAL_MS, LONG, "Scan interval (ms)")
                .defaultsTo(5_000L)
                .must(between(10, DAY_MS))
                .width(Width.SHORT)
                .says("Time between two looks for new files. A file is read when it has the same size in two looks.");
    }

    @Override
    public FindSettings read(Values values) {
        return new FindSettings(
                globs(values.list(PATH_INCLUDE)),
                globs(values.list(PATH_EXCLUDE)),
                values.number(MIN_AGE_MS),
                values.number(SCAN_INTERVAL_MS));
    }

    private static List<Glob> globs(List<String> texts) {
        return texts.stream().map(Glob::of).toList();
    }

    private static void requireGlobs(String key, Object value) {
        List<?> texts = (List<?>) value;
        if (texts.isEmpty() && key.equals(PATH_INCLUDE)) {
            throw new ConfigException(key, value, "without a pattern no file is read; **/*.parquet means them all");
        }
        try {
            texts.forEach(text -> Glob.of(String.valueOf(text)));
        } catch (IllegalArgumentException e) {
            throw new ConfigException(key, value, e.getMessage());
        }
    }
}
