/**
 * What a program opens: {@link io.parquetry.format.file.ParquetWriter} and {@link
 * io.parquetry.format.file.ParquetReader}, with options, queries and cursors. Start reading here. Options are read only
 * in this package; packages below get plain values. Filters, merging and the plumbing of hosts are packages of their
 * own.
 */
package io.parquetry.format.file;
