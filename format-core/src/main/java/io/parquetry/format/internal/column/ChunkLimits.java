package io.parquetry.format.internal.column;

import io.parquetry.format.internal.page.PageLimits;

/**
 * How a column is read; how much memory that may take is said by the {@link io.parquetry.format.internal.page.ReadMemory}
 * of its cursor.
 *
 * @param batchEntries entries that are decoded at once
 */
public record ChunkLimits(PageLimits pages, int batchEntries) {}
