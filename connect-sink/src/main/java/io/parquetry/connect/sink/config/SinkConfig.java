package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.Storages;
import io.parquetry.format.file.WriterOptions;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** The keys of the sink: what each is called, means, and may be. {@link SettingsReader} knows what must fit together. */
public final class SinkConfig {
    public static final String STORAGE_URL = "storage.url";
    static final String TOPICS_DIR = "topics.dir";
    static final String RETRY_BACKOFF_MS = "retry.backoff.ms";
    static final String RECORD_METADATA = "record.metadata";
    static final String DECIMAL_PRECISION = "decimal.precision";
    static final String PARQUET_CODEC = "parquet.codec";
    static final String PARQUET_CODEC_LEVEL = "parquet.codec.level";
    static final String PARQUET_ROW_GROUP_BYTES = "parquet.row.group.bytes";
    static final String PARQUET_PAGE_BYTES = "parquet.page.bytes";
    static final String PARQUET_PAGE_ROWS = "parquet.page.rows";
    static final String FLUSH_SIZE = "flush.size";
    static final String FILE_SIZE_BYTES = "file.size.bytes";
    static final String ROTATE_MAX_AGE_MS = "rotate.max.age.ms";
    static final String PARTITIONER_CLASS = "partitioner.class";
    static final String PATH_FORMAT = "path.format";
    static final String PARTITION_DURATION_MS = "partition.duration.ms";
    static final String TIMESTAMP_EXTRACTOR = "timestamp.extractor";
    static final String TIMESTAMP_FIELD = "timestamp.field";
    static final String TIMEZONE = "timezone";
    static final String LOCALE = "locale";

    static final String BY_KAFKA_PARTITION = "default";
    static final String BY_TIME = "time";

    private SinkConfig() {}

    /** All keys with their documentation. */
    public static ConfigDef definition() {
        ConfigDef keys = new ConfigDef();
        storage(new KeyBuilder.Group(keys, "Storage"));
        format(new KeyBuilder.Group(keys, "Format"));
        rotation(new KeyBuilder.Group(keys, "Rotation"));
        partitioner(new KeyBuilder.Group(keys, "Partitioner"));
        return keys;
    }

    private static void storage(KeyBuilder.Group group) {
        group.key(STORAGE_URL, STRING, "Storage")
                .must(check("a file: URL or a path of the local file system", Storages::open))
                .importance(HIGH)
                .width(Width.LONG)
                .says(
                        "Where the files go: a file: URL or a path of the local file system. Every task must reach the same"
                                + " storage under this URL.");
        group.key(TOPICS_DIR, STRING, "Topics directory")
                .defaultsTo("topics")
                .must(check("a path inside the storage", SinkConfig::requireDataDirectory))
                .says("Directory inside the storage below which each topic gets a directory of its own.");
        group.key(RETRY_BACKOFF_MS, LONG, "Pause between retries")
                .defaultsTo(3_000L)
                .must(between(1, 3_600_000))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Milliseconds to wait before the storage is tried again after it has failed.");
    }

