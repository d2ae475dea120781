package io.parquetry.connect.source.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The target topic of a restored record: the topic that is listed for the original topic, else the original topic.
 *
 * @param names for each listed topic its target
 */
public record TopicMapping(Map<String, String> names) {
    public static final TopicMapping SAME = new TopicMapping(Map.of());

    public TopicMapping {
        names = Map.copyOf(names);
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

    /** The target of an original topic. */
    public String target(String topic) {
        return names.getOrDefault(topic, topic);
    }
}
