package io.parquetry.connect.source.config;

import io.parquetry.connect.source.offset.SinkStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Bounds of stored offsets, one for all topic-partitions and others for single ones.
 *
 * @param others for topic-partitions that are not in {@code byStream}; empty when they have no bound
 */
public record OffsetBounds(OptionalLong others, Map<SinkStream, Long> byStream) {
    /** No bounds. */
    public static final OffsetBounds NONE = new OffsetBounds(OptionalLong.empty(), Map.of());

    private static final String RULE =
            "an entry is an offset for all topic-partitions, such as 1000, or topic:partition:offset"
                    + " for one of them, such as orders:0:1000";

    public OffsetBounds {
        Objects.requireNonNull(others, "others");
        byStream = Map.copyOf(byStream);
    }

    /** The bound of a topic-partition, if it has one. */
    public OptionalLong of(SinkStream stream) {
        Long bound = byStream.get(stream.anywhere());
        return bound == null ? others : OptionalLong.of(bound);
    }

    /**
     * Parses entries {@code 1000} and {@code topic:partition:offset}.
     *
     * @throws IllegalArgumentException with the invalid entry
     */
    public static OffsetBounds parse(List<String> entries) {
        OptionalLong others = OptionalLong.empty();
        Map<SinkStream, Long> byStream = new HashMap<>();
        for (String entry : entries) {
            String[] parts = entry.split(":", -1);
            boolean isDuplicate;
            if (parts.length == 1) {
                isDuplicate = others.isPresent();
                others = OptionalLong.of(number(entry, parts[0], Long.MAX_VALUE));
            } else if (parts.length == 3 && TopicNames.isLegal(parts[0])) {
                SinkStream stream = new SinkStream(parts[0], (int) number(entry, parts[1], Integer.MAX_VALUE));
                isDuplicate = byStream.put(stream, number(entry, parts[2], Long.MAX_VALUE)) != null;
            } else {
                throw new IllegalArgumentException("'" + entry + "' is no bound; " + RULE);
            }
            if (isDuplicate) {
                throw new IllegalArgumentException(
                        "'" + entry + "' is a second bound for the same topic-partitions; " + RULE);
            }
        }
        return new OffsetBounds(others, byStream);
    }

    private static long number(String entry, String digits, long max) {
        try {
            long number = Long.parseLong(digits);
            if (number >= 0 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a number out of range.
        }
        throw new IllegalArgumentException(
                "'" + digits + "' in '" + entry + "' is no whole number from 0 to " + max + "; " + RULE);
    }
}
