/**
 * The Thrift compact protocol and every struct of parquet.thrift that this engine uses, one file per struct with
 * {@code read} and {@code write} side by side. Unknown fields are skipped, unknown numbers of enums are kept. This
 * package does not know where in a file the bytes are: callers add the place to its exceptions.
 *
 * <p>Every count and length is checked against the remaining bytes before anything is allocated for it, and nesting
 * is limited, so that hostile bytes fail with {@link io.parquetry.format.CorruptFileException}.
 */
package io.parquetry.format.internal.thrift;
