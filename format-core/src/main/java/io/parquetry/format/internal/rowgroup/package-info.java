/**
 * One row group: a chunk for every leaf column, in schema order, written and read side by side. It knows columns, not
 * records.
 */
package io.parquetry.format.internal.rowgroup;
