package io.parquetry.connect.source.discover;

import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.offset.StreamPoint;
import java.util.Objects;
import java.util.Optional;

/**
 * A file that may be read.
 *
 * @param path relative to the storage's root
 * @param bytes its size when it was seen
 * @param modifiedMs its last change when it was seen, milliseconds since 1970, by the storage's clock
 * @param name what its name says, when our sink gave it
 */
public record DataFile(String path, long bytes, long modifiedMs, Optional<DataFileName> name) {
    public DataFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(name, "name");
    }

    static DataFile of(StoredFile file) {
        String name = file.name();
        // Most files of strangers need no closer look.
        Optional<DataFileName> known = name.indexOf('+') < 0 ? Optional.empty() : DataFileName.parse(name);
        return new DataFile(file.path(), file.bytes(), file.modifiedMs(), known);
    }

    /** Whether it was not changed since. */
    public boolean isSameAs(DataFile seenBefore) {
        return bytes == seenBefore.bytes && modifiedMs == seenBefore.modifiedMs;
    }

    /** The stream that the file is part of; a file of anybody else is on its own. */
    public Optional<Stream> stream() {
        return name.map(known -> new Stream(known.topic(), known.partition()));
    }

    /** Nothing in the file lies before this point of its stream. */
    public StreamPoint first() {
        return name.map(known -> new StreamPoint(known.generation(), known.firstOffset()))
                .orElse(StreamPoint.START);
    }

    /** Nothing in the file lies after this point of its stream. */
    public StreamPoint last() {
        return name.map(known -> new StreamPoint(known.generation(), known.lastOffset()))
                .orElse(StreamPoint.START);
    }
}
