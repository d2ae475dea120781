/**
 * {@code parquetry table}: reads, checks and begins the tables that connectors append their files to. What is known of
 * a table comes from the sink's package {@code table}; no format of tables is known here.
 */
package io.parquetry.cli.table;
