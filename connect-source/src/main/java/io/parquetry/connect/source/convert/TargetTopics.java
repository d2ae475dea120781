package io.parquetry.connect.source.convert;

import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.config.BrokerSettings;
import io.parquetry.connect.source.config.BrokerSettings.TopicCreation;
import io.parquetry.connect.source.config.ConfigMismatchException;
import io.parquetry.connect.source.config.RestoreSettings;
import io.parquetry.connect.source.config.RestoreSettings.PartitionMapping;
import io.parquetry.connect.source.config.SendSettings;
import java.io.Closeable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The topics that records are sent to. Where records keep their partitions, the topics must have these partitions.
 *
 * <p>With brokers to ask, a record that its topic would refuse is found before it is sent: each topic is asked for once
 * between two scans. Without them, the producer waits for a missing topic or partition and then fails with a message
 * that does not name the cause; so the log says beforehand how many partitions a topic needs, and at the end to which
 * partitions no record was delivered.
 */
public final class TargetTopics implements Closeable {
    private static final Log LOG = Log.of(TargetTopics.class);

    private final RestoreSettings settings;
    private final Optional<BrokerTopics> brokers;
    private final LongSupplier wallMs;
    private final boolean keepsPartition;
    private final TopicCreation creation;
    private final boolean rowsAreChecked;
    private final boolean sizesAreChecked;
    private final boolean nullKeysAreNone;

    /** What the brokers said since the last scan. */
    private final Map<String, TopicState> states = new HashMap<>();

    /** The missing topics that records of this task may create, by the name that collides with theirs. */
    private final Map<String, String> created = new HashMap<>();

    /** The partition counts that the log says are needed. */
    private final Map<String, Integer> unchecked = new HashMap<>();

    /** The partitions that records were sent to. */
    private final Set<TopicPartition> used = new HashSet<>();

    /** For each stored topic the highest partition of the whole archive. The watch of the sending reads it. */
    private final Map<String, Integer> highest = new ConcurrentHashMap<>();

    private String lastTarget;
    private int lastPartition;
    private boolean isProbe;

    /** Those of them where no record was delivered yet. The worker's threads remove entries. */
    private final Set<TopicPartition> undelivered = ConcurrentHashMap.newKeySet();

    /**
     * @param brokers empty where none are named
     * @param wallMs compared with the timestamps of records
     */
    public TargetTopics(SendSettings send, Optional<BrokerTopics> brokers, LongSupplier wallMs) {
        this.settings = send.restore();
        this.brokers = Objects.requireNonNull(brokers, "brokers");
        this.wallMs = Objects.requireNonNull(wallMs, "wallMs");
        this.keepsPartition = settings.partitionMapping() == PartitionMapping.KEEP;
        this.creation = send.brokers().map(BrokerSettings::creation).orElse(TopicCreation.NONE);
        this.rowsAreChecked = brokers.isPresent()
                && send.brokers().filter(BrokerSettings::rowsAreChecked).isPresent();
        this.sizesAreChecked =
                send.brokers().filter(BrokerSettings::sizesAreChecked).isPresent();
        this.nullKeysAreNone =
                send.brokers().filter(BrokerSettings::nullKeysAreNone).isPresent();
    }

    /** The topic that records of a stored topic are sent to. */
    public String target(String topic) {
        return settings.topicMapping().target(topic);
    }

    /** Forgets what the brokers said, since topics are created and changed. */
    public void askAgain() {
        states.clear();
    }

    /** Whether the limits of topics hold for records as they are given to the worker, and are known. */
    public boolean areRowsChecked() {
        return rowsAreChecked;
    }

    /** Whether the brokers say now that a topic is not there; false where none are asked. For any thread. */
    public boolean isGone(String target) {
        try {
            return brokers.isPresent() && brokers.get().of(target) instanceof TopicState.Missing;
        } catch (KafkaException | IllegalStateException e) {
            return false;
        }
    }

    private TopicState state(String target) {
        TopicState known = states.get(target);
        if (known == null) {
            known = brokers.map(asked -> asked.of(target)).orElseGet(TopicState.Unknown::new);
            states.put(target, known);
        }
        return known;
    }

    /**
     * Why its topic refuses a record; empty when it takes the record, for all that is known.
     *
     * @param bytesMin the bytes that are sent at least, if they are more than a limit
     * @throws RetriableException when the brokers do not answer
     */
    public Optional<String> refusal(SourceRecord record, LongUnaryOperator bytesMin) {
        if (!rowsAreChecked) {
            return Optional.empty();
        }
        String target = record.topic();
        TopicState state = state(target);
        if (state instanceof TopicState.Present present) {
            return refusal(present.limits(), record, bytesMin);
        } else if (state instanceof TopicState.Missing missing) {
            return refusalToCreate(target, missing)
                    .or(() -> creation == TopicCreation.CONFIGURED
                            ? Optional.empty()
                            : refusal(missing.limits(), record, bytesMin));
        }
        return Optional.empty();
    }

