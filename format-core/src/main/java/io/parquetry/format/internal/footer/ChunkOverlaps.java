package io.parquetry.format.internal.footer;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.internal.column.read.ChunkRange;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds column chunks that overlap in the same file. No writer shares pages between chunks, and a footer in which a
 * thousand chunks begin at one large page makes a small file a large one.
 */
final class ChunkOverlaps {
    private ChunkOverlaps() {}

    private record StatedRange(String path, long from, long to, int rowGroup, String column) {}

    static void requireNone(FileMetadata metadata, Place file) {
        List<StatedRange> ranges = new ArrayList<>();
        for (int ordinal = 0; ordinal < metadata.rowGroups().size(); ordinal++) {
            RowGroupMetadata rowGroup = metadata.rowGroups().get(ordinal);
            for (ColumnChunkMetadata chunk : rowGroup.columns()) {
                ChunkRange range = ChunkRange.of(chunk);
                if (range.to() > range.from()) {
                    String path = chunk.filePath().orElse("");
                    ranges.add(new StatedRange(path, range.from(), range.to(), ordinal, chunk.dottedPath()));
                }
            }
        }
        ranges.sort(Comparator.comparing(StatedRange::path).thenComparingLong(StatedRange::from));
        for (int i = 1; i < ranges.size(); i++) {
            StatedRange one = ranges.get(i - 1);
            StatedRange next = ranges.get(i);
            if (next.from() < one.to() && next.path().equals(one.path())) {
                throw new CorruptFileException(
                        file.rowGroup(next.rowGroup()).column(next.column()),
                        "the column chunk claims the bytes from " + next.from() + " on, but those up to " + one.to()
                                + " are claimed by column " + one.column() + " of row group " + one.rowGroup());
            }
        }
    }
}
