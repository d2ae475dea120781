package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.config.RoutingSettings.Partitioning;
import io.parquetry.connect.sink.partition.PathFormat;
import io.parquetry.connect.sink.partition.TimestampSource;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Where a record goes. */
final class RoutingKeys implements KeyGroup<RoutingSettings> {
    static final String TOPICS_DIR = "topics.dir";
    static final String PARTITIONER_CLASS = "partitioner.class";
    static final String PATH_FORMAT = "path.format";
    static final String PARTITION_DURATION_MS = "partition.duration.ms";
    static final String TIMESTAMP_EXTRACTOR = "timestamp.extractor";
    static final String TIMESTAMP_FIELD = "timestamp.field";
    static final String TIMEZONE = "timezone";
    static final String LOCALE = "locale";

    private static final String BY_KAFKA_PARTITION = "default";
    private static final String BY_TIME = "time";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Routing");
        group.key(TOPICS_DIR, STRING, "Topics directory")
                .defaultsTo("topics")
                .must(Checks.text("a path inside the storage", RoutingKeys::requireDataDirectory))
                .says("Directory inside the storage below which each topic gets a directory of its own.");
        group.key(PARTITIONER_CLASS, STRING, "Partitioner")
                .defaultsTo(BY_KAFKA_PARTITION)
                .must(Checks.oneOf(List.of(BY_KAFKA_PARTITION, BY_TIME)))
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
                .must(Checks.oneOf(timestampSources()))
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
                .must(Checks.text("a time zone such as UTC or Europe/Berlin", RoutingKeys::requireZone))
                .says("Zone in which the time partitioner reads the clock, such as UTC or Europe/Berlin.");
        group.key(LOCALE, STRING, "Locale")
                .defaultsTo("en")
                .must(Checks.text("a language tag such as en or de-AT", RoutingKeys::requireLocale))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Language of the names of months and days in path.format, such as en or de-AT.");
    }

    @Override
    public void check(Values values, Faults faults) {
        if (!values.text(PARTITIONER_CLASS).equals(BY_TIME)) {
            return;
        }
        try {
            pathFormat(values);
        } catch (IllegalArgumentException e) {
            faults.add(PATH_FORMAT, e.getMessage());
        }
        if (timestampSource(values) == TimestampSource.FIELD
                && values.text(TIMESTAMP_FIELD).isBlank()) {
            faults.add(TIMESTAMP_FIELD, TIMESTAMP_EXTRACTOR + "=field needs the name of the field that holds the time");
        }
    }

    @Override
    public RoutingSettings read(Values values) {
        return new RoutingSettings(
                values.text(TOPICS_DIR),
                values.text(PARTITIONER_CLASS).equals(BY_TIME) ? byTime(values) : new Partitioning.ByKafkaPartition());
    }

    private static Partitioning byTime(Values values) {
        return new Partitioning.ByTime(
                pathFormat(values),
                values.number(PARTITION_DURATION_MS),
                timestampSource(values),
                values.text(TIMESTAMP_FIELD),
                requireZone(values.text(TIMEZONE)));
    }

    private static PathFormat pathFormat(Values values) {
        return PathFormat.parse(values.text(PATH_FORMAT), requireLocale(values.text(LOCALE)));
    }

    private static TimestampSource timestampSource(Values values) {
        return TimestampSource.valueOf(values.text(TIMESTAMP_EXTRACTOR).toUpperCase(Locale.ROOT));
    }

    private static List<String> timestampSources() {
        return Arrays.stream(TimestampSource.values())
                .map(source -> source.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static void requireDataDirectory(String path) {
        String first = StoragePath.requireFile(path).split("/")[0];
        if (first.startsWith("_") || first.startsWith(".")) {
            throw new IllegalArgumentException(
                    "a directory whose name begins with '_' or '.' is passed by readers of data;"
                            + " choose another name");
        }
    }

    private static ZoneId requireZone(String zone) {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "there is no such time zone; give UTC, an offset such as +02:00, or a name such as Europe/Berlin",
                    e);
        }
    }

    private static Locale requireLocale(String tag) {
        try {
            return new Locale.Builder().setLanguageTag(tag).build();
        } catch (IllformedLocaleException e) {
            throw new IllegalArgumentException("this is no language tag; give one such as en or de-AT", e);
        }
    }
}
