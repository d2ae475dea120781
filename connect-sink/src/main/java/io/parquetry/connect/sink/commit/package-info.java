/**
 * The ledger: what of a topic-partition is durable, who may say so, and how a set of finished files becomes visible
 * exactly once although any step can be the last. It knows offsets, files and the storage; it knows no records and no
 * Parquet. {@code docs/sink.md} tells the protocol as a story.
 */
package io.parquetry.connect.sink.commit;
