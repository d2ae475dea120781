package io.parquetry.format.internal.statistics;

import java.util.Arrays;
import java.util.Optional;

/**
 * A set of numbers as the boundaries of its ranges, in ascending order: each boundary is the first number that is in
 * the set after numbers that are not, or the first that is not after numbers that are.
 */
public final class LongRanges {
    public static final LongRanges NONE = new LongRanges(false, new long[0]);
    public static final LongRanges ALL = new LongRanges(true, new long[0]);

    private final boolean startsInside;
    private final long[] boundaries;

    private LongRanges(boolean startsInside, long[] boundaries) {
        this.startsInside = startsInside;
        this.boundaries = boundaries;
    }

    /** The numbers below this one. */
    public static LongRanges below(long end) {
        return end == Long.MIN_VALUE ? NONE : new LongRanges(true, new long[] {end});
    }

    /** This number and those above. */
    public static LongRanges from(long begin) {
        return begin == Long.MIN_VALUE ? ALL : new LongRanges(false, new long[] {begin});
    }

    /** The numbers from {@code begin} on that are below {@code end}. */
    public static LongRanges between(long begin, long end) {
        return begin >= end ? NONE : from(begin).and(below(end));
    }

    /** The set of these numbers. */
    public static LongRanges of(long... numbers) {
        long[] sorted = Arrays.stream(numbers).sorted().distinct().toArray();
        long[] boundaries = new long[sorted.length * 2];
        int count = 0;
        for (long number : sorted) {
            if (count > 0 && boundaries[count - 1] == number && number != Long.MIN_VALUE) {
                count--;
            } else {
                boundaries[count++] = number;
            }
            if (number != Long.MAX_VALUE) {
                boundaries[count++] = number + 1;
            }
        }
        boolean least = count > 0 && boundaries[0] == Long.MIN_VALUE;
        return new LongRanges(least, Arrays.copyOfRange(boundaries, least ? 1 : 0, count));
    }

    /** Builds a set of ranges in ascending order, none of which begins at the least number. */
    public static final class Builder {
        private final long[] boundaries;
        private int count;

        public Builder(int rangesMax) {
            boundaries = new long[rangesMax * 2];
        }

        /** Adds a range that begins at the end of the last one or behind it. */
        public void add(long begin, long end) {
            if (begin >= end) {
                return;
            }
            if (count > 0 && boundaries[count - 1] == begin) {
                count--;
            } else {
                boundaries[count++] = begin;
            }
            boundaries[count++] = end;
        }

        public LongRanges build() {
            return new LongRanges(false, Arrays.copyOf(boundaries, count));
        }
    }

    private int boundariesUpTo(long number) {
        int low = 0;
        int high = boundaries.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (boundaries[middle] <= number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    public boolean contains(long number) {
        return startsInside ^ (boundariesUpTo(number) & 1) == 1;
    }

    /** Whether any number from {@code least} to {@code most}, both included, is in the set. */
    public boolean meets(long least, long most) {
        return contains(least) || boundariesUpTo(least) < boundariesUpTo(most);
    }

    public boolean isEmpty() {
        return !startsInside && boundaries.length == 0;
    }

    /** The least member that is at least {@code number}, or the largest number when there is none. */
    public long next(long number) {
        int at = boundariesUpTo(number);
        if (startsInside ^ (at & 1) == 1) {
            return number;
        }
        return at < boundaries.length ? boundaries[at] : Long.MAX_VALUE;
    }

    /** The end of the range that contains this member. */
    public long endOf(long member) {
        int at = boundariesUpTo(member);
        return at < boundaries.length ? boundaries[at] : Long.MAX_VALUE;
    }

    public LongRanges not() {
        return new LongRanges(!startsInside, boundaries);
    }

    public LongRanges and(LongRanges other) {
        return not().or(other.not()).not();
    }

    public LongRanges or(LongRanges other) {
        long[] merged = new long[boundaries.length + other.boundaries.length];
        int count = 0;
        int left = 0;
        int right = 0;
        boolean inside = startsInside || other.startsInside;
        boolean start = inside;
        while (left < boundaries.length || right < other.boundaries.length) {
            long boundary = left == boundaries.length
                    ? other.boundaries[right]
                    : right == other.boundaries.length
                            ? boundaries[left]
                            : Math.min(boundaries[left], other.boundaries[right]);
            left += left < boundaries.length && boundaries[left] == boundary ? 1 : 0;
            right += right < other.boundaries.length && other.boundaries[right] == boundary ? 1 : 0;
            boolean now = startsInside ^ (left & 1) == 1 || other.startsInside ^ (right & 1) == 1;
            if (now != inside) {
                merged[count++] = boundary;
                inside = now;
            }
        }
        return new LongRanges(start, Arrays.copyOf(merged, count));
    }

    /** All members; empty if there are more than {@code most}, or if the largest number is one of them. */
    Optional<long[]> members(int most) {
        if (startsInside || (boundaries.length & 1) == 1) {
            return Optional.empty();
        }
        long[] members = new long[most];
        int count = 0;
        for (int i = 0; i < boundaries.length; i += 2) {
            long size = boundaries[i + 1] - boundaries[i];
            if (size < 0 || size > most - count) {
                return Optional.empty();
            }
            for (long member = boundaries[i]; member < boundaries[i + 1]; member++) {
                members[count++] = member;
            }
        }
        return Optional.of(Arrays.copyOf(members, count));
    }
}
