package io.parquetry.format.internal.column;

import io.parquetry.format.internal.page.PageLimits;

/**
 * What reading a column may take.
 *
 * @param batchEntries entries that are decoded at once
 * @param recordEntriesMax the most entries that one record may have in a column
 */
public record ChunkLimits(PageLimits pages, int batchEntries, int recordEntriesMax) {}
