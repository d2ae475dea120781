package io.parquetry.connect.source.complete;

import java.util.Map;
import java.util.Objects;

/**
 * What a record carries so that its file can be followed: the position behind it, as Connect keeps it, and its place in
 * the file's receipt.
 *
 * @param number counts the records of the receipt
 */
public record SourceOffset(
        Map<String, String> partition, Map<String, Object> offset, DeliveryTracker receipt, long number) {
    public SourceOffset {
        Objects.requireNonNull(partition, "partition");
        Objects.requireNonNull(offset, "offset");
        Objects.requireNonNull(receipt, "receipt");
    }
}
