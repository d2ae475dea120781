package io.parquetry.connect.source.config;

import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.KeyBuilder;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How the brokers are asked about the topics that records are sent to, and which of their answers hold for a row.
 *
 * @param admin the client that asks them
 * @param creation how the worker creates missing topics
 * @param rowsAreChecked whether the records arrive as they are given to the worker, so that the limits of a topic hold
 *     for them
 * @param sizesAreChecked whether a record takes as many bytes in the topic as it has, for all that is known
 * @param nullKeysAreNone whether the connector's own converter makes no key of a key that is null
 */
public record BrokerSettings(
        AdminSettings admin,
        TopicCreation creation,
        boolean rowsAreChecked,
        boolean sizesAreChecked,
        boolean nullKeysAreNone) {
    private static final String CREATION_PREFIX = "topic.creation.";
    private static final String KEY_CONVERTER = "key.converter";
    private static final String TRANSFORMS = "transforms";
    private static final String COMPRESSION = "producer.override.compression.type";

    public BrokerSettings {
        Objects.requireNonNull(admin, "admin");
        Objects.requireNonNull(creation, "creation");
    }

    /** How the worker creates missing topics of the connector. */
    public enum TopicCreation {
        /** It creates none. */
        NONE,
        /** With the limits of the brokers. */
        PLAIN,
        /** With limits of their own. */
        CONFIGURED
    }

    static void define(KeyBuilder.Group group) {
        AdminSettings.define(
                group,
                "Before the first record for a topic, they are asked whether it exists or can be created, and which"
                        + " partitions, timestamps, sizes and keys it takes. A row that the topic would refuse goes"
                        + " the way of on.bad.row. Nothing is checked without this key, and with transforms only the"
                        + " partitions that partition.mapping=keep needs.");
    }

    static Optional<BrokerSettings> read(ConfigValues values) {
        return AdminSettings.read(values).map(admin -> read(values, admin));
    }

    private static BrokerSettings read(ConfigValues values, AdminSettings admin) {
        boolean compressed = !Set.of("", "none").contains(values.ofConnect(COMPRESSION));
        boolean limitIsGiven = values.number(BadRowSettings.RECORD_MAX_BYTES) > 0;
        return new BrokerSettings(
                admin,
                creation(values),
                values.ofConnect(TRANSFORMS).isEmpty(),
                !compressed && !limitIsGiven,
                nullKeysAreNone(values));
    }

    /** The one for JSON puts null into an envelope with its schema; that of a worker is not known. */
    private static boolean nullKeysAreNone(ConfigValues values) {
        String converter = values.ofConnect(KEY_CONVERTER);
        boolean ofJson = converter.matches("(.*\\.)?Json(Converter)?");
        return !converter.isEmpty()
                && (!ofJson || "false".equalsIgnoreCase(values.ofConnect(KEY_CONVERTER + ".schemas.enable")));
    }

    private static TopicCreation creation(ConfigValues values) {
        Map<String, String> given = values.given();
        if (!given.containsKey(RestoreSettings.TOPIC_CREATION_PARTITIONS)) {
            return TopicCreation.NONE;
        }
        return given.keySet().stream()
                        .filter(key -> key.startsWith(CREATION_PREFIX))
                        .allMatch(key -> key.equals(RestoreSettings.TOPIC_CREATION_PARTITIONS)
                                || key.equals(RestoreSettings.TOPIC_CREATION_REPLICATION))
                ? TopicCreation.PLAIN
                : TopicCreation.CONFIGURED;
    }
}
