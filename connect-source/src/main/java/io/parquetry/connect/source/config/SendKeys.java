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
import org.apache.kafka.common.config.ConfigException;

/** What becomes of a row. */
public final class SendKeys implements KeyGroup<SendSettings> {
    public static final String TOPIC = "topic";
    public static final String TOPIC_MAPPING = "topic.mapping";
    public static final String TOPIC_MAPPING_REGEX = "topic.mapping.regex";
    public static final String TOPIC_MAPPING_REPLACEMENT = "topic.mapping.replacement";
    public static final String RESTORE_PARTITION = "restore.partition";
    public static final String RESTORE_OFFSET_HEADER = "restore.offset.header";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Sending");
        group.key(TOPIC, STRING, "Topic")
                .defaultsTo("")
                .must(Checks.text("the name of a topic", SendKeys::requireTopicOrNothing))
                .importance(HIGH)
                .says("Topic for rows that do not know theirs, which are those of all files but the Parquetry sink's"
                        + " with record.metadata=kafka. Needed as soon as there is such a file.");
        group.key(TOPIC_MAPPING, LIST, "Topic mapping")
                .defaultsTo(List.of())
                .must(ConfigDef.LambdaValidator.with(SendKeys::requireMapping, () -> "a list of from:to"))
                .importance(HIGH)
                .width(Width.LONG)
                .says("Topics for records that come back, as a list of from:to, such as orders:orders-replayed. A"
                        + " record whose topic is not named, nor matched by topic.mapping.regex, goes to the topic it"
                        + " came from.");
        group.key(TOPIC_MAPPING_REGEX, STRING, "Topic mapping pattern")
                .defaultsTo("")
                .must(Checks.text("a regular expression", SendKeys::requirePattern))
                .says("Regular expression for whole names of topics that topic.mapping does not name; a name that"
                        + " matches becomes topic.mapping.replacement.");
        group.key(TOPIC_MAPPING_REPLACEMENT, STRING, "Topic mapping replacement")
                .defaultsTo("")
                .says("What a name becomes that topic.mapping.regex matches; $1 is what its first group matched.");
        group.key(RESTORE_PARTITION, STRING, "Partition of restored records")
                .defaultsTo(Words.word(RestorePartition.STORED))
                .must(Checks.oneOf(Words.words(RestorePartition.values())))
                .width(Width.SHORT)
                .says("Partition of records that come back: stored, the one they were in, which the topic must have;"
                        + " producer, the one that the producer gives them by their keys.");
        group.key(RESTORE_OFFSET_HEADER, STRING, "Header for the offset")
                .defaultsTo("")
                .importance(LOW)
                .says("Name of a header that holds, as INT64, the offset which a record that comes back had; empty for"
                        + " none.");
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
    public SendSettings read(Values values) {
        return new SendSettings(
                textOrNothing(values, TOPIC),
                topicMapping(values),
                Words.constant(RestorePartition.class, values.text(RESTORE_PARTITION)),
                textOrNothing(values, RESTORE_OFFSET_HEADER));
    }

    private static TopicMapping topicMapping(Values values) {
        return new TopicMapping(
                TopicMapping.parse(values.list(TOPIC_MAPPING)),
                textOrNothing(values, TOPIC_MAPPING_REGEX)
                        .map(regex ->
                                new TopicMapping.Rule(Pattern.compile(regex), values.text(TOPIC_MAPPING_REPLACEMENT))));
    }

    private static Optional<String> textOrNothing(Values values, String key) {
        return Optional.of(values.text(key)).filter(text -> !text.isEmpty());
    }

    private static void requirePattern(String regex) {
        try {
            Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("it is no regular expression: " + e.getDescription(), e);
        }
    }

    private static void requireTopicOrNothing(String topic) {
        if (!topic.isEmpty() && !TopicNames.isTopic(topic)) {
            throw new IllegalArgumentException("a topic's name has " + TopicNames.RULE);
        }
    }

    private static void requireMapping(String key, Object value) {
        try {
            TopicMapping.parse(((List<?>) value).stream().map(String::valueOf).toList());
        } catch (IllegalArgumentException e) {
            throw new ConfigException(key, value, e.getMessage());
        }
    }
}
