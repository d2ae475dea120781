/**
 * What of a file is sent, and under which schema: {@link io.parquetry.connect.source.select.Selection} makes the query
 * for a file of its columns, its filter and its range of timestamps and offsets. No rows are read here.
 */
package io.parquetry.connect.source.select;
