/**
 * Converts rows to records: {@link io.parquetry.connect.source.convert.RecordConverter} restores the original record or
 * makes a new one, with its topic, partition, key, timestamp and headers. {@link
 * io.parquetry.connect.source.convert.TargetTopics} checks, before a record is sent, whether its topic has its
 * partition, as far as that can be known. Nothing here reads files or sends records.
 */
package io.parquetry.connect.source.convert;
