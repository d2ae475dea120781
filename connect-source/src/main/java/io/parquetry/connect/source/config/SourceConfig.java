package io.parquetry.connect.source.config;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.Storages;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** The keys of the source connector. {@code docs/source.md} has the same table for readers. */
public final class SourceConfig {
    public static final String STORAGE_URL = "storage.url";
    public static final String SCAN_DIRECTORY = "scan.directory";
    public static final String FILE_PATTERN = "file.pattern";
    public static final String SCAN_INTERVAL_MS = "scan.interval.ms";
    public static final String INCOMPLETE_FILE_TIMEOUT_MS = "incomplete.file.timeout.ms";
    public static final String ON_CHANGED_FILE = "on.changed.file";
    public static final String STREAM_ORDER = "stream.order";
    public static final String TOPIC = "topic";
    public static final String TOPIC_MAPPING = "topic.mapping";
    public static final String TOPIC_MAPPING_REGEX = "topic.mapping.regex";
    public static final String TOPIC_MAPPING_REPLACEMENT = "topic.mapping.replacement";
    public static final String RESTORE_PARTITION = "restore.partition";
    public static final String RESTORE_OFFSET_HEADER = "restore.offset.header";
    public static final String BATCH_MAX_RECORDS = "batch.max.records";
    public static final String BATCH_MAX_BYTES = "batch.max.bytes";

    private static final long DAY_MS = 86_400_000L;

    /** The definition of all keys. */
    public static final ConfigDef DEFINITION = define();

    private SourceConfig() {}

    private static ConfigDef define() {
        ConfigDef keys = new ConfigDef();
        defineFiles(new KeyGroup(keys, "Files"));
        defineTopics(new KeyGroup(keys, "Topics"));
        defineBatches(new KeyGroup(keys, "Batches"));
        return keys;
    }

    private static void defineFiles(KeyGroup group) {
        group.add(STORAGE_URL, Type.STRING, ConfigDef.NO_DEFAULT_VALUE, check(SourceConfig::requireStorage))
                .shown("Storage URL", Importance.HIGH, Width.LONG)
                .says("Where the files are: file:///directory or a plain path. For files that the Parquetry sink"
                        + " wrote, the storage.url of the sink.");
        group.add(SCAN_DIRECTORY, Type.STRING, "", check(StoragePath::requireDirectory))
                .shown("Directory to scan", Importance.MEDIUM, Width.LONG)
                .says("Directory below storage.url whose files are read, with all directories in it, such as"
                        + " topics/orders; empty for all of the storage.");
        group.add(FILE_PATTERN, Type.STRING, ".*\\.(parquet|parq)", check(Pattern::compile))
                .shown("File pattern", Importance.MEDIUM, Width.MEDIUM)
                .says("Regular expression for the names, without directories, of the files to read. Names that begin"
                        + " with _ or . and names that end in .tmp are never read.");
        group.add(SCAN_INTERVAL_MS, Type.LONG, 5_000L, Range.between(10, DAY_MS))
                .shown("Scan interval (ms)", Importance.MEDIUM, Width.SHORT)
                .says("Time between two looks for new files. A file is read when it has the same size in two looks.");
        group.add(INCOMPLETE_FILE_TIMEOUT_MS, Type.LONG, 600_000L, Range.between(0, 365 * DAY_MS))
                .shown("Incomplete file timeout (ms)", Importance.LOW, Width.SHORT)
                .says("How long a file may stay as it is without the end of a Parquet file before the task fails"
                        + " because of it.");
        group.add(ON_CHANGED_FILE, Type.STRING, word(OnChangedFile.FAIL), oneOf(OnChangedFile.values()))
                .shown("On changed file", Importance.MEDIUM, Width.SHORT)
                .says("What to do when a file is no longer the one whose rows were sent: fail the task, restart the"
                        + " file from its first row, or ignore what it holds now.");
        group.add(STREAM_ORDER, Type.STRING, word(StreamOrder.LEDGER), oneOf(StreamOrder.values()))
                .shown("Stream order", Importance.LOW, Width.SHORT)
                .says("How far files of the Parquetry sink are sent: ledger, up to the offset below which the sink has"
                        + " published everything, so that records come in their order; files, all that is there, for a"
                        + " tree whose sink will never run again.");
    }

