package io.parquetry.connect.source.discover;

import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.StreamPoint;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A file as a scan listed it.
 *
 * @param name its parsed name; empty for a file that the Parquetry sink did not write
 */
public record DataFile(StoredFile stored, Optional<DataFileName> name) {
    public DataFile {
        Objects.requireNonNull(stored, "stored");
        Objects.requireNonNull(name, "name");
    }

    static DataFile of(StoredFile file) {
        String name = file.name();
        // Most foreign files need no parsing.
        Optional<DataFileName> parsed = name.indexOf('+') < 0 ? Optional.empty() : DataFileName.parse(name);
        return new DataFile(file, parsed);
    }

    /** The path, relative to the storage's root. */
    public String path() {
        return stored.path();
    }

    /** The size. */
    public long bytes() {
        return stored.bytes();
    }

    /** When the file was modified, milliseconds since 1970, by the storage's clock. */
    public long modifiedMs() {
        return stored.modifiedMs();
    }

    /** Whether the file is as an earlier listing showed it. */
    public boolean isSameAs(DataFile earlier) {
        return stored.isSameAs(earlier.stored);
    }

    /** The stream that the file is part of; a foreign file is part of none. */
    public Optional<SinkStream> stream() {
        return name.map(known -> new SinkStream(sinkDirectory(), known.topic(), known.partition()));
    }

    /** The path before the first directory that has the topic's name, as the sink writes the name. */
    private String sinkDirectory() {
        String path = path();
        int end = path.lastIndexOf('/') + 1;
        String topic = path.substring(end, path.indexOf('+', end)) + "/";
        int at = path.startsWith(topic) ? 0 : path.indexOf("/" + topic);
        return at <= 0 ? "" : path.substring(0, at);
    }

    /** Whether the key-value metadata of the file says, as its name does, which records of which stream it has. */
    public boolean isNamedBy(Function<String, Optional<String>> keyValues) {
        return name.filter(known -> has(keyValues, "parquetry.topic", known.topic())
                        && has(keyValues, "parquetry.partition", Integer.toString(known.partition()))
                        && has(keyValues, "parquetry.offset.first", Long.toString(known.firstOffset()))
                        && has(keyValues, "parquetry.offset.last", Long.toString(known.lastOffset())))
                .isPresent();
    }

    private static boolean has(Function<String, Optional<String>> keyValues, String key, String value) {
        return keyValues.apply(key).filter(value::equals).isPresent();
    }

    /** The first point of its stream that the file can hold; the start for a foreign file. */
    public StreamPoint first() {
        return name.map(known -> new StreamPoint(known.generation(), known.firstOffset()))
                .orElse(StreamPoint.START);
    }

    /** The last point of its stream that the file can hold; the start for a foreign file. */
    public StreamPoint last() {
        return name.map(known -> new StreamPoint(known.generation(), known.lastOffset()))
                .orElse(StreamPoint.START);
    }
}
