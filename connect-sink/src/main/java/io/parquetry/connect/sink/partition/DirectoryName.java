package io.parquetry.connect.sink.partition;

import io.parquetry.connect.common.naming.PathValues;
import java.util.BitSet;

/**
 * Text as the name of a directory, or as a part of a name, escaped as Hive does ({@code FileUtils.escapePathName}):
 * characters that are special in paths, shells or URIs become {@code %XX}. So no text leaves its directory, and readers
 * of Hive partitions restore the text.
 *
 * <p>Beyond Hive, a leading dot or underscore of a directory is escaped too: readers of data skip such directories, and
 * so no name is {@code .} or {@code ..}. So is a dot at its end, which Azure drops: two values would share a directory.
 */
public final class DirectoryName {
    /** The name for null and for empty values. */
    static final String DEFAULT_PARTITION = PathValues.NULL;

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
        return finish(name);
    }

    /** Appends a value. A text that equals {@link #DEFAULT_PARTITION} is escaped, to distinguish it from null. */
    static void appendValue(StringBuilder name, String value) {
        if (value.isEmpty()) {
            name.append(DEFAULT_PARTITION);
        } else if (value.equals(DEFAULT_PARTITION)) {
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

    /** Completes the name of a directory that was appended in escaped parts. */
    static String finish(StringBuilder name) {
        char first = name.charAt(0);
        if (first == '.' || first == '_') {
            name.replace(0, 1, escape(first));
        }
        int last = name.length() - 1;
        if (name.charAt(last) == '.') {
            name.replace(last, last + 1, escape('.'));
        }
        return name.toString();
    }

    private static String escape(char c) {
        return String.format("%%%02X", (int) c);
    }
}
