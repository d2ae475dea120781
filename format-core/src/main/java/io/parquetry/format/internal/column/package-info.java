/**
 * One column chunk. Writers get (repetition level, value), cut pages, decide on the dictionary and gather statistics:
 *
 * <pre>
 * ColumnChunkWriter     levels, page cuts, chunk
 *   ChunkValues         values of the open page; whether there is a dictionary
 *     ValueBuffer       values as they are, for each type
 *     ChunkDictionary   interned values, for each type that can have one
 * </pre>
 *
 * <p>Readers return batches of primitive arrays: {@code ColumnChunkReader} decodes, {@code ChunkPages} finds the pages.
 * Pages are finished and read in {@code internal.page}; this package knows no records.
 */
package io.parquetry.format.internal.column;
