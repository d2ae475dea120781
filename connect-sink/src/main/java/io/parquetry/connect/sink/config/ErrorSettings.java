package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.retry.RetryKeys;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * What happens when the storage or a record fails, or another task owns a partition.
 *
 * @param retryTimeoutMs how long the storage may fail without progress
 * @param brokers that are asked for the ids of topics
 */
public record ErrorSettings(
        long retryTimeoutMs,
        OnBadRecord onBadRecord,
        NullValues nullValues,
        OnTopicRecreated onTopicRecreated,
        Optional<AdminSettings> brokers) {
    public static final String ON_TOPIC_RECREATED = "on.topic.recreated";

    static final String ON_BAD_RECORD = "on.bad.record";
    static final String BEHAVIOR_ON_NULL_VALUES = "behavior.on.null.values";

    /** What happens to a record that cannot be stored. */
    public enum OnBadRecord {
        /** The record goes to the dead letter queue if the worker has one; else the task fails. */
        REPORT,
        /** The record is counted and lost. */
        SKIP,
        /** The task fails. */
        FAIL
    }

    /** What happens to a record whose value is null. */
    public enum NullValues {
        /** The record is counted and not stored. */
        IGNORE,
        /** The record is stored if the file can hold it; else it is a bad record. */
        WRITE,
        /** The record is a bad record. */
        FAIL
    }

    /** What happens when a topic was deleted and created again, or truncated. */
    public enum OnTopicRecreated {
        /** The task fails, and so does each start, until a user moves the position. */
        FAIL,
        /** A new generation of files begins where the topic begins now. */
        BEGIN_AGAIN
    }

    public ErrorSettings {
        Objects.requireNonNull(onBadRecord, "onBadRecord");
        Objects.requireNonNull(nullValues, "nullValues");
        Objects.requireNonNull(onTopicRecreated, "onTopicRecreated");
        Objects.requireNonNull(brokers, "brokers");
    }

    static final class Keys implements KeyGroup<ErrorSettings> {
        private static final EnumValues<OnBadRecord> ON_BAD_RECORD_VALUES = EnumValues.of(OnBadRecord.class);
        private static final EnumValues<OnTopicRecreated> ON_TOPIC_RECREATED_VALUES =
                EnumValues.of(OnTopicRecreated.class);
        private static final EnumValues<NullValues> NULL_VALUES = EnumValues.of(NullValues.class);

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Errors");
            group.key(ON_BAD_RECORD, STRING, "Bad records")
                    .defaultsTo(ON_BAD_RECORD_VALUES.name(OnBadRecord.REPORT))
                    .must(ON_BAD_RECORD_VALUES)
                    .importance(MEDIUM)
                    .width(Width.SHORT)
                    .says("What happens to a record that cannot be stored. report: it goes to the dead letter queue"
                            + " where errors.tolerance is all; elsewhere the task fails. skip: it is counted, logged"
                            + " and lost. fail: the task fails.");
            group.key(BEHAVIOR_ON_NULL_VALUES, STRING, "Null values")
                    .defaultsTo(NULL_VALUES.name(NullValues.WRITE))
                    .must(NULL_VALUES)
                    .importance(MEDIUM)
                    .width(Width.SHORT)
                    .says("What happens to a record whose value is null, such as a tombstone. write: it is stored if"
                            + " the file can hold it, as with record.metadata=kafka; else it is a bad record."
                            + " ignore: it is counted and not stored. fail: it is a bad record.");
            group.key(ON_TOPIC_RECREATED, STRING, "Topics that were created again")
                    .defaultsTo(ON_TOPIC_RECREATED_VALUES.name(OnTopicRecreated.FAIL))
                    .must(ON_TOPIC_RECREATED_VALUES)
                    .importance(MEDIUM)
                    .width(Width.SHORT)
                    .says("What happens when a record's offset is below the position, or a topic has another id than"
                            + " before: the topic was deleted and created again, or truncated. fail: the task fails,"
                            + " and so does each start until the position is moved. begin-again: the partition is"
                            + " written from where the topic begins now, to files of a new generation; the old files"
                            + " stay.");
            AdminSettings.define(
                    group,
                    "They are asked for the ids of the topics when a partition is taken over, and about once a"
                            + " minute. Without this key, if a topic was created again and has more records by then"
                            + " than were archived, its first records are never read.");
            RetryKeys.define(group, "a commit");
        }

        @Override
        public Map<String, String> removed() {
            return RetryKeys.removed();
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            AdminSettings.check(values, faults);
        }

        @Override
        public ErrorSettings read(ConfigValues values) {
            return new ErrorSettings(
                    RetryKeys.read(values),
                    ON_BAD_RECORD_VALUES.parse(values.text(ON_BAD_RECORD)),
                    NULL_VALUES.parse(values.text(BEHAVIOR_ON_NULL_VALUES)),
                    ON_TOPIC_RECREATED_VALUES.parse(values.text(ON_TOPIC_RECREATED)),
                    AdminSettings.read(values));
        }
    }
}
