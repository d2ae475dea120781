package io.parquetry.connect.source.offset;

import java.util.Map;
import java.util.Objects;

/**
 * The source partition and offset of a record, and its place among the records of its file.
 *
 * @param delivery of the file
 * @param number of the record in the delivery
 */
public record SourceOffset(
        Map<String, String> partition, Map<String, Object> offset, DeliveryTracker delivery, long number) {
    public SourceOffset {
        Objects.requireNonNull(partition, "partition");
        Objects.requireNonNull(offset, "offset");
        Objects.requireNonNull(delivery, "delivery");
    }
}
