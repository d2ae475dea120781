/**
 * From rows to records: {@link io.parquetry.connect.source.convert.RecordConverter} says whether a row comes back as the
 * record it was or becomes one of its own, and which topic, partition, key, timestamp and headers it goes with. It reads
 * no files.
 */
package io.parquetry.connect.source.convert;
