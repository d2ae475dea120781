package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.ChoiceWithTarget;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.HeaderConverterKey;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.source.config.FinishSettings.OnFinish;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * What happens to a row that cannot be sent, in a file that can be read.
 *
 * @param topic with {@link OnBadRow#TOPIC}, where such rows go
 * @param bytesMax size of a record that a producer takes; 0 when that is not known
 * @param headers what the connector's header converter takes
 */
public record BadRowSettings(OnBadRow policy, Optional<String> topic, long bytesMax, HeaderConverterKey.Takes headers) {
    public static final String ON_BAD_ROW = "on.bad.row";
    public static final String RECORD_MAX_BYTES = "record.max.bytes";

    /** Connect's key for the largest request of the connector's producers. */
    private static final String REQUEST_BYTES_MAX = "producer.override.max.request.size";

    private static final ChoiceWithTarget<OnBadRow> POLICIES =
            new ChoiceWithTarget<>(OnBadRow.class, OnBadRow.TOPIC, "NAME", BadRowSettings::requireTopic);

    public BadRowSettings {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(headers, "headers");
    }

    /** What happens to a row that cannot be sent. */
    public enum OnBadRow {
        /** The task fails, so that a person decides. */
        FAIL,
        /** The row is not sent. */
        SKIP,
        /** The row is sent to a topic of its own. */
        TOPIC
    }

    static void define(KeyBuilder.Group group) {
        group.key(ON_BAD_ROW, STRING, "On bad row")
                .defaultsTo(POLICIES.name(OnBadRow.FAIL))
                .must(POLICIES)
                .width(Width.SHORT)
                .says("What to do with a row that can be read but not sent: no legal or allowed topic comes of it,"
                        + " its timestamp is no time of Kafka, it is larger than record.max.bytes, or its topic would"
                        + " refuse it, where admin.bootstrap.servers names brokers to ask. fail: the task fails after"
                        + " it has sent the rows before. skip: the row is not sent, and the log says so once for each"
                        + " file. topic: the row is sent to the topic behind the colon, as in topic:dead-rows, with the"
                        + " headers parquet.file, parquet.row and parquet.error; a row that is too large without key"
                        + " and value.");
        group.key(RECORD_MAX_BYTES, LONG, "Bytes of a record")
                .defaultsTo(0L)
                .must(between(0, 1L << 31))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Approximate bytes of key, value and headers above which a row cannot be sent."
                        + " 0: " + REQUEST_BYTES_MAX + " if the configuration has it, and max.message.bytes of"
                        + " the topic, where brokers are asked and producer.override.compression.type is not set;"
                        + " a record that the producer refuses nevertheless fails the task.");
    }

    private static void requireTopic(String topic) {
        if (!TopicNames.isLegal(topic)) {
            throw new IllegalArgumentException("a topic's name has " + TopicNames.RULE);
        }
    }

    /** Keys of earlier versions. */
    static Map<String, String> removed() {
        return Map.of("bad.row.topic", "write " + ON_BAD_ROW + "=topic:NAME");
    }

    static void check(ConfigValues values, Faults faults) {
        OnBadRow policy = POLICIES.choice(values.text(ON_BAD_ROW));
        POLICIES.target(values.text(ON_BAD_ROW))
                .ifPresent(topic -> SendSettings.Keys.requireAllowed(values, topic, ON_BAD_ROW, faults));
        if (policy == OnBadRow.SKIP && FinishSettings.Keys.onFinish(values) != OnFinish.KEEP) {
            faults.add(
                    ON_BAD_ROW,
                    "with " + FinishSettings.ON_FINISH + "=" + values.text(FinishSettings.ON_FINISH)
                            + ", the rows that are left out would be gone; choose topic, or " + FinishSettings.ON_FINISH
                            + "=keep");
        }
    }

    static BadRowSettings read(ConfigValues values) {
        return new BadRowSettings(
                POLICIES.choice(values.text(ON_BAD_ROW)),
                POLICIES.target(values.text(ON_BAD_ROW)),
                bytesMax(values),
                HeaderConverterKey.takes(values.given()));
    }

    /** The worker reports a size that is no number. */
    private static long bytesMax(ConfigValues values) {
        long given = values.number(RECORD_MAX_BYTES);
        try {
            return given > 0 || !values.isGiven(REQUEST_BYTES_MAX)
                    ? given
                    : Long.parseLong(values.ofConnect(REQUEST_BYTES_MAX));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
