package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.Values;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * How the brokers are asked about the topics that records are sent to, and which of their answers hold for a row.
 *
 * @param servers the addresses of the brokers
 * @param client all settings of the admin client, including the servers
 * @param creation how the worker creates missing topics
 * @param rowsAreChecked whether the records arrive as they are given to the worker, so that the limits of a topic hold
 *     for them
 * @param sizesAreChecked whether a record takes as many bytes in the topic as it has, for all that is known
 */
public record BrokerSettings(
        String servers,
        Map<String, String> client,
        TopicCreation creation,
        boolean rowsAreChecked,
        boolean sizesAreChecked) {
    public static final String ADMIN_PREFIX = "admin.";
    public static final String ADMIN_BOOTSTRAP_SERVERS = ADMIN_PREFIX + "bootstrap.servers";

    private static final String CREATION_PREFIX = "topic.creation.";
    private static final String TRANSFORMS = "transforms";
    private static final String COMPRESSION = "producer.override.compression.type";

    public BrokerSettings {
        Objects.requireNonNull(servers, "servers");
        client = Map.copyOf(client);
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
        group.key(ADMIN_BOOTSTRAP_SERVERS, STRING, "Brokers to ask about topics")
                .defaultsTo("")
                .width(Width.LONG)
                .says("Brokers of the topics, as host:port,host:port. Before the first record is sent to a topic, they"
                        + " are asked whether the topic exists or can be created, which partitions it has, and which"
                        + " timestamps and sizes it takes. A row that the topic would refuse cannot be sent, and"
                        + " on.bad.row says what becomes of it. Connect does not tell a connector the addresses of the"
                        + " brokers, so nothing is checked without this key. With transforms, only the partitions are"
                        + " checked that partition.mapping=keep needs. Any other key of an admin client can be given"
                        + " with the prefix admin.: admin.security.protocol=SASL_SSL.");
    }

    static void check(Values values, Faults faults) {
        if (values.text(ADMIN_BOOTSTRAP_SERVERS).isEmpty()) {
            values.given().keySet().stream()
                    .filter(key -> key.startsWith(ADMIN_PREFIX) && !key.equals(ADMIN_BOOTSTRAP_SERVERS))
                    .findFirst()
                    .ifPresent(key -> faults.add(ADMIN_BOOTSTRAP_SERVERS, "must be set, since " + key + " needs it"));
        }
    }

    static Optional<BrokerSettings> read(Values values) {
        return values.nonEmptyText(ADMIN_BOOTSTRAP_SERVERS).map(servers -> read(values, servers));
    }

    private static BrokerSettings read(Values values, String servers) {
        Map<String, String> client = new HashMap<>();
        values.given().forEach((key, value) -> {
            if (key.startsWith(ADMIN_PREFIX)) {
                client.put(key.substring(ADMIN_PREFIX.length()), value);
            }
        });
        boolean compressed = !values.given().getOrDefault(COMPRESSION, "none").equals("none");
        boolean limitIsGiven = values.number(BadRowSettings.RECORD_MAX_BYTES) > 0;
        return new BrokerSettings(
                servers,
                client,
                creation(values),
                values.given().getOrDefault(TRANSFORMS, "").isBlank(),
                !compressed && !limitIsGiven);
    }

    private static TopicCreation creation(Values values) {
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
