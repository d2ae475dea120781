/**
 * How many records a batch takes: {@link io.parquetry.connect.source.batch.BatchBudget} counts records and bytes,
 * {@link io.parquetry.connect.source.batch.SourceRecordSize} estimates the size of a record.
 */
package io.parquetry.connect.source.batch;
