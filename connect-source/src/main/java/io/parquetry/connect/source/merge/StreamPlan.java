package io.parquetry.connect.source.merge;

import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.StreamPoint;
import java.util.List;
import java.util.Objects;

/**
 * The rows of one stream that can be sent now.
 *
 * @param name of the stream; a file that belongs to no stream is a stream of its own, named by its path
 * @param files with unsent rows, by their first points
 * @param bound rows at or after this point are not sent yet, because a row before the bound can still be published
 * @param keepsStream whether the offset of the stream is kept, instead of the position in each file
 */
public record StreamPlan(String name, List<DataFile> files, StreamPoint bound, boolean keepsStream) {
    public StreamPlan {
        Objects.requireNonNull(name, "name");
        files = List.copyOf(files);
        Objects.requireNonNull(bound, "bound");
    }

    /** Whether these are files of a stream of the Parquetry sink, whose rows are ordered across files. */
    boolean isOfSink() {
        return !name.equals(files.get(0).path());
    }
}
