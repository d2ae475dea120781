package io.parquetry.connect.source.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The target topic of a restored record: the topic that is listed for the original topic, else the replacement when the
 * rule matches the whole name, else the original topic.
 *
 * @param names for each listed topic its target
 */
public record TopicMapping(Map<String, String> names, Optional<Rule> rule) {
    public static final TopicMapping SAME = new TopicMapping(Map.of(), Optional.empty());

    /**
     * A regular expression for whole names, and their replacement, with {@code $1} for the first group.
     */
    public record Rule(Pattern pattern, String replacement) {
        public Rule {
            Objects.requireNonNull(pattern, "pattern");
            Objects.requireNonNull(replacement, "replacement");
        }
    }

    public TopicMapping {
        names = Map.copyOf(names);
        Objects.requireNonNull(rule, "rule");
    }

    /**
     * Parses entries {@code from:to}.
     *
     * @throws IllegalArgumentException with the entry and the reason
     */
    public static Map<String, String> parse(List<String> entries) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String entry : entries) {
            String[] parts = entry.split(":", -1);
            if (parts.length != 2 || !TopicNames.isLegal(parts[0]) || !TopicNames.isLegal(parts[1])) {
                throw new IllegalArgumentException("'" + entry + "' is not of the form from:to with the names of two"
                        + " topics, which have " + TopicNames.RULE);
            }
            if (names.putIfAbsent(parts[0], parts[1]) != null) {
                throw new IllegalArgumentException("the topic " + parts[0] + " is listed twice");
            }
        }
        return names;
    }

    /** Whether the user has listed the target of an original topic by name. */
    public boolean lists(String topic) {
        return names.containsKey(topic);
    }

    /**
     * The target of an original topic.
     *
     * @throws IllegalArgumentException when the replacement is not a legal name of a topic
     */
    public String target(String topic) {
        String listed = names.get(topic);
        if (listed != null || rule.isEmpty()) {
            return listed == null ? topic : listed;
        }
        Matcher matcher = rule.get().pattern().matcher(topic);
        if (!matcher.matches()) {
            return topic;
        }
        String target = matcher.replaceFirst(rule.get().replacement());
        if (!TopicNames.isLegal(target)) {
            throw new IllegalArgumentException("the replacement for the topic " + topic + " is '" + target
                    + "'; a topic's name has " + TopicNames.RULE);
        }
        return target;
    }
}
