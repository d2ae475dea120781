package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.internal.column.WrittenChunk;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.util.List;

/** What a finished row group tells the file; the chunks' indexes are still to be written. */
public record WrittenRowGroup(RowGroupMetadata metadata, List<WrittenChunk> chunks) {
    public WrittenRowGroup {
        chunks = List.copyOf(chunks);
    }
}
