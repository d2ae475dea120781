/**
 * One row group: a chunk for every leaf column, in schema order; its writing, reading, filtering and sorting. This
 * package knows columns, not records.
 */
package io.parquetry.format.internal.rowgroup;