    private static void format(KeyBuilder.Group group) {
        group.key(RECORD_METADATA, STRING, "Record metadata")
                .defaultsTo(RecordMetadata.NONE.text())
                .must(oneOf(RecordMetadata.texts()))
                .importance(HIGH)
                .width(Width.SHORT)
                .says("What of a record is stored beside its value. none: nothing, the value's fields are the columns."
                        + " kafka: also topic, partition, offset, timestamp, key and headers, so that the source can"
                        + " restore the topic; tombstones need it.");
        group.key(DECIMAL_PRECISION, INT, "Decimal precision")
                .defaultsTo(38)
                .must(between(1, 38))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Digits of decimals whose schema has no parameter connect.decimal.precision. A value with more"
                        + " digits makes its record a bad one.");
        group.key(PARQUET_CODEC, STRING, "Codec")
                .defaultsTo(Codecs.DEFAULT)
                .must(oneOf(Codecs.words()))
                .width(Width.SHORT)
                .says("How pages are compressed. none is another word for uncompressed.");
        group.key(PARQUET_CODEC_LEVEL, INT, "Codec level")
                .defaultsTo(null)
                .importance(LOW)
                .width(Width.SHORT)
                .says(
                        "Level of the codec: 1 to 9 for gzip, -7 to 22 for zstd; more is smaller and slower. Without it the"
                                + " codec's default is used, which is 3 for zstd.");
        group.key(PARQUET_ROW_GROUP_BYTES, LONG, "Row group size")
                .defaultsTo(WriterOptions.DEFAULT.rowGroupBytesMax())
                .must(between(1024, 1L << 40))
                .importance(LOW)
                .says(
                        "A row group ends when its pages have this many bytes. Each open file holds its row group in memory"
                                + " until then.");
        group.key(PARQUET_PAGE_BYTES, INT, "Page size")
                .defaultsTo(WriterOptions.DEFAULT.pageBytesMax())
                .must(between(64, 1 << 28))
                .importance(LOW)
                .says("A page ends when its values have this many bytes, uncompressed.");
        group.key(PARQUET_PAGE_ROWS, INT, "Page rows")
                .defaultsTo(WriterOptions.DEFAULT.pageRowsMax())
                .must(between(1, 1 << 28))
                .importance(LOW)
                .says("A page ends when it has this many rows.");
    }

    private static void rotation(KeyBuilder.Group group) {
        group.key(FLUSH_SIZE, LONG, "Records per file")
                .defaultsTo(0L)
                .must(atLeast(0))
                .importance(HIGH)
                .says("A file ends when it has this many records. 0: there is no such limit.");
        group.key(FILE_SIZE_BYTES, LONG, "Bytes per file")
                .defaultsTo(128L << 20)
                .must(atLeast(0))
                .importance(HIGH)
                .says(
                        "A file ends when it has this many bytes, compressed and with its footer. 0: there is no such limit.");
        group.key(ROTATE_MAX_AGE_MS, LONG, "Age of a file")
                .defaultsTo(600_000L)
                .must(atLeast(0))
                .importance(HIGH)
                .says("A file ends this many milliseconds after its first record was written, by the clock on the wall,"
                        + " also when no more records come. 0: there is no such limit.");
    }

    private static void partitioner(KeyBuilder.Group group) {
        group.key(PARTITIONER_CLASS, STRING, "Partitioner")
                .defaultsTo(BY_KAFKA_PARTITION)
                .must(oneOf(List.of(BY_KAFKA_PARTITION, BY_TIME)))
                .importance(HIGH)
                .width(Width.SHORT)
                .says("Into which directories records are sorted. default: partition=0, partition=1 and so on, as in"
                        + " the topic. time: by path.format.");
        group.key(PATH_FORMAT, STRING, "Path format")
                .defaultsTo("'year'=yyyy/'month'=MM/'day'=dd/'hour'=HH")
                .width(Width.LONG)
                .says(
                        "Directories of the time partitioner: letters of java.time.format.DateTimeFormatter, text in single"
                                + " quotes, slashes between directories. Y is the calendar year, as y is.");
        group.key(PARTITION_DURATION_MS, LONG, "Span of a directory")
                .defaultsTo(3_600_000L)
                .must(atLeast(1))
                .says("Records whose times lie in the same span of this many milliseconds, counted in the local time of"
                        + " timezone, share a directory, which is named after the beginning of the span.");
        group.key(TIMESTAMP_EXTRACTOR, STRING, "Time of a record")
                .defaultsTo("record")
                .must(oneOf(SettingsReader.timestampSources()))
                .width(Width.SHORT)
                .says("Where the time partitioner takes the time from. record: the record's timestamp. field:"
                        + " timestamp.field of its value. wallclock: the moment of writing.");
        group.key(TIMESTAMP_FIELD, STRING, "Time field")
                .defaultsTo("")
                .says(
                        "Field of the value that holds the time, with dots for fields inside fields: a timestamp, milliseconds"
                                + " since 1970, or ISO-8601 text with a zone.");
        group.key(TIMEZONE, STRING, "Time zone")
                .defaultsTo("UTC")
                .must(check("a time zone such as UTC or Europe/Berlin", SinkConfig::requireZone))
                .says("Zone in which the time partitioner reads the clock, such as UTC or Europe/Berlin.");
        group.key(LOCALE, STRING, "Locale")
                .defaultsTo("en")
                .must(check("a language tag such as en or de-AT", SinkConfig::requireLocale))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Language of the names of months and days in path.format, such as en or de-AT.");
    }

    private static ConfigDef.Validator oneOf(List<String> words) {
        return ConfigDef.ValidString.in(words.toArray(String[]::new));
    }

    /** Something that takes text and throws an {@link IllegalArgumentException} when it is no good. */
    @FunctionalInterface
    private interface Check {
        void accept(String text);
    }

    private static ConfigDef.Validator check(String what, Check check) {
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

    private static void requireDataDirectory(String path) {
        String first = StoragePath.requireFile(path).split("/")[0];
        if (first.startsWith("_") || first.startsWith(".")) {
            throw new IllegalArgumentException(
                    "a directory whose name begins with '_' or '.' is passed by readers of data;"
                            + " choose another name");
        }
    }

    static ZoneId requireZone(String zone) {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "there is no such time zone; give UTC, an offset such as +02:00, or a name such as Europe/Berlin",
                    e);
        }
    }

    static Locale requireLocale(String tag) {
        try {
            return new Locale.Builder().setLanguageTag(tag).build();
        } catch (IllformedLocaleException e) {
            throw new IllegalArgumentException("this is no language tag; give one such as en or de-AT", e);
        }
    }
}
