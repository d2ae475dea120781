package io.parquetry.format.internal.column.read;

import io.parquetry.format.internal.page.PageLimits;

/**
 * How a column is read; the {@link io.parquetry.format.internal.page.ReadMemory} of its cursor limits the memory.
 *
 * @param batchEntries entries that are decoded at once
 */
public record ChunkLimits(PageLimits pages, int batchEntries) {}
