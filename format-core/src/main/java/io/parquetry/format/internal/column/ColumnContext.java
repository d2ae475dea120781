package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.page.PageWriter;
import io.parquetry.format.schema.LeafColumn;

/**
 * What one column's writer works with.
 *
 * @param pages makes its pages
 * @param pagesInWork of all columns of the file
 * @param verdict what is known of dictionaries for this column
 * @param retained counts the heap that its buffers hold
 */
record ColumnContext(
        LeafColumn column,
        ChunkSettings settings,
        PageWriter pages,
        PendingPages pagesInWork,
        DictionaryHint verdict,
        RetainedBytes retained) {}
