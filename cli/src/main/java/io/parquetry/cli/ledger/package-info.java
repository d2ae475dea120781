/**
 * {@code parquetry ledger}: reads, checks and repairs the ledgers of the sink's connectors. Whatever a command changes
 * is an entry like any other, which the connector's tasks read.
 */
package io.parquetry.cli.ledger;
