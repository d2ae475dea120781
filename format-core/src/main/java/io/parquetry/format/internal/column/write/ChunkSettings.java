package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.statistics.BloomFilterSettings;
import io.parquetry.format.internal.statistics.ValueOrder;
import io.parquetry.format.metadata.Encoding;
import java.util.List;
import java.util.Optional;

/**
 * How one column is written.
 *
 * @param pageBytesMax a page is cut when its values reach this many bytes
 * @param pageRowsMax a page is cut at this many rows
 * @param dictionaryBytesMax a dictionary that grows beyond this is given up; 0 for none
 * @param order how values compare, for their bounds
 * @param encodings of values in pages that are not dictionary-coded: with several, the smallest
 * @param bloomFilter size of its bloom filters, if it has them
 */
public record ChunkSettings(
        int pageBytesMax,
        int pageRowsMax,
        int dictionaryBytesMax,
        ValueOrder order,
        List<Encoding> encodings,
        Optional<BloomFilterSettings> bloomFilter) {}
