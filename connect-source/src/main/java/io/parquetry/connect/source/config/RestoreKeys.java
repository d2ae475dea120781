package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import java.util.List;
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

    static final List<String> ALL = List.of(
            TOPIC_MAPPING, TOPIC_MAPPING_REGEX, TOPIC_MAPPING_REPLACEMENT, PARTITION_MAPPING, ORIGINAL_OFFSET_HEADER);

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
                .defaultsTo(Words.word(PartitionMapping.KEEP))
                .must(Checks.oneOf(Words.words(PartitionMapping.values())))
                .width(Width.SHORT)
                .says("Partition of records that come back: keep, the one they were in, which the topic must have;"
                        + " by-key, the one that the producer gives them by their keys.");
        group.key(ORIGINAL_OFFSET_HEADER, STRING, "Header for the offset")
                .defaultsTo("")
                .importance(LOW)
                .says("Name of a header that holds, as INT64, the offset which a record that comes back had; it is the"
                        + " last header. Empty for none.");
    }

    @Override
    public void check(Values values, Faults faults) {
        boolean pattern = !values.text(TOPIC_MAPPING_REGEX).isEmpty();
        boolean replacement = !values.text(TOPIC_MAPPING_REPLACEMENT).isEmpty();
        if (pattern != replacement) {
            faults.add(
                    pattern ? TOPIC_MAPPING_REPLACEMENT : TOPIC_MAPPING_REGEX,
                    TOPIC_MAPPING_REGEX + " and " + TOPIC_MAPPING_REPLACEMENT + " must both be set or both be empty");
        }
    }

    @Override
    public RestoreSettings read(Values values) {
        return new RestoreSettings(
                topicMapping(values),
                Words.constant(PartitionMapping.class, values.text(PARTITION_MAPPING)),
                textOf(values, ORIGINAL_OFFSET_HEADER));
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
