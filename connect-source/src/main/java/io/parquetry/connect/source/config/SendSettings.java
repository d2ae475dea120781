package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * What a row is sent as.
 *
 * @param rows for rows that are sent as new records
 * @param restore for rows that are restored to their original records
 * @param topics which topics may be sent to
 * @param brokers asked about the topics; empty when none are named
 * @param rowsNameTopics whether a restored record goes to the topic that its row names; otherwise to that of
 *     {@code rows}, unless the user has mapped the named one
 */
public record SendSettings(
        SendMode mode,
        RowSettings rows,
        RestoreSettings restore,
        AllowedTopics topics,
        Optional<BrokerSettings> brokers,
        boolean rowsNameTopics) {
    public static final String MODE = "mode";

    public SendSettings {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(restore, "restore");
        Objects.requireNonNull(topics, "topics");
        Objects.requireNonNull(brokers, "brokers");
    }

    /** What a row is sent as. */
    public enum SendMode {
        /** The original record where the file has Kafka metadata, otherwise a new record. */
        AUTO,
        /** The original record. */
        RESTORE,
        /** A new record, even where the file has Kafka metadata. */
        ROWS
    }

    static final class Keys implements KeyGroup<SendSettings> {
        private static final EnumValues<SendMode> MODES = EnumValues.of(SendMode.class);
        /** Connect's key for the connector's own topic of offsets. */
        private static final String OFFSETS_TOPIC = "offsets.storage.topic";

        private static final RowSettings.Keys ROWS = new RowSettings.Keys();
        private static final RestoreSettings.Keys RESTORE = new RestoreSettings.Keys();

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Sending");
            group.key(MODE, STRING, "Mode")
                    .defaultsTo(MODES.name(SendMode.AUTO))
                    .must(MODES)
                    .importance(HIGH)
                    .width(Width.SHORT)
                    .says("What a row is sent as. restore: the original record, from files that the Parquetry sink"
                            + " wrote with record.metadata=kafka; any other file fails the task. rows: a new record"
                            + " whose value is the row, or in such files the value in the row. auto: restore for"
                            + " files that can be restored, rows for all others; where topic is set and"
                            + " topics.allowed is not, restored records go to topic too, except those that"
                            + " topic.mapping names.");
            group.key(AllowedTopics.KEY, STRING, "Allowed topics")
                    .defaultsTo(".*")
                    .must(Checks.text("a regular expression", Keys::requirePattern))
                    .width(Width.LONG)
                    .says("Regular expression for the whole names of the topics that records may be sent to; a row"
                            + " for another topic cannot be sent. Never sent to: topics whose names begin with __,"
                            + " the default topics of a worker (connect-configs, connect-offsets, connect-status),"
                            + " and offsets.storage.topic. Exclude internal topics of other names, as in"
                            + " (?!my-connect-).*.");
            BrokerSettings.define(group);
            ROWS.define(keys);
            RESTORE.define(keys);
        }

        private static void requirePattern(String regex) {
            try {
                Pattern.compile(regex);
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException("it is no regular expression: " + e.getDescription(), e);
            }
        }

        @Override
        public Map<String, String> removed() {
            return RESTORE.removed();
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            SendMode mode = mode(values);
            if (mode == SendMode.RESTORE) {
                refuse(RowSettings.Keys.ALL, values, faults, mode, SendMode.ROWS);
            } else if (mode == SendMode.ROWS) {
                refuse(RestoreSettings.Keys.ALL, values, faults, mode, SendMode.RESTORE);
                if (values.text(RowSettings.TOPIC).isEmpty()) {
                    faults.add(RowSettings.TOPIC, MODE + "=rows needs a topic for the rows");
                }
            }
            AdminSettings.check(values, faults);
            ROWS.check(values, faults);
            checkTopics(values, faults);
        }

        /** The topics that the configuration itself names. */
        private static void checkTopics(ConfigValues values, Faults faults) {
            AllowedTopics topics = topics(values);
            String topic = values.text(RowSettings.TOPIC);
            if (TopicNames.isLegal(topic)) {
                requireAllowed(topics, topic, RowSettings.TOPIC, faults);
            }
            TopicMapping.parse(values.list(RestoreSettings.TOPIC_MAPPING))
                    .values()
                    .forEach(target -> requireAllowed(topics, target, RestoreSettings.TOPIC_MAPPING, faults));
        }

        static void requireAllowed(ConfigValues values, String topic, String key, Faults faults) {
            requireAllowed(topics(values), topic, key, faults);
        }

        private static void requireAllowed(AllowedTopics topics, String topic, String key, Faults faults) {
            try {
                topics.require(topic);
            } catch (IllegalArgumentException e) {
                faults.add(key, e.getMessage());
            }
        }

        private static AllowedTopics topics(ConfigValues values) {
            return new AllowedTopics(
                    Pattern.compile(values.text(AllowedTopics.KEY)), Set.of(values.ofConnect(OFFSETS_TOPIC)));
        }

        private static void refuse(
                List<String> keys, ConfigValues values, Faults faults, SendMode mode, SendMode other) {
            for (String key : keys) {
                if (values.isGiven(key)) {
                    faults.add(
                            key,
                            "has no effect with " + MODE + "=" + MODES.name(mode) + "; set " + MODE + " to "
                                    + MODES.name(other) + " or " + MODES.name(SendMode.AUTO)
                                    + ", or remove this key");
                }
            }
        }

        @Override
        public SendSettings read(ConfigValues values) {
            RowSettings rows = ROWS.read(values);
            boolean rowsNameTopics =
                    mode(values) == SendMode.RESTORE || rows.topic().isEmpty() || values.isGiven(AllowedTopics.KEY);
            return new SendSettings(
                    mode(values),
                    rows,
                    RESTORE.read(values),
                    topics(values),
                    BrokerSettings.read(values),
                    rowsNameTopics);
        }

        static SendMode mode(ConfigValues values) {
            return MODES.parse(values.text(MODE));
        }
    }
}
