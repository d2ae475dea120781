package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** Which files are read, how often the storage is scanned for them, and in which order they are sent. */
public record DiscoverySettings(
        List<Glob> include, List<Glob> exclude, long ageMsMin, long scanIntervalMs, FileOrder order) {
    public static final String PATH_INCLUDE = "path.include";
    public static final String PATH_EXCLUDE = "path.exclude";
    public static final String MIN_AGE_MS = "min.age.ms";
    public static final String SCAN_INTERVAL_MS = "scan.interval.ms";
    public static final String ORDER = "order";

    public DiscoverySettings {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        Objects.requireNonNull(order, "order");
    }

    /** The order in which a task sends its files. */
    public enum FileOrder {
        /**
         * Files of the Parquetry sink stream by stream, merged by stored offset, and only up to the offset below which
         * everything is published by the sink's ledger; other files by path.
         */
        OFFSET,
        /** By modification time. */
        MODIFIED,
        /** By path. */
        NAME
    }

    static final class Keys implements KeyGroup<DiscoverySettings> {
        private static final long DAY_MS = 86_400_000L;

        private static final EnumValues<FileOrder> ORDERS = EnumValues.of(FileOrder.class);

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Finding files");
            group.key(PATH_INCLUDE, LIST, "Paths to read")
                    .defaultsTo(List.of("**/*.parquet", "**/*.parq"))
                    .must(ConfigDef.LambdaValidator.with(Keys::requireGlobs, () -> "patterns for paths, at least one"))
                    .importance(HIGH)
                    .width(Width.LONG)
                    .says("Files to read, as patterns for their paths below storage.url: * matches any part of a"
                            + " name, ? one character, ** any directories. Only directories in which a file could"
                            + " match are listed. Never read: files and directories whose names begin with _ or .,"
                            + " and files whose names end in .tmp or ._COPYING_.");
            group.key(PATH_EXCLUDE, LIST, "Paths to exclude")
                    .defaultsTo(List.of())
                    .must(ConfigDef.LambdaValidator.with(Keys::requireGlobs, () -> "patterns for paths"))
                    .width(Width.LONG)
                    .says("Files to exclude from these, as patterns of the same kind. A directory that is excluded as"
                            + " name/** is not listed.");
            group.key(MIN_AGE_MS, LONG, "Minimum age (ms)")
                    .defaultsTo(0L)
                    .must(between(0, 365 * DAY_MS))
                    .width(Width.SHORT)
                    .says("How long ago a file must have been modified before it is read, by the clocks of the"
                            + " storage and the worker.");
            group.key(SCAN_INTERVAL_MS, LONG, "Scan interval (ms)")
                    .defaultsTo(5_000L)
                    .must(between(10, DAY_MS))
                    .width(Width.SHORT)
                    .says("Time between two scans for new files. A file is read when it was the same in two scans.");
            defineOrder(new KeyBuilder.Group(keys, "Order"));
        }

        private static void defineOrder(KeyBuilder.Group group) {
            group.key(ORDER, STRING, "Order of files")
                    .defaultsTo(ORDERS.name(FileOrder.OFFSET))
                    .must(ORDERS)
                    .width(Width.SHORT)
                    .says("Order in which a task sends its files. offset: files of the Parquetry sink by the offsets"
                            + " of their records, each topic-partition by one task, and where the sink has a ledger,"
                            + " only up to the offset below which the sink has published everything; other files by"
                            + " path. modified: by modification time. name: by path. With modified and name, only"
                            + " files that are found complete in the same scan are ordered, and all files are sent,"
                            + " even of a sink that will never run again.");
        }

        private static void requireGlobs(String key, Object value) {
            List<?> texts = (List<?>) value;
            if (texts.isEmpty() && key.equals(PATH_INCLUDE)) {
                throw new ConfigException(
                        key, value, "without a pattern no file is read; **/*.parquet reads all files");
            }
            try {
                texts.forEach(text -> Glob.of(String.valueOf(text)));
            } catch (IllegalArgumentException e) {
                throw new ConfigException(key, value, e.getMessage());
            }
        }

        @Override
        public DiscoverySettings read(ConfigValues values) {
            return new DiscoverySettings(
                    globs(values.list(PATH_INCLUDE)),
                    globs(values.list(PATH_EXCLUDE)),
                    values.number(MIN_AGE_MS),
                    values.number(SCAN_INTERVAL_MS),
                    ORDERS.parse(values.text(ORDER)));
        }

        private static List<Glob> globs(List<String> texts) {
            return texts.stream().map(Glob::of).toList();
        }
    }
}
