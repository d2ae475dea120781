/**
 * Converts rows to records: {@link io.parquetry.connect.source.convert.RecordConverter} restores the original record or
 * makes a new one, with its topic, partition, key, timestamp and headers. Nothing here reads files.
 */
package io.parquetry.connect.source.convert;
