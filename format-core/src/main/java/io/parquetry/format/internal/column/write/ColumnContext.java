package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.Utf8;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.schema.LeafColumn;

/**
 * What the writer of one column uses.
 *
 * @param pages makes its pages
 * @param pendingPages of all columns of the file
 * @param hints what earlier chunks of the column have decided
 * @param retained counts the heap that its buffers hold
 * @param utf8 encodes its text
 */
record ColumnContext(
        LeafColumn column,
        ChunkSettings settings,
        PageWriter pages,
        PendingPages pendingPages,
        ColumnHints hints,
        RetainedBytes retained,
        Utf8 utf8) {}
