package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.partition.PathTemplate;
import io.parquetry.connect.sink.partition.TimeSettings;
import io.parquetry.connect.sink.partition.TimestampSource;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Which directory a record goes to. All partitioners become one {@link PathTemplate}: they are templates with a name.
 *
 * @param topicsDirectory directory inside the storage that holds a directory for each topic; empty where the template
 *     gives the whole path
 * @param template of the directories below the topic's, or below the storage's root
 */
public record RoutingSettings(Optional<String> topicsDirectory, PathTemplate template) {
    static final String TOPICS_DIR = "topics.dir";
    static final String PATH_TEMPLATE = "path.template";
    static final String PARTITIONER_CLASS = "partitioner.class";
    static final String PARTITION_FIELD_NAME = "partition.field.name";
    static final String PATH_FORMAT = "path.format";
    static final String PARTITION_DURATION_MS = "partition.duration.ms";
    static final String TIMESTAMP_EXTRACTOR = "timestamp.extractor";
    static final String TIMESTAMP_FIELD = "timestamp.field";
    static final String TIMEZONE = "timezone";
    static final String LOCALE = "locale";

    public RoutingSettings {
        Objects.requireNonNull(topicsDirectory, "topicsDirectory");
        Objects.requireNonNull(template, "template");
    }

    static final class Keys implements KeyGroup<RoutingSettings> {
        private static final String DAILY_FORMAT = "'year'=yyyy/'month'=MM/'day'=dd";
        private static final String HOURLY_FORMAT = DAILY_FORMAT + "/'hour'=HH";

        private enum PartitionerName {
            DEFAULT,
            FIELD,
            TIME,
            DAILY,
            HOURLY,
            TABLE
        }

        private static final EnumValues<PartitionerName> PARTITIONERS = new EnumValues<PartitionerName>()
                .with("default", PartitionerName.DEFAULT, confluent("DefaultPartitioner"))
                .with("field", PartitionerName.FIELD, confluent("FieldPartitioner"))
                .with("time", PartitionerName.TIME, confluent("TimeBasedPartitioner"))
                .with("daily", PartitionerName.DAILY, confluent("DailyPartitioner"))
                .with("hourly", PartitionerName.HOURLY, confluent("HourlyPartitioner"))
                .with("table", PartitionerName.TABLE);

        private enum TimeSource {
            RECORD,
            FIELD,
            WALLCLOCK
        }

        private static final EnumValues<TimeSource> TIME_SOURCES = new EnumValues<TimeSource>()
                .with("record", TimeSource.RECORD)
                .with("field", TimeSource.FIELD, "RecordField")
                .with("wallclock", TimeSource.WALLCLOCK);

        /** The names of the class in Confluent's connectors; the older HDFS connector has another package. */
        private static String[] confluent(String className) {
            return new String[] {
                "io.confluent.connect.storage.partitioner." + className,
                "io.confluent.connect.hdfs.partitioner." + className
            };
        }

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Routing");
            group.key(TOPICS_DIR, STRING, "Topics directory")
                    .defaultsTo("topics")
                    .must(Checks.text("a path inside the storage", Keys::requireDataDirectory))
                    .says("Directory inside the storage that holds a directory for each topic. For other paths begin"
                            + " path.template with a slash.");
            definePaths(group);
            defineTimes(group);
        }

        private static void definePaths(KeyBuilder.Group group) {
            group.key(PARTITIONER_CLASS, STRING, "Partitioner")
                    .defaultsTo("default")
                    .must(PARTITIONERS)
                    .importance(HIGH)
                    .width(Width.SHORT)
                    .says("The directories below the topic's directory. default: partition=0, partition=1 and so on,"
                            + " as in the topic. field: one directory for each value of partition.field.name. time:"
                            + " by path.format. daily: year=2026/month=07/day=01. hourly: the same with hour=12."
                            + " table: as the table is partitioned; the only one with table.format. Names of"
                            + " Confluent's classes are accepted too.");
            group.key(PARTITION_FIELD_NAME, LIST, "Partition fields")
                    .defaultsTo(List.of())
                    .must(ConfigDef.LambdaValidator.with((key, value) -> {}, () -> "comma-separated field names"))
                    .width(Width.LONG)
                    .says("Fields of the value that are directories with the partitioner field: country,address.city"
                            + " gives country=DE/address.city=Berlin. Write a name that has dots in double quotes or"
                            + " backticks.");
            group.key(PATH_FORMAT, STRING, "Path format")
                    .defaultsTo(HOURLY_FORMAT)
                    .must(Checks.text("letters of DateTimeFormatter, text in single quotes", text -> {}))
                    .width(Width.LONG)
                    .says("Directories of the partitioner time: letters of java.time.format.DateTimeFormatter,"
                            + " slashes between directories. Y is the calendar year, as y is.");
            group.key(PATH_TEMPLATE, STRING, "Path template")
                    .defaultsTo(null)
                    .must(Checks.text("text with placeholders", text -> {}))
                    .importance(HIGH)
                    .width(Width.LONG)
                    .says("Instead of partitioner.class: directories with placeholders, such as"
                            + " dt=${timestamp:yyyy-MM-dd}/country=${value.address.country}, below the topic's"
                            + " directory. With a slash at its begin it is the whole path inside the storage, and"
                            + " topics.dir is not used. Placeholders are ${topic}, ${partition}, ${key},"
                            + " ${key.FIELD}, ${value}, ${value.FIELD}, ${header.NAME}, ${schema.name},"
                            + " ${schema.version} and ${timestamp:PATTERN}, where PATTERN is as in path.format; $$ is"
                            + " a dollar sign.");
        }

