/**
 * Files that were damaged on purpose. {@code Seeds} makes good files, {@code FileParts} takes one apart and puts it
 * together again around a change, {@code Mutations} thinks of changes, and {@code WholeRead} reads in every way there is.
 * Nothing here knows how the engine reads; what a structure means is taken from parquet.thrift alone.
 */
package io.parquetry.format.hostile;
