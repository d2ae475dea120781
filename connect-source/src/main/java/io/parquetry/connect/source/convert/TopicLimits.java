package io.parquetry.connect.source.convert;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Which records a topic takes. A topic that sets the timestamps itself ({@code LogAppendTime}) takes any timestamp.
 *
 * @param beforeMs how old a timestamp may be
 * @param afterMs how far ahead of the broker's clock a timestamp may be
 * @param bytesMax of a record
 * @param keyRequired whether each record must have a key: the topic is compacted
 */
public record TopicLimits(long beforeMs, long afterMs, long bytesMax, boolean keyRequired) {
    /** No limit is known. */
    public static final TopicLimits NONE = new TopicLimits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, false);

    static final String TIMESTAMP_TYPE = "message.timestamp.type";
    static final String BEFORE_MS = "message.timestamp.before.max.ms";
    static final String AFTER_MS = "message.timestamp.after.max.ms";

    /** The one limit of brokers before Kafka 3.6; up to 3.9 it holds where the others have their defaults. */
    static final String DIFFERENCE_MS = "message.timestamp.difference.max.ms";

    static final String BYTES_MAX = "max.message.bytes";
    static final String CLEANUP_POLICY = "cleanup.policy";

    /** The limits in the configuration of a topic. */
    public static TopicLimits of(Map<String, String> config) {
        long bytesMax = number(config, BYTES_MAX);
        String cleanup = config.get(CLEANUP_POLICY);
        boolean keyRequired = cleanup != null && List.of(cleanup.split(" *, *")).contains("compact");
        if ("LogAppendTime".equals(config.get(TIMESTAMP_TYPE))) {
            return new TopicLimits(Long.MAX_VALUE, Long.MAX_VALUE, bytesMax, keyRequired);
        }
        long differenceMs = number(config, DIFFERENCE_MS);
        long beforeMs = number(config, BEFORE_MS);
        long afterMs = number(config, AFTER_MS);
        return new TopicLimits(
                beforeMs == Long.MAX_VALUE ? differenceMs : beforeMs,
                afterMs == Long.MAX_VALUE ? differenceMs : afterMs,
                bytesMax,
                keyRequired);
    }

    private static long number(Map<String, String> config, String name) {
        String value = config.get(name);
        return value == null ? Long.MAX_VALUE : Long.parseLong(value);
    }

    /**
     * Why the topic refuses a record; empty when it takes the record.
     *
     * @param hasKey whether the record has a key, for all that is known
     * @param bytesMin the bytes that are sent at least, if they are more than a limit
     */
    Optional<String> refusal(SourceRecord record, boolean hasKey, long nowMs, LongUnaryOperator bytesMin) {
        String topic = record.topic();
        Long timestampMs = record.timestamp();
        if (keyRequired && !hasKey) {
            return Optional.of("it has no key, and the topic " + topic + " is compacted (" + CLEANUP_POLICY
                    + "). Name columns that are never null in key.columns, choose another topic, or exclude such rows"
                    + " by filter");
        }
        if (timestampMs != null && timestampMs - nowMs > afterMs) {
            return Optional.of(untimely(topic, timestampMs, timestampMs - nowMs, "ahead of", afterMs, AFTER_MS));
        } else if (timestampMs != null && nowMs - timestampMs > beforeMs) {
            return Optional.of(untimely(topic, timestampMs, nowMs - timestampMs, "behind", beforeMs, BEFORE_MS));
        }
        long bytes = bytesMax == Long.MAX_VALUE ? 0 : bytesMin.applyAsLong(bytesMax);
        return bytes > bytesMax
                ? Optional.of("it has at least " + bytes + " bytes, and the topic " + topic + " takes " + bytesMax
                        + " ("
                        + BYTES_MAX + "). Raise that and producer.override.max.request.size; set record.max.bytes where"
                        + " the producer compresses; or exclude such rows by filter")
                : Optional.empty();
    }

    private static String untimely(String topic, long timestampMs, long byMs, String side, long limitMs, String key) {
        return "its timestamp " + Instant.ofEpochMilli(timestampMs) + " (" + timestampMs + ") is " + byMs + " ms "
                + side
                + " the worker's clock, and the topic " + topic + " takes " + limitMs + " (" + key
                + "). Choose another timestamp.column, raise that limit, set " + TIMESTAMP_TYPE
                + "=LogAppendTime, or exclude such rows by filter";
    }
}
