package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.column.write.WrittenChunk;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.util.List;

/** The metadata of a finished row group, and its chunks, whose indexes are still to be written. */
public record WrittenRowGroup(RowGroupMetadata metadata, List<WrittenChunk> chunks) {
    public WrittenRowGroup {
        chunks = List.copyOf(chunks);
    }
}