        private static void defineTimes(KeyBuilder.Group group) {
            group.key(PARTITION_DURATION_MS, LONG, "Span of a directory")
                    .defaultsTo(null)
                    .must(Checks.optional(atLeast(1)))
                    .says("Records whose times are in the same span of this many milliseconds share a directory."
                            + " Without this key the smallest unit of the pattern is the span.");
            group.key(TIMESTAMP_EXTRACTOR, STRING, "Time of a record")
                    .defaultsTo("record")
                    .must(TIME_SOURCES)
                    .width(Width.SHORT)
                    .says("The source of a record's time. record: the record's timestamp. field:"
                            + " timestamp.field of its value. wallclock: the moment of writing.");
            group.key(TIMESTAMP_FIELD, STRING, "Time field")
                    .defaultsTo("")
                    .must(Checks.text("the name of a field", text -> {}))
                    .says("Field of the value that holds the time, such as meta.at: a timestamp, milliseconds since"
                            + " 1970, or ISO-8601 text with a zone, such as 2026-07-01T12:00Z.");
            TimeBoundKeys.define(group);
            group.key(TIMEZONE, STRING, "Time zone")
                    .defaultsTo("UTC")
                    .must(Checks.text("a time zone such as UTC or Europe/Berlin", Keys::requireZone))
                    .says("Time zone of directories and schedules, such as UTC or Europe/Berlin.");
            group.key(LOCALE, STRING, "Locale")
                    .defaultsTo("en")
                    .must(Checks.text("a language tag such as en or de-AT", Keys::requireLocale))
                    .importance(LOW)
                    .width(Width.SHORT)
                    .says("Language of the names of months and days in directories, such as en or de-AT.");
        }

        @Override
        public void check(Values values, Faults faults) {
            checkTime(values, faults);
            if (isTemplate(values)) {
                for (String other : List.of(PARTITIONER_CLASS, PARTITION_FIELD_NAME, PATH_FORMAT)) {
                    if (values.isGiven(other)) {
                        faults.add(other, PATH_TEMPLATE + " defines the directories already; remove one of the two");
                    }
                }
            } else {
                checkPartitioner(PARTITIONERS.parse(values.text(PARTITIONER_CLASS)), values, faults);
            }
            checkTemplate(values, faults);
            if (isTemplate(values) && values.text(PATH_TEMPLATE).startsWith("/") && values.isGiven(TOPICS_DIR)) {
                faults.add(
                        TOPICS_DIR,
                        PATH_TEMPLATE + " begins with a slash, so it is the whole path; remove this key, or the slash");
            }
            if (values.number(RotationSettings.ROTATE_SCHEDULE_INTERVAL_MS) > 0 && !values.isGiven(TIMEZONE)) {
                faults.add(
                        TIMEZONE,
                        RotationSettings.ROTATE_SCHEDULE_INTERVAL_MS
                                + " follows the clock of a time zone; set it, for example to UTC or Europe/Berlin");
            }
        }

        /** A key that would have no effect is a fault: the user expects another partitioner. */
        private static void checkPartitioner(PartitionerName partitioner, Values values, Faults faults) {
            if (partitioner == PartitionerName.FIELD
                    && values.list(PARTITION_FIELD_NAME).isEmpty()) {
                faults.add(PARTITION_FIELD_NAME, "the partitioner field needs the names of the fields to partition by");
            }
            if (partitioner != PartitionerName.FIELD && values.isGiven(PARTITION_FIELD_NAME)) {
                faults.add(
                        PARTITION_FIELD_NAME,
                        readOnlyBy("field", values) + "; to partition by fields and time use " + PATH_TEMPLATE);
            }
            for (String ofTime : List.of(PATH_FORMAT, PARTITION_DURATION_MS)) {
                if (partitioner != PartitionerName.TIME && values.isGiven(ofTime)) {
                    faults.add(ofTime, readOnlyBy("time", values));
                }
            }
        }

        private static String readOnlyBy(String partitioner, Values values) {
            return "only the partitioner " + partitioner + " reads this key, but " + PARTITIONER_CLASS + " is "
                    + values.text(PARTITIONER_CLASS) + "; set it to " + partitioner + ", or remove this key";
        }

