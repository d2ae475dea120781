/**
 * The committed positions in the sink's ledger, for readers of its files: {@link
 * io.parquetry.connect.common.ledger.CommittedOffsets}. It reads entries and writes nothing; the protocol of the ledger
 * is in {@code connect-sink}, package {@code commit}.
 */
package io.parquetry.connect.common.ledger;
