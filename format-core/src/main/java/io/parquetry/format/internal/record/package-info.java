/**
 * Shredding and assembly: a record's structs, lists and maps to (repetition level, value) per column and back, after
 * the Dremel paper (Melnik et al., VLDB 2010) as Parquet has it. Each direction is a tree of small node objects,
 * compiled once from the {@link io.parquetry.format.schema.Shape} and the host's accessors. This package knows columns,
 * not pages.
 */
package io.parquetry.format.internal.record;
