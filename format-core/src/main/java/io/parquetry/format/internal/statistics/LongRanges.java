package io.parquetry.format.internal.statistics;

import java.util.Arrays;
import java.util.Optional;

/**
 * A set of numbers as the points where it begins and ends: going up from the least number, each point turns from outside
 * to inside or back, and belongs to what it begins.
 */
public final class LongRanges {
    public static final LongRanges NONE = new LongRanges(false, new long[0]);
    public static final LongRanges ALL = new LongRanges(true, new long[0]);

    private final boolean startsInside;
    private final long[] turns;

    private LongRanges(boolean startsInside, long[] turns) {
        this.startsInside = startsInside;
        this.turns = turns;
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

    /** These numbers. */
    public static LongRanges of(long... numbers) {
        long[] sorted = Arrays.stream(numbers).sorted().distinct().toArray();
        long[] turns = new long[sorted.length * 2];
        int count = 0;
        for (long number : sorted) {
            if (count > 0 && turns[count - 1] == number && number != Long.MIN_VALUE) {
                count--;
            } else {
                turns[count++] = number;
            }
            if (number != Long.MAX_VALUE) {
                turns[count++] = number + 1;
            }
        }
        boolean least = count > 0 && turns[0] == Long.MIN_VALUE;
        return new LongRanges(least, Arrays.copyOfRange(turns, least ? 1 : 0, count));
    }

    /** Puts ranges together that come in their order, none of them at the least number. */
    public static final class Builder {
        private final long[] turns;
        private int count;

        public Builder(int rangesMax) {
            turns = new long[rangesMax * 2];
        }

        /** Adds a range that begins where the last one ends, or behind it. */
        public void add(long begin, long end) {
            if (begin >= end) {
                return;
            }
            if (count > 0 && turns[count - 1] == begin) {
                count--;
            } else {
                turns[count++] = begin;
            }
            turns[count++] = end;
        }

        public LongRanges build() {
            return new LongRanges(false, Arrays.copyOf(turns, count));
        }
    }

    private int turnsUpTo(long number) {
        int low = 0;
        int high = turns.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (turns[middle] <= number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    public boolean contains(long number) {
        return startsInside ^ (turnsUpTo(number) & 1) == 1;
    }

    /** Whether any number from {@code least} to {@code most}, both included, is in the set. */
    public boolean meets(long least, long most) {
        return contains(least) || turnsUpTo(least) < turnsUpTo(most);
    }

    public boolean isEmpty() {
        return !startsInside && turns.length == 0;
    }

    /** The least member that is at least {@code number}, or the largest number when there is none. */
    public long next(long number) {
        int at = turnsUpTo(number);
        if (startsInside ^ (at & 1) == 1) {
            return number;
        }
        return at < turns.length ? turns[at] : Long.MAX_VALUE;
    }

    /** Where the range that holds this member ends. */
    public long endOf(long member) {
        int at = turnsUpTo(member);
        return at < turns.length ? turns[at] : Long.MAX_VALUE;
    }

    public LongRanges not() {
        return new LongRanges(!startsInside, turns);
    }

    public LongRanges and(LongRanges other) {
        return not().or(other.not()).not();
    }

    public LongRanges or(LongRanges other) {
        long[] merged = new long[turns.length + other.turns.length];
        int count = 0;
        int left = 0;
        int right = 0;
        boolean inside = startsInside || other.startsInside;
        boolean start = inside;
        while (left < turns.length || right < other.turns.length) {
            long turn = left == turns.length
                    ? other.turns[right]
                    : right == other.turns.length ? turns[left] : Math.min(turns[left], other.turns[right]);
            left += left < turns.length && turns[left] == turn ? 1 : 0;
            right += right < other.turns.length && other.turns[right] == turn ? 1 : 0;
            boolean now = startsInside ^ (left & 1) == 1 || other.startsInside ^ (right & 1) == 1;
            if (now != inside) {
                merged[count++] = turn;
                inside = now;
            }
        }
        return new LongRanges(start, Arrays.copyOf(merged, count));
    }

    /** The members one by one; empty when there are more than {@code most}, or one is the largest number. */
    Optional<long[]> members(int most) {
        if (startsInside || (turns.length & 1) == 1) {
            return Optional.empty();
        }
        long[] members = new long[most];
        int count = 0;
        for (int i = 0; i < turns.length; i += 2) {
            long size = turns[i + 1] - turns[i];
            if (size < 0 || size > most - count) {
                return Optional.empty();
            }
            for (long member = turns[i]; member < turns[i + 1]; member++) {
                members[count++] = member;
            }
        }
        return Optional.of(Arrays.copyOf(members, count));
    }
}
