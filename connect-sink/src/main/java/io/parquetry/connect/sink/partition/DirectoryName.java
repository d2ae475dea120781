package io.parquetry.connect.sink.partition;

import java.util.BitSet;

/**
 * Text as the name of a directory, or as a part of one, escaped as Hive does ({@code FileUtils.escapePathName}): what
 * would be special to a path, a shell or a URI becomes {@code %XX}. So no text leaves its directory, and readers that
 * know Hive's partitions read the text back.
 *
 * <p>Beyond Hive, a dot or underscore that a directory would begin with is escaped too: readers of data pass such
 * directories by, and so no name is {@code .} or {@code ..}.
 */
public final class DirectoryName {
    /** Where there is no value, or an empty one. */
    static final String OF_NOTHING = "__HIVE_DEFAULT_PARTITION__";

    private static final String SPECIAL = "\"#%'*/:=?\\\u007f{[]^";
    private static final BitSet ESCAPED = new BitSet();

    static {
        ESCAPED.set(0, ' ');
        SPECIAL.chars().forEach(ESCAPED::set);
    }

    private DirectoryName() {}

    /** The name for a topic's directory. */
    public static String ofTopic(String topic) {
        StringBuilder name = new StringBuilder(topic.length());
        append(name, topic);
        return shown(name);
    }

    /** Appends a value. A text that reads like {@link #OF_NOTHING} is escaped, so that it is told from nothing. */
    static void appendValue(StringBuilder name, String value) {
        if (value.isEmpty()) {
            name.append(OF_NOTHING);
        } else if (value.equals(OF_NOTHING)) {
            name.append(escape('_')).append(value, 1, value.length());
        } else {
            append(name, value);
        }
    }

    /** Appends text that is not empty. */
    static void append(StringBuilder name, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (ESCAPED.get(c)) {
                name.append(escape(c));
            } else {
                name.append(c);
            }
        }
    }

    /** The name of a directory, of escaped parts. */
    static String shown(StringBuilder name) {
        char first = name.charAt(0);
        if (first == '.' || first == '_') {
            name.replace(0, 1, escape(first));
        }
        return name.toString();
    }

    private static String escape(char c) {
        return String.format("%%%02X", (int) c);
    }
}