    /** A converter may make bytes of a null that has a schema. */
    private Optional<String> refusal(TopicLimits limits, SourceRecord record, LongUnaryOperator bytesMin) {
        boolean hasKey = record.key() != null || record.keySchema() != null && !nullKeysAreNone;
        return limits.refusal(record, hasKey, wallMs.getAsLong(), sizesAreChecked ? bytesMin : limit -> 0);
    }

    private Optional<String> refusalToCreate(String target, TopicState.Missing missing) {
        String first = created.putIfAbsent(TopicCollisions.unified(target), target);
        Optional<String> colliding =
                missing.colliding().or(() -> Optional.ofNullable(first).filter(other -> !other.equals(target)));
        if (colliding.isPresent()) {
            return Optional.of("the topic " + target + " cannot be created, since Kafka takes only one of the names "
                    + target + " and " + colliding.get() + ", which differ only in '.' and '_'. Send such rows to "
                    + colliding.get() + ", or exclude them by filter");
        }
        return creation == TopicCreation.NONE && !missing.brokersCreate()
                ? Optional.of("the topic " + target + " does not exist, and neither the worker nor the brokers create"
                        + " it. Create it, or set " + RestoreSettings.TOPIC_CREATION_PARTITIONS + " and "
                        + RestoreSettings.TOPIC_CREATION_REPLICATION + ", or exclude such rows by filter")
                : Optional.empty();
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
     * Why the records of a stored topic-partition cannot keep their partition; empty when they can, for all that is
     * known.
     *
     * @throws RetriableException when the brokers do not answer
     */
    public Optional<ConfigMismatchException> refusalOf(String topic, int partition) {
        if (!keepsPartition) {
            return Optional.empty();
        }
        String target = target(topic);
        TopicState state = state(target);
        if (state instanceof TopicState.Present present) {
            return present.partitions() > partition
                    ? Optional.empty()
                    : Optional.of(new ConfigMismatchException(
                            RestoreSettings.PARTITION_MAPPING,
                            "the topic " + target + " has " + present.partitions() + " partitions, but records of "
                                    + topic + " were in partition " + partition + ": " + remedy(target, partition)));
        } else if (state instanceof TopicState.Missing) {
            return refusalOfMissing(topic, partition, target);
        }
        logUnchecked(topic, partition, target);
        return Optional.empty();
    }

    private Optional<ConfigMismatchException> refusalOfMissing(String topic, int partition, String target) {
        if (creation == TopicCreation.NONE) {
            return Optional.of(new ConfigMismatchException(
                    RestoreSettings.TOPIC_MAPPING,
                    "the topic " + target + " for the records of " + topic + " does not exist: "
                            + remedy(target, partition)));
        }
        return settings.createdPartitions().orElse(partition + 1) > partition
                ? Optional.empty()
                : Optional.of(new ConfigMismatchException(
                        RestoreSettings.TOPIC_CREATION_PARTITIONS, createdTooSmall(target, needed(target, partition))));
    }

    private void logUnchecked(String topic, int partition, String target) {
        if (unchecked.getOrDefault(target, 0) > partition) {
            return;
        }
        unchecked.put(target, partition + 1);
        int needed = needed(target, partition);
        LOG.info(
                "Records of {} keep their partitions in {}, which must have at least {}; without {} this is not"
                        + " checked",
                topic,
                target,
                needed,
                AdminSettings.BOOTSTRAP_SERVERS);
        if (settings.createdPartitions().orElse(needed) < needed) {
            LOG.warn("{}, unless it exists already", createdTooSmall(target, needed));
        }
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
     * Says for which topic or partition a producer waits, and what to do. The records come from another thread than the
     * task's.
     *
     * @param sending the records of which the producer sends one
     */
    public String missing(List<SourceRecord> sending) {
        Set<TopicPartition> partitions = new LinkedHashSet<>();
        Set<String> topics = new TreeSet<>();
        for (SourceRecord sent : sending) {
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
            return "for the topic " + String.join(" or ", topics)
                    + ", which the brokers do not show. Create it, let the worker"
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

    /** Takes a record that is in a batch. Most records go where the record before them goes. */
    public void sending(SourceRecord sent) {
        Integer partition = sent.kafkaPartition();
        if (partition == null || partition == lastPartition && sent.topic().equals(lastTarget)) {
            return;
        }
        lastTarget = sent.topic();
        lastPartition = partition;
        TopicPartition to = new TopicPartition(lastTarget, lastPartition);
        if (used.add(to)) {
            undelivered.add(to);
            isProbe = state(lastTarget) instanceof TopicState.Unknown;
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
        brokers.ifPresent(BrokerTopics::close);
        if (!undelivered.isEmpty()) {
            Set<String> names =
                    undelivered.stream().map(TopicPartition::toString).collect(Collectors.toCollection(TreeSet::new));
            LOG.warn(
                    "No record was delivered to {}; undelivered records are sent again when the task is restarted."
                            + " If the producer says that such a partition is not present in metadata, add partitions"
                            + " to the topic, or set {} to by-key",
                    names,
                    RestoreSettings.PARTITION_MAPPING);
        }
    }
}
