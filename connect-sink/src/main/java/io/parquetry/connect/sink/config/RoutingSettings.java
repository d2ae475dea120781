package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.partition.PathTemplate;
import io.parquetry.connect.sink.partition.TimeSettings;
import io.parquetry.connect.sink.partition.TimestampSource;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Which directory a record goes to.
 *
 * @param topicsDirectory directory inside the storage that holds a directory for each topic; empty where the template
 *     gives the whole path
 * @param template of the directories below the topic's, or below the storage's root
 */
public record RoutingSettings(Optional<String> topicsDirectory, PathTemplate template) {
    static final String TOPICS_DIR = "topics.dir";
    static final String PATH_TEMPLATE = "path.template";
    static final String BY_PARTITION = "partition=${partition}";
    static final String TIMESTAMP_EXTRACTOR = "timestamp.extractor";
    static final String TIMESTAMP_FIELD = "timestamp.field";
    static final String TIMEZONE = "timezone";

    public RoutingSettings {
        Objects.requireNonNull(topicsDirectory, "topicsDirectory");
        Objects.requireNonNull(template, "template");
    }

    static final class Keys implements KeyGroup<RoutingSettings> {
        private enum TimeSource {
            RECORD,
            FIELD,
            WALLCLOCK
        }

        private static final EnumValues<TimeSource> TIME_SOURCES = new EnumValues<TimeSource>()
                .with("record", TimeSource.RECORD)
                .with("field", TimeSource.FIELD, "RecordField")
                .with("wallclock", TimeSource.WALLCLOCK);

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
            group.key(PATH_TEMPLATE, STRING, "Path template")
                    .defaultsTo(BY_PARTITION)
                    .must(Checks.text("text with placeholders", text -> {}))
                    .importance(HIGH)
                    .width(Width.LONG)
                    .says("Directories with placeholders, such as"
                            + " dt=${timestamp:yyyy-MM-dd}/country=${value.address.country}, below the topic's"
                            + " directory. With a slash at its begin it is the whole path inside the storage, and"
                            + " topics.dir is not used. Placeholders are ${topic}, ${partition}, ${key},"
                            + " ${key.FIELD}, ${value}, ${value.FIELD}, ${header.NAME}, ${schema.name},"
                            + " ${schema.version} and ${timestamp:PATTERN}; $$ is a dollar sign. PATTERN has letters"
                            + " of java.time.format.DateTimeFormatter, text in single quotes, and slashes between"
                            + " directories; Y is the calendar year, as y is. ${timestamp(span=900000):HH-mm} gives"
                            + " spans of 15 minutes a directory, where otherwise the smallest unit of the pattern is"
                            + " the span, and ${timestamp(locale=de):MMMM} German names of months.");
        }

        private static void defineTimes(KeyBuilder.Group group) {
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
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            checkTime(values, faults);
            checkTemplate(values, faults);
            if (values.text(PATH_TEMPLATE).startsWith("/") && values.isGiven(TOPICS_DIR)) {
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

        private static void checkTime(ConfigValues values, Faults faults) {
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

        private static void checkTemplate(ConfigValues values, Faults faults) {
            try {
                // Faults of the time source are reported by checkTime.
                template(values, new TimestampSource.OfRecord());
            } catch (IllegalArgumentException e) {
                faults.add(PATH_TEMPLATE, e.getMessage());
            }
        }

        @Override
        public RoutingSettings read(ConfigValues values) {
            PathTemplate template = template(values, source(values));
            return new RoutingSettings(
                    template.hasTopicDirectory() ? Optional.of(values.text(TOPICS_DIR)) : Optional.empty(), template);
        }

        private static PathTemplate template(ConfigValues values, TimestampSource source) {
            return PathTemplate.parse(
                    values.text(PATH_TEMPLATE), new TimeSettings(source, TimeBoundKeys.read(values), zone(values)));
        }

        private static TimestampSource source(ConfigValues values) {
            return switch (TIME_SOURCES.parse(values.text(TIMESTAMP_EXTRACTOR))) {
                case RECORD -> new TimestampSource.OfRecord();
                case FIELD -> new TimestampSource.OfField(values.text(TIMESTAMP_FIELD));
                case WALLCLOCK -> new TimestampSource.Wallclock();
            };
        }

        /** The time zone of directories and schedules. */
        static ZoneId zone(ConfigValues values) {
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
            Arrays.stream(StoragePath.requireFile(path).split("/"))
                    .filter(Keys::isHidden)
                    .findFirst()
                    .ifPresent(directory -> {
                        throw new IllegalArgumentException("readers of data skip a directory whose name begins with"
                                + " '_' or '.', as " + directory + "; choose another name, and move what is there");
                    });
        }

        private static boolean isHidden(String directory) {
            return directory.startsWith("_") || directory.startsWith(".");
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
    }
}
