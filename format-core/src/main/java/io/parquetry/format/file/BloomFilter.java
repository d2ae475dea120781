package io.parquetry.format.file;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.statistics.SplitBlockBloomFilter;
import io.parquetry.format.schema.LeafColumn;

/** The bloom filter of one column chunk: for most values that the chunk does not hold, the filter proves it. */
public final class BloomFilter {
    private final LeafColumn column;
    private final SplitBlockBloomFilter filter;

    BloomFilter(LeafColumn column, SplitBlockBloomFilter filter) {
        this.column = column;
        this.filter = filter;
    }

    /**
     * Whether the chunk may hold the value; false is certain.
     *
     * @param value of the column's physical type: Integer, Long, Float, Double or {@code byte[]}
     */
    public boolean mightContain(Object value) {
        return switch (column.type().physicalType()) {
            case INT32 -> filter.mightContain(as(Integer.class, value));
            case INT64 -> filter.mightContain(as(Long.class, value));
            case FLOAT -> filter.mightContain(as(Float.class, value));
            case DOUBLE -> filter.mightContain(as(Double.class, value));
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> filter.mightContain(as(byte[].class, value));
            // Statistics tell two values apart as well; arrow-rs makes one nevertheless.
            case BOOLEAN -> true;
        };
    }

    private <T> T as(Class<T> type, Object value) {
        if (!type.isInstance(value)) {
            throw new UsageException("column " + column.dottedPath() + " is "
                    + column.type().physicalType() + ", so its bloom filter takes a " + type.getSimpleName() + ", not "
                    + (value == null ? "null" : "a " + value.getClass().getName()));
        }
        return type.cast(value);
    }

    /** Bytes of the bitset. */
    public int bytes() {
        return filter.bytes();
    }
}
