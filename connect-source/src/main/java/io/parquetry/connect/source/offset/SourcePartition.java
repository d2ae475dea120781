package io.parquetry.connect.source.offset;

import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;

/** A file as Connect's source partition: {@code {"file": <path relative to storage.url>}}. */
public final class SourcePartition {
    private static final String FILE = "file";

    private SourcePartition() {}

    public static Map<String, String> toMap(String path) {
        return Map.of(FILE, path);
    }

    /**
     * The path of the file.
     *
     * @throws ConnectException when the map is not one that {@link #toMap} makes
     */
    public static String fromMap(Map<String, ?> partition) {
        if (partition == null || partition.size() != 1 || !(partition.get(FILE) instanceof String path)) {
            throw new ConnectException("the source partition " + partition
                    + " is not a file; it must be {\"file\": \"<path relative to storage.url>\"}");
        }
        return path;
    }
}
