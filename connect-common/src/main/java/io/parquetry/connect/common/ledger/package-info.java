/**
 * What the sink's ledger says to those who only read files: {@link
 * io.parquetry.connect.common.ledger.CommittedOffsets}. It reads two fields of the entries and writes nothing; the ledger
 * itself, with all its rules, is the sink's ({@code connect-sink}, package {@code commit}).
 */
package io.parquetry.connect.common.ledger;
