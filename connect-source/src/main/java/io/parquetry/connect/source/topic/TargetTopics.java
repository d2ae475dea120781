package io.parquetry.connect.source.topic;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.RestoreSettings;
import io.parquetry.connect.source.config.RestoreSettings.PartitionMapping;
import java.io.Closeable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
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
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The topics that restored records are sent to. Where records keep their partitions, the topics must have these
 * partitions.
 *
 * <p>With an admin client, a missing partition fails the task before a record is sent to it. Without one, the producer
 * waits for the partition and then fails with a message that does not name the cause; so the log says beforehand how
 * many partitions a topic needs, and at the end to which partitions no record was delivered.
 */
public final class TargetTopics implements Closeable {
    private static final Log LOG = Log.of(TargetTopics.class);

    private static final int TOPICS_SHOWN_MAX = 5;

    private final RestoreSettings settings;
    private final Optional<PartitionCounts> counts;
    private final boolean keepsPartition;
    private final boolean mustExist;

    /** The partition counts that the brokers gave, or that the log says are needed. */
    private final Map<String, Integer> partitions = new HashMap<>();

    /** The partitions that records were sent to. */
    private final Set<TopicPartition> used = new HashSet<>();

    /** For each stored topic the highest partition of the whole archive. The watch of the sending reads it. */
    private final Map<String, Integer> highest = new ConcurrentHashMap<>();

    private boolean isProbe;

    /** Those of them where no record was delivered yet. The worker's threads remove entries. */
    private final Set<TopicPartition> undelivered = ConcurrentHashMap.newKeySet();

