package io.parquetry.connect.source.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which topic a record goes to that came from a topic: the one that is named for it, else what the rule makes of the
 * name when the rule matches all of it, else the topic it came from.
 */
public record TopicMapping(Map<String, String> names, Optional<Rule> rule) {
    public static final TopicMapping SAME = new TopicMapping(Map.of(), Optional.empty());

    /**
     * A regular expression for whole names, and what they become, with {@code $1} for the first group.
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
    static Map<String, String> parse(List<String> entries) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String entry : entries) {
            String[] parts = entry.split(":", -1);
            if (parts.length != 2 || !TopicNames.isTopic(parts[0]) || !TopicNames.isTopic(parts[1])) {
                throw new IllegalArgumentException("'" + entry + "' is not of the form from:to with the names of two"
                        + " topics, which have " + TopicNames.RULE);
            }
            if (names.putIfAbsent(parts[0], parts[1]) != null) {
                throw new IllegalArgumentException("the topic " + parts[0] + " is named twice");
            }
        }
        return names;
    }

    /**
     * The topic that records of {@code topic} go to.
     *
     * @throws IllegalArgumentException when the rule makes something of the name that no topic can be called
     */
    public String target(String topic) {
        String named = names.get(topic);
        if (named != null || rule.isEmpty()) {
            return named == null ? topic : named;
        }
        Matcher matcher = rule.get().pattern().matcher(topic);
        if (!matcher.matches()) {
            return topic;
        }
        String target = matcher.replaceFirst(rule.get().replacement());
        if (!TopicNames.isTopic(target)) {
            throw new IllegalArgumentException("the topic " + topic + " becomes '" + target + "' by "
                    + RestoreKeys.TOPIC_MAPPING_REPLACEMENT + "; a topic's name has " + TopicNames.RULE);
        }
        return target;
    }
}
