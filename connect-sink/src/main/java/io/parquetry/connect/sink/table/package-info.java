/**
 * From ledgers to tables: which files a table does not have yet, and when they are appended. The ledger is the queue;
 * the table says what it has by a property for each topic-partition, and refuses whoever is late. {@link
 * io.parquetry.connect.sink.table.Table} is what a table format must do; a module that does it is found by {@link
 * io.parquetry.connect.sink.table.TableProvider}. No type of a table format is known here. {@code
 * docs/reference/tables.md} describes the protocol.
 */
package io.parquetry.connect.sink.table;
