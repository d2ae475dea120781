/**
 * Tests with damaged files. {@code Seeds} creates good files, {@code FileParts} splits a file and rebuilds it with a
 * change, {@code Mutation} chooses changes, and {@code WholeRead} reads a file in every way. This package does not
 * depend on how the engine reads; it takes the meaning of structures from parquet.thrift alone.
 */
package io.parquetry.format.hostile;
