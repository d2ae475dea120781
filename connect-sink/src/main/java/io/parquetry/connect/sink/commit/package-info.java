/**
 * The ledger: which offsets of a topic-partition are durable, which task may write them, and how a set of closed files
 * becomes visible exactly once although a crash may follow any step. This package depends on offsets, files and the
 * storage, not on records or Parquet. {@code docs/explanation/ledger.md} describes the protocol.
 */
package io.parquetry.connect.sink.commit;
