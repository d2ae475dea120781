package io.parquetry.format.internal.column;

import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.OffsetIndex;
import java.util.Optional;

/** What a finished chunk tells its row group. The indexes are written behind the last row group. */
public record WrittenChunk(ColumnChunkMetadata metadata, Optional<ColumnIndex> columnIndex, OffsetIndex offsetIndex) {}
