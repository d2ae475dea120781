package io.parquetry.connect.source.offset;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A topic-partition whose files the Parquetry sink wrote to one directory; its records are ordered by offset. Files of
 * the same topic-partition in another sink's directory are another stream.
 *
 * @param directory that the sink has a directory for each topic in; "" when the path of a file names no directory of
 *     its topic
 */
public record SinkStream(String directory, String topic, int partition) {
    public SinkStream {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(topic, "topic");
    }

    /** The topic-partition in whatever directory. */
    public SinkStream(String topic, int partition) {
        this("", topic, partition);
    }

    /** The topic-partition in whatever directory. */
    public SinkStream anywhere() {
        return directory.isEmpty() ? this : new SinkStream(topic, partition);
    }

    /** Whether files of the stream may be somewhere below a directory. */
    public boolean mayBeBelow(String other) {
        // The sink does not use a topic's name as it is for a directory if readers would pass over that.
        boolean isDirectory = topic.charAt(0) != '_' && topic.charAt(0) != '.';
        if (directory.isEmpty()) {
            return !isDirectory || !("/" + other + "/").matches(".+/" + Pattern.quote(topic) + "/.*");
        }
        String files = directory + "/" + (isDirectory ? topic + "/" : "");
        return files.startsWith(other + "/") || (other + "/").startsWith(files);
    }

    /** {@code directory/topic+partition}, as in the names of its files. The name of a topic has no {@code +}. */
    @Override
    public String toString() {
        return (directory.isEmpty() ? "" : directory + "/") + topic + "+" + partition;
    }

    static Optional<SinkStream> parse(String name) {
        int slash = name.lastIndexOf('/');
        int plus = name.lastIndexOf('+');
        String partition = name.substring(plus + 1);
        if (plus < slash + 2 || slash == 0 || !partition.matches("0|[1-9][0-9]{0,8}")) {
            return Optional.empty();
        }
        return Optional.of(new SinkStream(
                name.substring(0, Math.max(0, slash)), name.substring(slash + 1, plus), Integer.parseInt(partition)));
    }
}