    /** @param counts empty without an admin client */
    public TargetTopics(RestoreSettings settings, Optional<PartitionCounts> counts) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.counts = Objects.requireNonNull(counts, "counts");
        this.keepsPartition = settings.partitionMapping() == PartitionMapping.KEEP;
        this.mustExist =
                settings.admin().filter(admin -> !admin.workerCreatesTopics()).isPresent();
    }

    /**
     * The topic that records of a stored topic are sent to.
     *
     * @throws ConnectException when the mapped name is not valid for a topic
     */
    public String target(String topic) {
        try {
            return settings.topicMapping().target(topic);
        } catch (IllegalArgumentException e) {
            String key = RestoreSettings.TOPIC_MAPPING_REPLACEMENT;
            throw new ConfigMismatchException(key, key + ": " + e.getMessage(), e);
        }
    }

    /** Takes a stored topic-partition of the archive, whichever task sends it. */
    public void stored(String topic, int partition) {
        highest.merge(topic, partition, Math::max);
    }

    /** How many partitions a target topic needs for all stored topics that are sent to it. */
    private int needed(String target, int partition) {
        int needed = partition + 1;
        for (Map.Entry<String, Integer> stored : highest.entrySet()) {
            if (stored.getValue() >= needed && isTarget(target, stored.getKey())) {
                needed = stored.getValue() + 1;
            }
        }
        return needed;
    }

    private boolean isTarget(String target, String stored) {
        try {
            return target(stored).equals(target);
        } catch (ConfigMismatchException e) {
            return false;
        }
    }

    /**
     * Checks, as far as that can be known, that the records of a stored topic-partition can be sent.
     *
     * @throws ConnectException when the topic does not have the partition
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
            int needed = needed(target, partition);
            LOG.info(
                    "Records of {} keep their partitions in {}, which must have at least {}; without {} this is not"
                            + " checked",
                    topic,
                    target,
                    needed,
                    RestoreSettings.ADMIN_BOOTSTRAP_SERVERS);
            if (settings.createdPartitions().orElse(needed) < needed) {
                LOG.warn("{}, unless it exists already", createdTooSmall(target, needed));
            }
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
                    "the topic " + target + " for the records of " + topic + " does not exist: "
                            + remedy(target, partition));
        } else if (count.isEmpty() && settings.createdPartitions().orElse(partition + 1) <= partition) {
            throw new ConfigMismatchException(
                    RestoreSettings.TOPIC_CREATION_PARTITIONS, createdTooSmall(target, needed(target, partition)));
        }
        count.ifPresent(known -> partitions.put(target, known));
    }

    private String createdTooSmall(String target, int needed) {
        return RestoreSettings.TOPIC_CREATION_PARTITIONS + "="
                + settings.createdPartitions().orElseThrow() + " makes the topic " + target
                + " too small for the restored records, which keep their partitions; set it to " + needed + ", or set "
                + RestoreSettings.PARTITION_MAPPING + " to by-key";
    }

    private String remedy(String target, int partition) {
        return "give " + target + " at least " + needed(target, partition) + " partitions, or set "
                + RestoreSettings.PARTITION_MAPPING + " to by-key; nothing of them was sent";
    }

    /**
     * Says for which topics and partitions of a batch a producer waits, and what to do. The records come from another
     * thread than the task's.
     */
    public String missing(List<SourceRecord> batch) {
        Set<TopicPartition> partitions = new LinkedHashSet<>();
        Set<String> topics = new TreeSet<>();
        for (SourceRecord sent : batch) {
            if (sent.kafkaPartition() == null) {
                topics.add(sent.topic());
            } else {
                partitions.add(new TopicPartition(sent.topic(), sent.kafkaPartition()));
            }
        }
        Set<TopicPartition> unknown = new LinkedHashSet<>(partitions);
        unknown.retainAll(undelivered);
        List<TopicPartition> suspects = List.copyOf(unknown.isEmpty() ? partitions : unknown);
        if (suspects.isEmpty()) {
            return "for the topic " + shown(topics) + ", which the brokers do not show. Create it, let the worker"
                    + " create it (" + RestoreSettings.TOPIC_CREATION_PARTITIONS + " and "
                    + RestoreSettings.TOPIC_CREATION_REPLICATION + "), or check whether the brokers answer and whether"
                    + " the worker's producer may see the topic";
        }
        TopicPartition missing = suspects.get(suspects.size() - 1);
        String target = missing.topic();
        int needed = needed(target, missing.partition());
        return "for partition " + missing.partition() + " of topic " + target
                + ", which the brokers do not show. Restored records keep their partitions, and for all files the topic"
                + " needs " + needed + " partitions. Create " + target + " with " + needed
                + " partitions or add some to it, let the worker create it ("
                + RestoreSettings.TOPIC_CREATION_PARTITIONS + "=" + needed + " and "
                + RestoreSettings.TOPIC_CREATION_REPLICATION + "), or set " + RestoreSettings.PARTITION_MAPPING
                + " to by-key. If it has them, check whether the brokers answer and whether the worker's producer may"
                + " see the topic";
    }

    private static String shown(Set<String> topics) {
        String some = topics.stream().limit(TOPICS_SHOWN_MAX).collect(Collectors.joining(" or "));
        int more = topics.size() - TOPICS_SHOWN_MAX;
        return more > 0 ? some + " or one of " + more + " more" : some;
    }

    /** Takes the partition that the next record is sent to. */
    public void sending(String target, int partition) {
        TopicPartition to = new TopicPartition(target, partition);
        if (keepsPartition && used.add(to)) {
            undelivered.add(to);
            isProbe = counts.isEmpty();
        }
    }

    /**
     * Says, once, whether the last record was the first one to a partition that may be missing. Such a record should be
     * the last of its batch: a producer waits for a missing partition once for each record, and an exactly-once worker
     * waits for all records of the batch before it fails.
     */
    public boolean takeProbe() {
        boolean was = isProbe;
        isProbe = false;
        return was;
    }

    /** Takes the partition that a record was delivered to. */
    public void arrived(String target, Integer partition) {
        if (!undelivered.isEmpty() && partition != null) {
            undelivered.remove(new TopicPartition(target, partition));
        }
    }

    /** Logs the partitions to which no record was delivered. */
    @Override
    public void close() {
        counts.ifPresent(PartitionCounts::close);
        if (!undelivered.isEmpty()) {
            Set<String> names =
                    undelivered.stream().map(TopicPartition::toString).collect(Collectors.toCollection(TreeSet::new));
            LOG.warn(
                    "No record was delivered to {}. If the producer says that such a partition is not present in"
                            + " metadata, the topic has too few partitions: add some, or set {} to by-key. Undelivered"
                            + " records are sent again when the task is restarted",
                    names,
                    RestoreSettings.PARTITION_MAPPING);
        }
    }
}
