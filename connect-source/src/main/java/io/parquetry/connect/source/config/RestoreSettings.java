package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.HeaderConverter;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * How original records are restored.
 *
 * @param offsetHeader name of the header for the original offset
 * @param headersAreBytes whether the connector's header converter takes bytes and nothing else
 * @param createdPartitions the partitions of topics that the worker creates; empty when it creates none, or the broker
 *     decides
 */
public record RestoreSettings(
        TopicMapping topicMapping,
        PartitionMapping partitionMapping,
        Optional<String> offsetHeader,
        boolean headersAreBytes,
        OptionalInt createdPartitions) {
    public static final String TOPIC_MAPPING = "topic.mapping";
    public static final String TOPIC_MAPPING_REGEX = "topic.mapping.regex";
    public static final String TOPIC_MAPPING_REPLACEMENT = "topic.mapping.replacement";
    public static final String PARTITION_MAPPING = "partition.mapping";
    public static final String ORIGINAL_OFFSET_HEADER = "original.offset.header";

    /** Connect's keys that make the worker create the topics of a source connector. */
    public static final String TOPIC_CREATION_PARTITIONS = "topic.creation.default.partitions";

    public static final String TOPIC_CREATION_REPLICATION = "topic.creation.default.replication.factor";

    public RestoreSettings {
        Objects.requireNonNull(topicMapping, "topicMapping");
        Objects.requireNonNull(partitionMapping, "partitionMapping");
        Objects.requireNonNull(offsetHeader, "offsetHeader");
        Objects.requireNonNull(createdPartitions, "createdPartitions");
    }

    /** The partition of a restored record. */
    public enum PartitionMapping {
        /** The original partition, which the topic must have. */
        KEEP,
        /** The partition that the producer chooses by the key. */
        BY_KEY
    }

    static final class Keys implements KeyGroup<RestoreSettings> {
        static final List<String> ALL = List.of(
                TOPIC_MAPPING,
                TOPIC_MAPPING_REGEX,
                TOPIC_MAPPING_REPLACEMENT,
                PARTITION_MAPPING,
                ORIGINAL_OFFSET_HEADER);

        private static final EnumValues<PartitionMapping> PARTITION_MAPPINGS = EnumValues.of(PartitionMapping.class);

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Restoring");
            group.key(TOPIC_MAPPING, LIST, "Topic mapping")
                    .defaultsTo(List.of())
                    .must(Checks.list("from:to", TopicMapping::parse))
                    .importance(HIGH)
                    .width(Width.LONG)
                    .says("Topics of restored records, as a list of from:to, such as orders:orders-replayed. A topic"
                            + " that is neither listed nor matched by topic.mapping.regex keeps its name.");
            group.key(TOPIC_MAPPING_REGEX, STRING, "Topic mapping pattern")
                    .defaultsTo("")
                    .must(Checks.text("a regular expression", Keys::requirePattern))
                    .says("Regular expression for whole names of topics that topic.mapping does not list; a name that"
                            + " matches becomes topic.mapping.replacement.");
            group.key(TOPIC_MAPPING_REPLACEMENT, STRING, "Topic mapping replacement")
                    .defaultsTo("")
                    .says("New name of a topic that topic.mapping.regex matches; $1 is the match of its first group.");
            group.key(PARTITION_MAPPING, STRING, "Partition mapping")
                    .defaultsTo(PARTITION_MAPPINGS.name(PartitionMapping.KEEP))
                    .must(PARTITION_MAPPINGS)
                    .width(Width.SHORT)
                    .says("Partition of restored records. keep: the original partition, which the topic must have."
                            + " by-key: the partition that the producer chooses by the key.");
            group.key(ORIGINAL_OFFSET_HEADER, STRING, "Header for the offset")
                    .defaultsTo("")
                    .importance(LOW)
                    .says("Name of a header for the original offset of a restored record, as INT64, or as its digits"
                            + " with a header.converter for bytes. It is the last header. Empty for none.");
        }

        static void requirePattern(String regex) {
            try {
                Pattern.compile(regex);
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException("it is no regular expression: " + e.getDescription(), e);
            }
        }

        @Override
        public void check(Values values, Faults faults) {
            checkReplacement(values, faults);
        }

        private static void checkReplacement(Values values, Faults faults) {
            boolean hasPattern = !values.text(TOPIC_MAPPING_REGEX).isEmpty();
            boolean hasReplacement = !values.text(TOPIC_MAPPING_REPLACEMENT).isEmpty();
            if (hasPattern != hasReplacement) {
                faults.add(
                        hasPattern ? TOPIC_MAPPING_REPLACEMENT : TOPIC_MAPPING_REGEX,
                        TOPIC_MAPPING_REGEX + " and " + TOPIC_MAPPING_REPLACEMENT
                                + " must both be set or both be empty");
            } else if (hasPattern && !isLegalReplacement(values.text(TOPIC_MAPPING_REPLACEMENT))) {
                faults.add(
                        TOPIC_MAPPING_REPLACEMENT,
                        "'" + values.text(TOPIC_MAPPING_REPLACEMENT) + "' gives no name of a topic, which has "
                                + TopicNames.RULE);
            } else if (hasPattern) {
                try {
                    // As an optional group the pattern matches the empty text, so the replacement is tried with its
                    // groups.
                    Pattern.compile("(?:" + values.text(TOPIC_MAPPING_REGEX) + ")?")
                            .matcher("")
                            .replaceFirst(values.text(TOPIC_MAPPING_REPLACEMENT));
                } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                    faults.add(
                            TOPIC_MAPPING_REPLACEMENT, "does not fit " + TOPIC_MAPPING_REGEX + ": " + e.getMessage());
                }
            }
        }

        /** What is left of the replacement without its groups must be part of a name. */
        private static boolean isLegalReplacement(String replacement) {
            String fixed = replacement.replaceAll("\\$(\\d+|\\{\\w+})", "x");
            return fixed.contains("\\") || fixed.contains("$") || TopicNames.isLegal(fixed);
        }

        @Override
        public RestoreSettings read(Values values) {
            return new RestoreSettings(
                    topicMapping(values),
                    partitionMapping(values),
                    values.nonEmptyText(ORIGINAL_OFFSET_HEADER),
                    HeaderConverter.isOfBytes(values.given()),
                    createdPartitions(values));
        }

        private static TopicMapping topicMapping(Values values) {
            return new TopicMapping(
                    TopicMapping.parse(values.list(TOPIC_MAPPING)),
                    values.nonEmptyText(TOPIC_MAPPING_REGEX)
                            .map(regex -> new TopicMapping.Rule(
                                    Pattern.compile(regex), values.text(TOPIC_MAPPING_REPLACEMENT))));
        }

        private static PartitionMapping partitionMapping(Values values) {
            return PARTITION_MAPPINGS.parse(values.text(PARTITION_MAPPING));
        }

        /** The worker reports what is no number. */
        private static OptionalInt createdPartitions(Values values) {
            try {
                String given = values.given().getOrDefault(TOPIC_CREATION_PARTITIONS, "");
                int partitions = Integer.parseInt(given.trim());
                return partitions > 0 ? OptionalInt.of(partitions) : OptionalInt.empty();
            } catch (NumberFormatException e) {
                return OptionalInt.empty();
            }
        }
    }
}
