/**
 * From rows to records: {@link io.parquetry.connect.source.convert.RecordConverter} says which topic, partition, key,
 * timestamp and headers a row goes with. It reads no files.
 */
package io.parquetry.connect.source.convert;
