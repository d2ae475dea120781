package io.parquetry.connect.source.convert;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Which records a topic takes. A topic that sets the timestamps itself ({@code LogAppendTime}) takes any timestamp.
 *
 * @param beforeMs how old a timestamp may be
 * @param afterMs how far ahead of the broker's clock a timestamp may be
 * @param bytesMax of a record
 */
public record TopicLimits(long beforeMs, long afterMs, long bytesMax) {
    /** No limit is known. */
    public static final TopicLimits NONE = new TopicLimits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    static final String TIMESTAMP_TYPE = "message.timestamp.type";
    static final String BEFORE_MS = "message.timestamp.before.max.ms";
    static final String AFTER_MS = "message.timestamp.after.max.ms";

    /** The one limit of brokers before Kafka 3.6; up to 3.9 it holds where the others have their defaults. */
    static final String DIFFERENCE_MS = "message.timestamp.difference.max.ms";

    static final String BYTES_MAX = "max.message.bytes";

    /** The limits in the configuration of a topic. */
    public static TopicLimits of(Map<String, String> config) {
        long bytesMax = number(config, BYTES_MAX);
        if ("LogAppendTime".equals(config.get(TIMESTAMP_TYPE))) {
            return new TopicLimits(Long.MAX_VALUE, Long.MAX_VALUE, bytesMax);
        }
        long differenceMs = number(config, DIFFERENCE_MS);
        long beforeMs = number(config, BEFORE_MS);
        long afterMs = number(config, AFTER_MS);
        return new TopicLimits(
                beforeMs == Long.MAX_VALUE ? differenceMs : beforeMs,
                afterMs == Long.MAX_VALUE ? differenceMs : afterMs,
                bytesMax);
    }

    private static long number(Map<String, String> config, String name) {
        String value = config.get(name);
        return value == null ? Long.MAX_VALUE : Long.parseLong(value);
    }

    /**
     * Why the topic refuses a record; empty when it takes the record.
     *
     * @param timestampMs null when the producer sets the timestamp
     * @param bytesMin the bytes that are sent at least, if they are more than a limit
     */
    Optional<String> refusal(String topic, Long timestampMs, long nowMs, LongUnaryOperator bytesMin) {
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
