/**
 * The Thrift compact protocol and every struct of parquet.thrift that this engine uses, one file per struct with {@code
 * read} and {@code write} side by side. Unknown fields are skipped, unknown numbers of enums are kept. Nothing here knows
 * where in a file the bytes lie: exceptions are thrown without a place.
 *
 * <p>Every count and length is checked against the bytes that are there before anything is allocated for it, and nesting
 * is limited, so hostile bytes end in {@link io.parquetry.format.CorruptFileException}.
 */
package io.parquetry.format.internal.thrift;