        private static void checkTime(Values values, Faults faults) {
            boolean ofField = TIME_SOURCES.parse(values.text(TIMESTAMP_EXTRACTOR)) == TimeSource.FIELD;
            if (!ofField && values.isGiven(TIMESTAMP_FIELD)) {
                faults.add(
                        TIMESTAMP_FIELD,
                        "the time is not read from a field, since " + TIMESTAMP_EXTRACTOR + " is "
                                + values.text(TIMESTAMP_EXTRACTOR) + "; set that to field, or remove this key");
            }
            if (ofField && values.text(TIMESTAMP_FIELD).isBlank()) {
                faults.add(
                        TIMESTAMP_FIELD,
                        TIMESTAMP_EXTRACTOR + "=field needs the name of the field that holds the" + " time");
            } else {
                try {
                    source(values);
                } catch (IllegalArgumentException e) {
                    faults.add(TIMESTAMP_FIELD, e.getMessage());
                }
            }
        }

        private static void checkTemplate(Values values, Faults faults) {
            try {
                // Faults of the time source are reported by checkTime.
                template(values, new TimestampSource.OfRecord());
            } catch (IllegalArgumentException e) {
                faults.add(templateKey(values), e.getMessage());
            }
        }

        private static String templateKey(Values values) {
            if (isTemplate(values)) {
                return PATH_TEMPLATE;
            }
            return PARTITIONERS.parse(values.text(PARTITIONER_CLASS)) == PartitionerName.FIELD
                    ? PARTITION_FIELD_NAME
                    : PATH_FORMAT;
        }

        @Override
        public RoutingSettings read(Values values) {
            PathTemplate template = template(values, source(values));
            return new RoutingSettings(
                    template.hasTopicDirectory() ? Optional.of(values.text(TOPICS_DIR)) : Optional.empty(), template);
        }

        private static boolean isTemplate(Values values) {
            return !values.isNull(PATH_TEMPLATE);
        }

        private static PathTemplate template(Values values, TimestampSource source) {
            TimeSettings time = new TimeSettings(
                    source,
                    TimeBoundKeys.read(values),
                    zone(values),
                    requireLocale(values.text(LOCALE)),
                    values.isNull(PARTITION_DURATION_MS)
                            ? OptionalLong.empty()
                            : OptionalLong.of(values.number(PARTITION_DURATION_MS)));
            if (isTemplate(values)) {
                return PathTemplate.parse(values.text(PATH_TEMPLATE), time);
            }
            return switch (PARTITIONERS.parse(values.text(PARTITIONER_CLASS))) {
                case DEFAULT, TABLE -> PathTemplate.ofPartitions(time);
                case FIELD -> PathTemplate.ofFields(values.list(PARTITION_FIELD_NAME), time);
                case TIME -> PathTemplate.ofTime(values.text(PATH_FORMAT), time);
                case DAILY -> PathTemplate.ofTime(DAILY_FORMAT, time);
                case HOURLY -> PathTemplate.ofTime(HOURLY_FORMAT, time);
            };
        }

        private static TimestampSource source(Values values) {
            return switch (TIME_SOURCES.parse(values.text(TIMESTAMP_EXTRACTOR))) {
                case RECORD -> new TimestampSource.OfRecord();
                case FIELD -> new TimestampSource.OfField(values.text(TIMESTAMP_FIELD));
                case WALLCLOCK -> new TimestampSource.Wallclock();
            };
        }

        /** The time zone of directories and schedules. */
        static ZoneId zone(Values values) {
            return requireZone(values.text(TIMEZONE));
        }

        private static void requireDataDirectory(String path) {
            if (path.contains("${")) {
                throw new IllegalArgumentException("it is the same for all records; use placeholders in "
                        + PATH_TEMPLATE + ", with a slash at its begin for the whole path");
            }
            if (path.isBlank() || path.equals(".") || path.equals("/")) {
                throw new IllegalArgumentException("it is a directory that holds one for each topic. For paths without"
                        + " a directory for each topic remove this key and begin " + PATH_TEMPLATE
                        + " with a slash, as in /dt=${timestamp:yyyy-MM-dd}");
            }
            String first = StoragePath.requireFile(path).split("/")[0];
            if (first.startsWith("_") || first.startsWith(".")) {
                throw new IllegalArgumentException(
                        "readers of data skip a directory whose name begins with '_' or '.';" + " choose another name");
            }
        }

        private static ZoneId requireZone(String zone) {
            try {
                return ZoneId.of(zone);
            } catch (DateTimeException e) {
                throw new IllegalArgumentException(
                        "there is no such time zone; use UTC, an offset such as +02:00, or a name such as"
                                + " Europe/Berlin",
                        e);
            }
        }

        private static Locale requireLocale(String tag) {
            try {
                return new Locale.Builder().setLanguageTag(tag).build();
            } catch (IllformedLocaleException e) {
                throw new IllegalArgumentException("this is not a language tag; use a tag such as en or de-AT", e);
            }
        }
    }
}
