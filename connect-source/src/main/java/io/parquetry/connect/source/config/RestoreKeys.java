package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** How records come back. */
public final class RestoreKeys implements KeyGroup<RestoreSettings> {
    public static final String TOPIC_MAPPING = "topic.mapping";
    public static final String TOPIC_MAPPING_REGEX = "topic.mapping.regex";
    public static final String TOPIC_MAPPING_REPLACEMENT = "topic.mapping.replacement";
    public static final String PARTITION_MAPPING = "partition.mapping";
    public static final String ORIGINAL_OFFSET_HEADER = "original.offset.header";

    public static final String ADMIN_PREFIX = "admin.";
    public static final String ADMIN_BOOTSTRAP_SERVERS = ADMIN_PREFIX + "bootstrap.servers";

    static final List<String> ALL = List.of(
            TOPIC_MAPPING,
            TOPIC_MAPPING_REGEX,
            TOPIC_MAPPING_REPLACEMENT,
            PARTITION_MAPPING,
            ADMIN_BOOTSTRAP_SERVERS,
            ORIGINAL_OFFSET_HEADER);

    /** With this key Connect's worker makes the topics of a source connector. */
    private static final String TOPIC_CREATION = "topic.creation.default.partitions";

    private static final EnumValues<PartitionMapping> PARTITION_MAPPINGS = EnumValues.of(PartitionMapping.class);

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Restoring");
        group.key(TOPIC_MAPPING, LIST, "Topic mapping")
                .defaultsTo(List.of())
                .must(Checks.list("from:to", TopicMapping::parse))
                .importance(HIGH)
                .width(Width.LONG)
                .says("Topics for records that come back, as a list of from:to, such as orders:orders-replayed. A"
                        + " record whose topic is not named, nor matched by topic.mapping.regex, goes to the topic it"
                        + " came from.");
        group.key(TOPIC_MAPPING_REGEX, STRING, "Topic mapping pattern")
                .defaultsTo("")
                .must(Checks.text("a regular expression", RestoreKeys::requirePattern))
                .says("Regular expression for whole names of topics that topic.mapping does not name; a name that"
                        + " matches becomes topic.mapping.replacement.");
        group.key(TOPIC_MAPPING_REPLACEMENT, STRING, "Topic mapping replacement")
                .defaultsTo("")
                .says("What a name becomes that topic.mapping.regex matches; $1 is what its first group matched.");
        group.key(PARTITION_MAPPING, STRING, "Partition mapping")
                .defaultsTo(PARTITION_MAPPINGS.name(PartitionMapping.KEEP))
                .must(PARTITION_MAPPINGS)
                .width(Width.SHORT)
                .says("Partition of records that come back: keep, the one they were in, which the topic must have;"
                        + " by-key, the one that the producer gives them by their keys.");
        group.key(ADMIN_BOOTSTRAP_SERVERS, STRING, "Brokers to ask for partitions")
                .defaultsTo("")
                .width(Width.LONG)
                .says(
                        "Brokers of the topics, as host:port,host:port, that are asked before records are sent whether their"
                                + " topics have the partitions that partition.mapping=keep needs; a topic that has not fails the"
                                + " task. Connect does not tell a connector where the brokers are, so that without this key"
                                + " nothing is asked. Any other key of an admin client can be given with admin. before it:"
                                + " admin.security.protocol=SASL_SSL.");
        group.key(ORIGINAL_OFFSET_HEADER, STRING, "Header for the offset")
                .defaultsTo("")
                .importance(LOW)
                .says("Name of a header that holds, as INT64, the offset which a record that comes back had; it is the"
                        + " last header. Empty for none.");
    }

    @Override
    public void check(Values values, Faults faults) {
        checkReplacement(values, faults);
        if (values.text(ADMIN_BOOTSTRAP_SERVERS).isEmpty()) {
            values.given().keySet().stream()
                    .filter(key -> key.startsWith(ADMIN_PREFIX) && !key.equals(ADMIN_BOOTSTRAP_SERVERS))
                    .findFirst()
                    .ifPresent(key ->
                            faults.add(ADMIN_BOOTSTRAP_SERVERS, "must be set for " + key + " to have a meaning"));
        } else if (partitionMapping(values) == PartitionMapping.BY_KEY) {
            faults.add(
                    ADMIN_BOOTSTRAP_SERVERS,
                    "has a meaning with " + PARTITION_MAPPING + "=keep only; set that, or" + " leave this key out");
        }
    }

    private static void checkReplacement(Values values, Faults faults) {
        boolean pattern = !values.text(TOPIC_MAPPING_REGEX).isEmpty();
        boolean replacement = !values.text(TOPIC_MAPPING_REPLACEMENT).isEmpty();
        if (pattern != replacement) {
            faults.add(
                    pattern ? TOPIC_MAPPING_REPLACEMENT : TOPIC_MAPPING_REGEX,
                    TOPIC_MAPPING_REGEX + " and " + TOPIC_MAPPING_REPLACEMENT + " must both be set or both be empty");
        } else if (pattern) {
            try {
                // What is optional matches nothing, too, so that the replacement is tried with the groups that there
                // are.
                Pattern.compile("(?:" + values.text(TOPIC_MAPPING_REGEX) + ")?")
                        .matcher("")
                        .replaceFirst(values.text(TOPIC_MAPPING_REPLACEMENT));
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                faults.add(TOPIC_MAPPING_REPLACEMENT, "does not fit " + TOPIC_MAPPING_REGEX + ": " + e.getMessage());
            }
        }
    }

    @Override
    public RestoreSettings read(Values values) {
        return new RestoreSettings(
                topicMapping(values),
                partitionMapping(values),
                textOf(values, ORIGINAL_OFFSET_HEADER),
                textOf(values, ADMIN_BOOTSTRAP_SERVERS).map(servers -> admin(values, servers)));
    }

    private static PartitionMapping partitionMapping(Values values) {
        return PARTITION_MAPPINGS.parse(values.text(PARTITION_MAPPING));
    }

    private static AdminSettings admin(Values values, String servers) {
        Map<String, String> client = new HashMap<>();
        values.given().forEach((key, value) -> {
            if (key.startsWith(ADMIN_PREFIX)) {
                client.put(key.substring(ADMIN_PREFIX.length()), value);
            }
        });
        return new AdminSettings(servers, client, values.given().containsKey(TOPIC_CREATION));
    }

    private static TopicMapping topicMapping(Values values) {
        return new TopicMapping(
                TopicMapping.parse(values.list(TOPIC_MAPPING)),
                textOf(values, TOPIC_MAPPING_REGEX)
                        .map(regex ->
                                new TopicMapping.Rule(Pattern.compile(regex), values.text(TOPIC_MAPPING_REPLACEMENT))));
    }

    private static Optional<String> textOf(Values values, String key) {
        return Optional.of(values.text(key)).filter(text -> !text.isEmpty());
    }

    private static void requirePattern(String regex) {
        try {
            Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("it is no regular expression: " + e.getDescription(), e);
        }
    }
}
