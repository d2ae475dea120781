package io.parquetry.format.internal.statistics;

import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.util.Arrays;
import java.util.Optional;

/**
 * Builds the bloom filter of one chunk. If the number of distinct values is configured, the filter has its size from
 * the start. Otherwise distinct hashes are collected, and the filter is sized by their number at the end. Once the
 * hashes would take more memory than the largest filter, they are added to a filter of that size, which is folded at
 * the end as long as the share of false positives allows.
 *
 * <p>A zero of floating point is added with both signs, and a NaN also as the usual one: they are equal, and other
 * engines look up one of them.
 */
public final class BloomFilterBuilder {
    /** A filter with a higher share of false positives is not worth reading. */
    private static final double FALSE_POSITIVES_MAX = 0.5;

    private static final long[] NONE = {};
    private static final byte[] USUAL_HALF_NAN = {0, 0x7E};

    private final BloomFilterSettings settings;
    private final boolean isFloating;
    /** Open addressing by the lowest bits of the hash itself, at most half full; 0 stands for a free slot. */
    private long[] hashes = NONE;

    private int distinct;
    private boolean hasZero;
    /** Null as long as hashes are collected. */
    private SplitBlockBloomFilter filter;

    public BloomFilterBuilder(PrimitiveType type, BloomFilterSettings settings) {
        this.settings = settings;
        this.isFloating = type.physicalType() == PhysicalType.FLOAT
                || type.physicalType() == PhysicalType.DOUBLE
                || type.logicalType().filter(LogicalType.Simple.FLOAT16::equals).isPresent();
    }

    /** Adds INT32 values, or FLOAT values as their bits. */
    public void add(int[] values, int count) {
        for (int i = 0; i < count; i++) {
            add(XxHash64.ofInt(values[i]));
            if (isFloating) {
                addEqual(Float.intBitsToFloat(values[i]));
            }
        }
    }

    /** Adds INT64 values, or DOUBLE values as their bits. */
    public void add(long[] values, int count) {
        for (int i = 0; i < count; i++) {
            add(XxHash64.ofLong(values[i]));
            if (isFloating) {
                addEqual(Double.longBitsToDouble(values[i]));
            }
        }
    }

    /** Adds the byte string in this range, or the FLOAT16 value. */
    public void add(byte[] source, int start, int end) {
        add(XxHash64.ofBytes(source, start, end));
        if (isFloating && Float16.isZero(source, start)) {
            add(XxHash64.ofBytes(new byte[] {0, (byte) (source[start + 1] ^ Byte.MIN_VALUE)}, 0, 2));
        } else if (isFloating && Float16.isNan(source, start)) {
            add(XxHash64.ofBytes(USUAL_HALF_NAN, 0, 2));
        }
    }

    private void addEqual(float value) {
        if (value == 0) {
            add(XxHash64.ofInt(Float.floatToRawIntBits(-value)));
        } else if (Float.isNaN(value)) {
            add(XxHash64.ofInt(Float.floatToIntBits(Float.NaN)));
        }
    }

    private void addEqual(double value) {
        if (value == 0) {
            add(XxHash64.ofLong(Double.doubleToRawLongBits(-value)));
        } else if (Double.isNaN(value)) {
            add(XxHash64.ofLong(Double.doubleToLongBits(Double.NaN)));
        }
    }

    private void add(long hash) {
        if (filter == null && settings.distinctValues().isPresent()) {
            filter = SplitBlockBloomFilter.ofBytes(SplitBlockBloomFilter.bytesFor(
                    settings.distinctValues().getAsLong(), settings.falsePositives(), settings.bytesMax()));
        }
        if (filter != null) {
            filter.add(hash);
        } else if (hash == 0) {
            hasZero = true;
        } else {
            collect(hash);
        }
    }

    private void collect(long hash) {
        if (distinct * 2 >= hashes.length) {
            long bytes = hashes.length * 2L * Long.BYTES;
            if (bytes > settings.bytesMax()) {
                filter = filled(Integer.highestOneBit(settings.bytesMax()));
                filter.add(hash);
                hashes = NONE;
                return;
            }
            grow();
        }
        int slot = slot(hash);
        if (hashes[slot] == 0) {
            hashes[slot] = hash;
            distinct++;
        }
    }

    private void grow() {
        long[] before = hashes;
        hashes = new long[Math.max(16, before.length * 2)];
        for (long hash : before) {
            if (hash != 0) {
                hashes[slot(hash)] = hash;
            }
        }
    }

    /** The slot that holds the hash, or else the free slot for it. */
    private int slot(long hash) {
        int slot = (int) hash & (hashes.length - 1);
        while (hashes[slot] != 0 && hashes[slot] != hash) {
            slot = (slot + 1) & (hashes.length - 1);
        }
        return slot;
    }

    private SplitBlockBloomFilter filled(int bytes) {
        SplitBlockBloomFilter filled = SplitBlockBloomFilter.ofBytes(bytes);
        Arrays.stream(hashes).filter(hash -> hash != 0).forEach(filled::add);
        if (hasZero) {
            filled.add(0);
        }
        return filled;
    }

    /** Heap that is retained, which is at least the size of the filter in the file. */
    public long retainedBytes() {
        return (filter == null ? 0 : filter.bytes()) + (long) hashes.length * Long.BYTES;
    }

    /** The filter of all values so far; empty if there are none, or too many for a filter of the largest size. */
    public Optional<SplitBlockBloomFilter> build() {
        if (filter == null && distinct == 0 && !hasZero) {
            return Optional.empty();
        }
        if (settings.distinctValues().isPresent()) {
            return Optional.of(filter);
        }
        SplitBlockBloomFilter built = filter == null
                ? filled(SplitBlockBloomFilter.bytesFor(
                        Math.max(1, distinct), settings.falsePositives(), settings.bytesMax()))
                : fold(filter);
        return built.expectedFalsePositives() > FALSE_POSITIVES_MAX ? Optional.empty() : Optional.of(built);
    }

    private SplitBlockBloomFilter fold(SplitBlockBloomFilter large) {
        SplitBlockBloomFilter smallest = large;
        while (smallest.bytes() > SplitBlockBloomFilter.BLOCK_BYTES) {
            SplitBlockBloomFilter smaller = smallest.folded();
            if (smaller.expectedFalsePositives() > settings.falsePositives()) {
                break;
            }
            smallest = smaller;
        }
        return smallest;
    }

    public void clear() {
        hashes = NONE;
        distinct = 0;
        hasZero = false;
        filter = null;
    }
}
