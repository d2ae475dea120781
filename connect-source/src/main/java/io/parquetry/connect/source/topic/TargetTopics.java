package io.parquetry.connect.source.topic;

import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.RestoreSettings;
import io.parquetry.connect.source.config.RestoreSettings.PartitionMapping;
import java.io.Closeable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics that records come back to, which must have the partitions that the records had where these are kept.
 *
 * <p>Where brokers can be asked, a partition that is not there fails the task before a record is sent to it. Where they
 * cannot, the producer waits for it and fails with words of its own; so the log says beforehand what a topic must have, and
 * at the end in which partitions nothing has arrived.
 */
public final class TargetTopics implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(TargetTopics.class);

    private final RestoreSettings settings;
    private final Optional<PartitionCounts> counts;
    private final boolean keepsPartition;
    private final boolean mustExist;

    /** How many partitions topics have, as far as brokers were asked, or the log says that they must have. */
    private final Map<String, Integer> partitions = new HashMap<>();

    /** Where records were sent. */
    private final Set<TopicPartition> used = new HashSet<>();

    private boolean isProbe;

    /** Where records were sent and none has arrived yet; the worker answers from threads of its own. */
    private final Set<TopicPartition> unproven = ConcurrentHashMap.newKeySet();

    /** @param counts where brokers can be asked */
    public TargetTopics(RestoreSettings settings, Optional<PartitionCounts> counts) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.counts = Objects.requireNonNull(counts, "counts");
        this.keepsPartition = settings.partitionMapping() == PartitionMapping.KEEP;
        this.mustExist =
                settings.admin().filter(admin -> !admin.workerCreatesTopics()).isPresent();
    }

    /**
     * The topic that records of a stored topic go to.
     *
     * @throws ConnectException when the mapping makes something of it that no topic can be called
     */
    public String target(String topic) {
        try {
            return settings.topicMapping().target(topic);
        } catch (IllegalArgumentException e) {
            String key = RestoreSettings.TOPIC_MAPPING_REPLACEMENT;
            throw new ConfigMismatchException(key, key + ": " + e.getMessage(), e);
        }
    }

    /**
     * Makes sure, as far as that can be known, that the records of a stored topic-partition can come back.
     *
     * @throws ConnectException when their topic does not have their partition
     * @throws RetriableException when the brokers do not answer
     */
    public void require(String topic, int partition) {
        String target = target(topic);
        if (!keepsPartition || partitions.getOrDefault(target, 0) > partition) {
            return;
        }
        if (counts.isPresent()) {
            requireAtBroker(topic, partition, target);
        } else {
            partitions.put(target, partition + 1);
            LOG.info(
                    "Records of {} keep their partitions in {}, which must have at least {}; without {} this is not"
                            + " checked",
                    topic,
                    target,
                    partition + 1,
                    RestoreSettings.ADMIN_BOOTSTRAP_SERVERS);
        }
    }

    private void requireAtBroker(String topic, int partition, String target) {
        OptionalInt count = counts.orElseThrow().of(target);
        if (count.isPresent() && count.getAsInt() <= partition) {
            throw new ConfigMismatchException(
                    RestoreSettings.PARTITION_MAPPING,
                    "the topic " + target + " has " + count.getAsInt() + " partitions, but records of " + topic
                            + " were in partition " + partition + ": " + remedy(target, partition));
        } else if (count.isEmpty() && mustExist) {
            throw new ConfigMismatchException(
                    RestoreSettings.TOPIC_MAPPING,
                    "there is no topic " + target + " for the records of " + topic + ": " + remedy(target, partition));
        }
        count.ifPresent(known -> partitions.put(target, known));
    }

    private static String remedy(String target, int partition) {
        return "give " + target + " at least " + (partition + 1) + " partitions, or set "
                + RestoreSettings.PARTITION_MAPPING + " to by-key; nothing of them was sent";
    }

    /** Notes that records are about to be sent to a partition of a target. */
    public void sending(String target, int partition) {
        TopicPartition to = new TopicPartition(target, partition);
        if (keepsPartition && used.add(to)) {
            unproven.add(to);
            isProbe = counts.isEmpty();
        }
    }

    /**
     * Whether the record that is about to be sent is the first one to a partition of which nobody knows whether it is
     * there. It should be the last of its batch: a producer waits for a missing partition once for each record, and an
     * exactly-once worker has it wait for all of them before it fails.
     */
    public boolean takeProbe() {
        boolean was = isProbe;
        isProbe = false;
        return was;
    }

    /** Notes that a record has arrived. */
    public void arrived(String target, Integer partition) {
        if (!unproven.isEmpty() && partition != null) {
            unproven.remove(new TopicPartition(target, partition));
        }
    }

    /** Says in which partitions nothing has arrived. */
    @Override
    public void close() {
        counts.ifPresent(PartitionCounts::close);
        if (!unproven.isEmpty()) {
            Set<String> names =
                    unproven.stream().map(TopicPartition::toString).collect(Collectors.toCollection(TreeSet::new));
            LOG.warn(
                    "Of what was sent to {} nothing has arrived. If a producer says that such a partition is not present"
                            + " in metadata, the topic has too few: add partitions, or set {} to by-key. What has not"
                            + " arrived is sent again when the task starts again",
                    names,
                    RestoreSettings.PARTITION_MAPPING);
        }
    }
}
