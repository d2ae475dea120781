/**
 * The sink's ledger as its readers see it: entries and their files, which entry is the newest ({@link
 * io.parquetry.connect.common.ledger.LedgerReader}), and the committed positions of all ledgers in a storage ({@link
 * io.parquetry.connect.common.ledger.CommittedOffsets}). The package writes nothing; owners do, in {@code
 * connect-sink}, package {@code commit}.
 */
package io.parquetry.connect.common.ledger;
