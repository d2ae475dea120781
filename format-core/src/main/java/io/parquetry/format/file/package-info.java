/**
 * What a program opens: {@link io.parquetry.format.file.ParquetWriter} and {@link
 * io.parquetry.format.file.ParquetReader}, with options, queries and cursors: over records, and over columns in
 * primitive arrays ({@link io.parquetry.format.file.ColumnBatches}). Start reading here. Options are read only in this
 * package; packages below get plain values. Filters, merging and the plumbing of hosts are packages of their
 * own.
 */
package io.parquetry.format.file;
