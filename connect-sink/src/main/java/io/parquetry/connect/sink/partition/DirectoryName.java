package io.parquetry.connect.sink.partition;

import io.parquetry.connect.common.storage.StoragePath;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.apache.kafka.connect.errors.DataException;

/**
 * Text as the name of one directory, escaped as Hive does ({@code FileUtils.escapePathName}): what would be special to a
 * path, a shell or a URI becomes {@code %XX}. So no text leaves its directory, and readers that know Hive's partitions
 * read the text back.
 */
public final class DirectoryName {
    private static final String SPECIAL = "\"#%'*/:=?\\\u007f{[]^";
    private static final BitSet ESCAPED = new BitSet();

    static {
        ESCAPED.set(0, ' ');
        SPECIAL.chars().forEach(ESCAPED::set);
    }

    private DirectoryName() {}

    /** The name for a topic's directory. Readers of data pass by what begins with an underscore, so that is escaped too. */
    public static String ofTopic(String topic) {
        String name = escaped(topic);
        return name.startsWith("_") ? "%5F" + name.substring(1) : name;
    }

    /**
     * The name for this text; a {@code key=value} gives its two sides one by one.
     *
     * @throws DataException when it would be longer than a name may be
     */
    public static String escaped(String text) {
        if (text.isEmpty()) {
            throw new DataException("an empty text cannot be the name of a directory");
        }
        StringBuilder name = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // A leading dot would hide the directory, or be "." or "..".
            if (ESCAPED.get(c) || c == '.' && i == 0) {
                name.append('%').append(String.format("%02X", (int) c));
            } else {
                name.append(c);
            }
        }
        if (!StoragePath.isName(name.toString())) {
            throw new DataException("\"" + (text.length() > 50 ? text.substring(0, 50) + "..." : text)
                    + "\" cannot be the name of a directory: it would have "
                    + name.toString().getBytes(StandardCharsets.UTF_8).length
                    + " bytes where at most 255 are allowed, or it is not valid Unicode");
        }
        return name.toString();
    }
}
