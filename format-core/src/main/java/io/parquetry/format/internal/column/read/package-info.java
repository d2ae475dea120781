/**
 * Reads one column chunk: in batches of levels and values, which are arrays of primitives.
 *
 * <pre>
 * ColumnGatherer        batches that end where the batches of other columns end
 *   ColumnChunkReader   one page after the other, decoded into batches
 *     ChunkPages        where the pages are, and which of them hold wanted rows
 *     PageValues        the values of the open page
 * </pre>
 *
 * <p>Pages are decompressed in {@code internal.page}. This package knows neither records nor filters (it is told which
 * rows are wanted), and nothing of how a chunk is written: it shares no class with {@code internal.column.write}.
 */
package io.parquetry.format.internal.column.read;
