package io.parquetry.connect.common.naming;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a data file that the sink wrote: {@code <topic>+<partition>+<first offset>+<last offset>.parquet}, and
 * {@code ...+<last offset>+g<generation>.parquet} for offsets that are written again after a user has altered the
 * connector's offsets. Offsets are padded with zeros to ten digits, so that names sort by offset.
 *
 * <p>A topic's name has no {@code +} and no {@code %} (Kafka allows letters, digits, {@code . _ -}), so names are
 * unambiguous: {@link #parse} accepts exactly the results of {@link #format}. Readers of data ignore names that begin
 * with {@code _} or {@code .}; where a topic's name does, that character becomes {@code %5F} or {@code %2E}.
 *
 * @param firstOffset smallest offset in the file
 * @param lastOffset largest offset in the file; offsets between the two may be in other files
 * @param generation how often a user has altered the offsets
 */
public record DataFileName(String topic, int partition, long firstOffset, long lastOffset, int generation) {
    /** The longest name that all known storages accept. */
    public static final int NAME_BYTES_MAX = 255;

    private static final String SUFFIX = ".parquet";
    private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
    private static final Pattern NAME =
            Pattern.compile("((?:%5F|%2E|[a-zA-Z0-9-])[a-zA-Z0-9._-]{0,248})\\+(0|[1-9][0-9]{0,9})"
                    + "\\+([0-9]{10}|[1-9][0-9]{10,18})\\+([0-9]{10}|[1-9][0-9]{10,18})"
                    + "(?:\\+g([1-9][0-9]{0,9}))?\\.parquet");

    public DataFileName {
        Objects.requireNonNull(topic, "topic");
        if (!isTopic(topic)) {
            throw new IllegalArgumentException("topic name \"" + topic
                    + "\" is not one that Kafka allows: 1 to 249 letters, digits, '.', '_' and '-', not \".\""
                    + " or \"..\"");
        }
        if (partition < 0 || generation < 0) {
            throw new IllegalArgumentException("partition " + partition + " and generation " + generation + " of topic "
                    + topic + " must not be negative");
        }
        if (firstOffset < 0 || lastOffset < firstOffset) {
            throw new IllegalArgumentException("offsets " + firstOffset + " to " + lastOffset + " of topic " + topic
                    + " are not a range: the first must be 0 or more and at most the last");
        }
        int length = text(topic, partition, firstOffset, lastOffset, generation).length();
        if (length > NAME_BYTES_MAX) {
            throw new IllegalArgumentException("the file name for topic " + topic + " would have " + length
                    + " bytes; storages take at most " + NAME_BYTES_MAX + ", so the topic's name is "
                    + (length - NAME_BYTES_MAX) + " too long to be archived under its own name");
        }
    }

    /**
     * The longest name that a file of a topic-partition can have.
     *
     * @throws IllegalArgumentException when no file can be named after it
     */
    public static DataFileName longestOf(String topic, int partition) {
        return new DataFileName(topic, partition, Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
    }

    private static boolean isTopic(String topic) {
        return TOPIC.matcher(topic).matches() && !topic.equals(".") && !topic.equals("..");
    }

    private static String text(String topic, int partition, long firstOffset, long lastOffset, int generation) {
        return visible(topic) + "+" + partition + "+" + Digits.padded(firstOffset) + "+" + Digits.padded(lastOffset)
                + (generation == 0 ? "" : "+g" + generation) + SUFFIX;
    }

    private static String visible(String topic) {
        return switch (topic.charAt(0)) {
            case '_' -> "%5F" + topic.substring(1);
            case '.' -> "%2E" + topic.substring(1);
            default -> topic;
        };
    }

    private static String topicOf(String visible) {
        return visible.startsWith("%") ? (visible.startsWith("%5F") ? "_" : ".") + visible.substring(3) : visible;
    }

    /** The name, without any directory. */
    public String format() {
        return text(topic, partition, firstOffset, lastOffset, generation);
    }

    /** Parses a name without directories; empty when it is not a result of {@link #format}. */
    public static Optional<DataFileName> parse(String name) {
        Matcher matcher = NAME.matcher(name);
        if (name.length() > NAME_BYTES_MAX || !matcher.matches() || !isTopic(topicOf(matcher.group(1)))) {
            return Optional.empty();
        }
        try {
            int partition = Integer.parseInt(matcher.group(2));
            long firstOffset = Long.parseLong(matcher.group(3));
            long lastOffset = Long.parseLong(matcher.group(4));
            int generation = matcher.group(5) == null ? 0 : Integer.parseInt(matcher.group(5));
            return firstOffset > lastOffset
                    ? Optional.empty()
                    : Optional.of(new DataFileName(
                            topicOf(matcher.group(1)), partition, firstOffset, lastOffset, generation));
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return format();
    }
}
