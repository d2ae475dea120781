package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.HeaderConverterKey;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
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
        static final List<String> ALL = List.of(TOPIC_MAPPING, PARTITION_MAPPING, ORIGINAL_OFFSET_HEADER);

        private static final EnumValues<PartitionMapping> PARTITION_MAPPINGS = EnumValues.of(PartitionMapping.class);

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Restoring");
            group.key(TOPIC_MAPPING, LIST, "Topic mapping")
                    .defaultsTo(List.of())
                    .must(Checks.list("from:to", TopicMapping::parse))
                    .importance(HIGH)
                    .width(Width.LONG)
                    .says("Topics of restored records, such as orders:orders-replayed. A topic that is not listed"
                            + " keeps its name. Connect's RegexRouter renames by a pattern, without"
                            + " admin.bootstrap.servers, which checks topics before transformations.");
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
                            + " with a header.converter for bytes. It is the last header.");
        }

        @Override
        public Map<String, String> removed() {
            String advice = "list the topics in " + TOPIC_MAPPING + ", or rename them by Connect's transformation"
                    + " org.apache.kafka.connect.transforms.RegexRouter";
            return Map.of("topic.mapping.regex", advice, "topic.mapping.replacement", advice);
        }

        @Override
        public RestoreSettings read(ConfigValues values) {
            return new RestoreSettings(
                    new TopicMapping(TopicMapping.parse(values.list(TOPIC_MAPPING))),
                    partitionMapping(values),
                    values.nonEmptyText(ORIGINAL_OFFSET_HEADER),
                    HeaderConverterKey.isOfBytes(values.given()),
                    createdPartitions(values));
        }

        private static PartitionMapping partitionMapping(ConfigValues values) {
            return PARTITION_MAPPINGS.parse(values.text(PARTITION_MAPPING));
        }

        /** The worker reports what is no number. */
        private static OptionalInt createdPartitions(ConfigValues values) {
            try {
                int partitions = Integer.parseInt(values.ofConnect(TOPIC_CREATION_PARTITIONS));
                return partitions > 0 ? OptionalInt.of(partitions) : OptionalInt.empty();
            } catch (NumberFormatException e) {
                return OptionalInt.empty();
            }
        }
    }
}
