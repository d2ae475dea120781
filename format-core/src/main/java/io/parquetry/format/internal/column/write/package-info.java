/**
 * Writes one column chunk. A writer gets (repetition level, value), cuts pages, decides on the dictionary and gathers
 * statistics:
 *
 * <pre>
 * ColumnChunkWriter     levels, page cuts, chunk
 *   ChunkValues         values of the open page; whether there is a dictionary
 *     ValueBuffer       values as they are, for each type
 *     ChunkDictionary   interned values, for each type that can have one
 * </pre>
 *
 * <p>Pages are finished in {@code internal.page}, and encoded as {@code internal.encoding} does. This package knows
 * neither records nor files, and reads nothing: it shares no class with {@code internal.column.read}.
 */
package io.parquetry.format.internal.column.write;
