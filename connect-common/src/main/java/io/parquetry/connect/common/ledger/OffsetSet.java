package io.parquetry.connect.common.ledger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Collection;
import java.util.OptionalLong;
import org.roaringbitmap.RoaringBitmap;

/**
 * A set of offsets near each other, kept as distances from the base, the smallest offset that it can hold. Its text
 * form is the portable form of a RoaringBitmap of these distances, in base64; a reader must know the base.
 */
public final class OffsetSet {
    /** Largest distance of an offset from the base. */
    public static final long DISTANCE_MAX = Integer.MAX_VALUE;

    private final long base;
    private final RoaringBitmap distances;

    private OffsetSet(long base, RoaringBitmap distances) {
        this.base = base;
        this.distances = distances;
    }

    /** An empty set for offsets from {@code base} on. */
    public static OffsetSet from(long base) {
        return new OffsetSet(base, new RoaringBitmap());
    }

    /** The offsets of the sets at or above {@code base}. */
    public static OffsetSet union(long base, Collection<OffsetSet> sets) {
        RoaringBitmap all = new RoaringBitmap();
        for (OffsetSet set : sets) {
            if (!set.isEmpty() && set.last() >= base) {
                requireNear(base, set.last());
                all.or(RoaringBitmap.addOffset(set.distances, set.base - base));
            }
        }
        all.runOptimize();
        return new OffsetSet(base, all);
    }

    /** All offsets from {@code base} to before {@code end} that none of the sets has. */
    public static OffsetSet without(long base, long end, Collection<OffsetSet> sets) {
        RoaringBitmap rest = new RoaringBitmap();
        if (end > base) {
            requireNear(base, end - 1);
            rest.add(0L, end - base);
            rest.andNot(union(base, sets).distances);
            rest.runOptimize();
        }
        return new OffsetSet(base, rest);
    }

    public void add(long offset) {
        requireNear(base, offset);
        distances.add((int) (offset - base));
    }

    /** Adds all offsets from {@code first} to {@code last}. */
    public void addRange(long first, long last) {
        requireNear(base, first);
        requireNear(base, last);
        distances.add(first - base, last - base + 1);
    }

    /** Adds the offsets of another set, whose base is not below this one's. */
    public void addAll(OffsetSet other) {
        if (!other.isEmpty()) {
            requireNear(base, other.base);
            requireNear(base, other.last());
            distances.or(RoaringBitmap.addOffset(other.distances, other.base - base));
        }
    }

    private static void requireNear(long base, long offset) {
        if (offset < base || offset - base > DISTANCE_MAX) {
            throw new IllegalArgumentException(
                    "offset " + offset + " is not within " + DISTANCE_MAX + " above the base " + base);
        }
    }

    public boolean contains(long offset) {
        return offset >= base && offset - base <= DISTANCE_MAX && distances.contains((int) (offset - base));
    }

    /** The largest offset below another; empty when there is none. */
    public OptionalLong lastBelow(long end) {
        if (end <= base || isEmpty()) {
            return OptionalLong.empty();
        }
        long distance = distances.previousValue((int) Math.min(DISTANCE_MAX, end - 1 - base));
        return distance < 0 ? OptionalLong.empty() : OptionalLong.of(base + distance);
    }

    /** The largest offset below another that is not in the set; empty when there is none from the base on. */
    public OptionalLong lastAbsentBelow(long end) {
        if (end <= base) {
            return OptionalLong.empty();
        }
        if (end - 1 - base > DISTANCE_MAX) {
            return OptionalLong.of(end - 1);
        }
        long distance = distances.previousAbsentValue((int) (end - 1 - base));
        return distance < 0 ? OptionalLong.empty() : OptionalLong.of(base + distance);
    }

    /** The offsets of the set that are below another. */
    public OffsetSet below(long end) {
        RoaringBitmap some = distances.clone();
        if (end - base <= DISTANCE_MAX) {
            some.remove(Math.max(0, end - base), DISTANCE_MAX + 1);
        }
        some.runOptimize();
        return new OffsetSet(base, some);
    }

    public boolean isEmpty() {
        return distances.isEmpty();
    }

    /** The smallest offset; there must be one. */
    public long first() {
        return base + distances.first();
    }

    /** The largest offset; there must be one. */
    public long last() {
        return base + distances.last();
    }

    public long base() {
        return base;
    }

    public long count() {
        return distances.getLongCardinality();
    }

    /** Length of the text form before base64. */
    public int serializedBytes() {
        return distances.serializedSizeInBytes();
    }

    /** The text form; "" for the empty set. */
    public String format() {
        if (isEmpty()) {
            return "";
        }
        ByteBuffer bytes = ByteBuffer.allocate(serializedBytes());
        distances.serialize(bytes);
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException when it is not one
     */
    public static OffsetSet parse(long base, String text) {
        if (text.isEmpty()) {
            return from(base);
        }
        byte[] bytes = Base64.getDecoder().decode(text);
        RoaringBitmap distances = new RoaringBitmap();
        try {
            distances.deserialize(ByteBuffer.wrap(bytes));
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException("not a bitmap in RoaringBitmap's portable form: " + e.getMessage(), e);
        }
        if (!distances.validate() || distances.isEmpty() || distances.serializedSizeInBytes() != bytes.length) {
            throw new IllegalArgumentException(
                    "not a bitmap in RoaringBitmap's portable form: its parts contradict each other");
        }
        if (distances.last() < 0) {
            throw new IllegalArgumentException(
                    "an offset in the bitmap is more than " + DISTANCE_MAX + " above its base");
        }
        return new OffsetSet(base, distances);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OffsetSet set && set.base == base && set.distances.equals(distances);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(base) + distances.hashCode();
    }

    @Override
    public String toString() {
        return isEmpty() ? "no offsets" : count() + " offsets from " + first() + " to " + last();
    }
}