    private static void defineTopics(KeyGroup group) {
        group.add(TOPIC, Type.STRING, "", check(SourceConfig::requireTopicOrNothing))
                .shown("Topic", Importance.HIGH, Width.MEDIUM)
                .says("Topic for rows that do not know theirs, which are those of all files but the Parquetry sink's"
                        + " with record.metadata=kafka. Needed as soon as there is such a file.");
        group.add(TOPIC_MAPPING, Type.LIST, List.of(), entries())
                .shown("Topic mapping", Importance.HIGH, Width.LONG)
                .says("Topics for records that come back, as a list of from:to, such as orders:orders-replayed. A"
                        + " record whose topic is not named, nor matched by topic.mapping.regex, goes to the topic it"
                        + " came from.");
        group.add(TOPIC_MAPPING_REGEX, Type.STRING, "", check(Pattern::compile))
                .shown("Topic mapping pattern", Importance.MEDIUM, Width.MEDIUM)
                .says("Regular expression for whole names of topics that topic.mapping does not name; a name that"
                        + " matches becomes topic.mapping.replacement.");
        group.add(TOPIC_MAPPING_REPLACEMENT, Type.STRING, "", null)
                .shown("Topic mapping replacement", Importance.MEDIUM, Width.MEDIUM)
                .says("What a name becomes that topic.mapping.regex matches; $1 is what its first group matched.");
        group.add(RESTORE_PARTITION, Type.STRING, word(RestorePartition.STORED), oneOf(RestorePartition.values()))
                .shown("Partition of restored records", Importance.MEDIUM, Width.SHORT)
                .says("Partition of records that come back: stored, the one they were in, which the topic must have;"
                        + " producer, the one that the producer gives them by their keys.");
        group.add(RESTORE_OFFSET_HEADER, Type.STRING, "", null)
                .shown("Header for the offset", Importance.LOW, Width.MEDIUM)
                .says("Name of a header that holds, as INT64, the offset which a record that comes back had; empty for"
                        + " none.");
    }

    private static void defineBatches(KeyGroup group) {
        group.add(BATCH_MAX_RECORDS, Type.INT, 1_000, Range.between(1, 1_000_000))
                .shown("Records in a batch", Importance.LOW, Width.SHORT)
                .says("Most records that are given to the worker at once.");
        group.add(BATCH_MAX_BYTES, Type.LONG, 8L << 20, Range.between(1, 1L << 30))
                .shown("Bytes in a batch", Importance.LOW, Width.SHORT)
                .says("Most bytes of keys and values, about, that are given to the worker at once; one record always"
                        + " goes.");
    }

    /**
     * The settings of a configuration.
     *
     * @throws ConfigException with the key, the value and the reason
     */
    public static SourceSettings settings(Map<String, String> config) {
        Map<String, Object> values = DEFINITION.parse(config);
        return new SourceSettings(
                text(values, STORAGE_URL),
                text(values, SCAN_DIRECTORY),
                Pattern.compile(text(values, FILE_PATTERN)),
                (Long) values.get(SCAN_INTERVAL_MS),
                (Long) values.get(INCOMPLETE_FILE_TIMEOUT_MS),
                OnChangedFile.valueOf(constant(values, ON_CHANGED_FILE)),
                StreamOrder.valueOf(constant(values, STREAM_ORDER)),
                textOrNothing(values, TOPIC),
                topicMapping(values),
                RestorePartition.valueOf(constant(values, RESTORE_PARTITION)),
                textOrNothing(values, RESTORE_OFFSET_HEADER),
                (Integer) values.get(BATCH_MAX_RECORDS),
                (Long) values.get(BATCH_MAX_BYTES));
    }

    private static TopicMapping topicMapping(Map<String, Object> values) {
        String regex = text(values, TOPIC_MAPPING_REGEX);
        String replacement = text(values, TOPIC_MAPPING_REPLACEMENT);
        if (regex.isEmpty() != replacement.isEmpty()) {
            throw new ConfigException(
                    regex.isEmpty() ? TOPIC_MAPPING_REGEX : TOPIC_MAPPING_REPLACEMENT,
                    "",
                    TOPIC_MAPPING_REGEX + " and " + TOPIC_MAPPING_REPLACEMENT + " must both be set or both be empty");
        }
        List<?> entries = (List<?>) values.get(TOPIC_MAPPING);
        return new TopicMapping(
                TopicMapping.parse(entries.stream().map(String::valueOf).toList()),
                regex.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new TopicMapping.Rule(Pattern.compile(regex), replacement)));
    }

    private static String text(Map<String, Object> values, String key) {
        return (String) values.get(key);
    }

    private static Optional<String> textOrNothing(Map<String, Object> values, String key) {
        return Optional.of(text(values, key)).filter(text -> !text.isEmpty());
    }

    private static String constant(Map<String, Object> values, String key) {
        return text(values, key).toUpperCase(Locale.ROOT);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static Validator oneOf(Enum<?>[] constants) {
        return ConfigDef.ValidString.in(
                Arrays.stream(constants).map(SourceConfig::word).toArray(String[]::new));
    }

    private static void requireStorage(String url) {
        try (Storage storage = Storages.open(url)) {
            // Whether there is something in it is seen when it is scanned: the sink may create it later.
            storage.url();
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static void requireTopicOrNothing(String topic) {
        if (!topic.isEmpty() && !TopicNames.isTopic(topic)) {
            throw new IllegalArgumentException("a topic's name has " + TopicNames.RULE);
        }
    }

    /** A check that answers by throwing {@link IllegalArgumentException}. */
    private interface Check {
        void check(String value);
    }

    private static Validator check(Check check) {
        return (key, value) -> {
            try {
                check.check((String) value);
            } catch (PatternSyntaxException e) {
                throw new ConfigException(key, value, "it is no regular expression: " + e.getDescription());
            } catch (IllegalArgumentException e) {
                throw new ConfigException(key, value, e.getMessage());
            }
        };
    }

    private static Validator entries() {
        return (key, value) -> {
            try {
                TopicMapping.parse(
                        ((List<?>) value).stream().map(String::valueOf).toList());
            } catch (IllegalArgumentException e) {
                throw new ConfigException(key, value, e.getMessage());
            }
        };
    }
}
