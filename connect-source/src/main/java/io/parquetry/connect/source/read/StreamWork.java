package io.parquetry.connect.source.read;

import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.StreamPoint;
import java.util.List;
import java.util.Objects;

/**
 * What can be sent of one stream now.
 *
 * @param name of the stream; a file that is on its own is a stream of its path
 * @param files whole files with rows left, by their first points
 * @param bound no row at or behind this point may be sent yet: one before it may still come
 * @param keepsStream whether the position of the stream is kept as a whole, else that of each file
 */
public record StreamWork(String name, List<DataFile> files, StreamPoint bound, boolean keepsStream) {
    public StreamWork {
        Objects.requireNonNull(name, "name");
        files = List.copyOf(files);
        Objects.requireNonNull(bound, "bound");
    }

    /** Whether these are files of our sink, whose rows have an order beyond a file. */
    boolean isOfSink() {
        return !name.equals(files.get(0).path());
    }
}
