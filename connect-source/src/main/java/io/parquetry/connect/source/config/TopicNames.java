package io.parquetry.connect.source.config;

import java.util.regex.Pattern;

/** What Kafka takes for the name of a topic. */
public final class TopicNames {
    private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

    /** The rule, for messages. */
    public static final String RULE = "1 to 249 letters, digits, '.', '_' and '-', not \".\" or \"..\"";

    private TopicNames() {}

    public static boolean isTopic(String name) {
        return TOPIC.matcher(name).matches() && !name.equals(".") && !name.equals("..");
    }
}
