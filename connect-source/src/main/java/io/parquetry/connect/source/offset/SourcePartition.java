package io.parquetry.connect.source.offset;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The file or stream that a source offset belongs to, as Connect's source partition. It has only one entry: Connect
 * finds offsets by the bytes of the partition's JSON, in which the order of several entries could differ between
 * workers.
 */
public sealed interface SourcePartition {
    /** {@code {"file": <path relative to storage.url>}}. */
    record OfFile(String path) implements SourcePartition {
        public OfFile {
            Objects.requireNonNull(path, "path");
        }

        @Override
        public Map<String, String> toMap() {
            return Map.of(FILE, path);
        }

        @Override
        public boolean reaches(Map<String, ?> offset, Map<String, ?> wanted) {
            return FilePosition.fromMap(offset).row()
                    >= FilePosition.fromMap(wanted).row();
        }
    }

    /** {@code {"stream": "<directory>/<topic>+<partition>"}}; earlier versions wrote no directory. */
    record OfStream(SinkStream stream) implements SourcePartition {
        public OfStream {
            Objects.requireNonNull(stream, "stream");
        }

        @Override
        public Map<String, String> toMap() {
            return Map.of(STREAM, stream.toString());
        }

        @Override
        public boolean reaches(Map<String, ?> offset, Map<String, ?> wanted) {
            return StreamPosition.fromMap(offset).reaches(StreamPosition.fromMap(wanted));
        }
    }

    String FILE = "file";
    String STREAM = "stream";

    Map<String, String> toMap();

    /** Whether an offset of this partition is the same as another, or after it. */
    boolean reaches(Map<String, ?> offset, Map<String, ?> wanted);

    /**
     * Parses a source partition.
     *
     * @throws ConnectException when the map is not one that {@link #toMap} makes
     */
    static SourcePartition fromMap(Map<String, ?> map) {
        if (map != null && map.size() == 1) {
            if (map.get(FILE) instanceof String path) {
                return new OfFile(path);
            }
            if (map.get(STREAM) instanceof String name && SinkStream.parse(name).isPresent()) {
                return new OfStream(SinkStream.parse(name).get());
            }
        }
        throw new ConnectException(
                "the source partition " + map + " is neither a file nor a stream; it must be {\"file\":"
                        + " \"<path relative to storage.url>\"} or {\"stream\": \"<directory>/<topic>+<partition>\"}");
    }
}
