package io.parquetry.cli.rows;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/** Numbers of rows, counted over all files, from 0. */
final class RowNumbers {
    private long[] numbers = new long[16];
    private int size;

    void add(long number) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        numbers[size++] = number;
    }

    /** Drops all but the last so many. */
    void keepLast(int count) {
        if (size > count) {
            System.arraycopy(numbers, size - count, numbers, 0, count);
            size = count;
        }
    }

    int size() {
        return size;
    }

    long[] sorted() {
        long[] sorted = Arrays.copyOf(numbers, size);
        Arrays.sort(sorted);
        return sorted;
    }

    /** A sample of the numbers below {@code end}: each set of {@code count} numbers is as likely as any other. */
    static RowNumbers sample(long end, int count, SplittableRandom random) {
        RowNumbers sample = new RowNumbers();
        Set<Long> chosen = new HashSet<>();
        // R. W. Floyd, "A sample of brilliance", Communications of the ACM 30 (1987).
        for (long last = Math.max(0, end - count); last < end; last++) {
            long candidate = random.nextLong(last + 1);
            long number = chosen.add(candidate) ? candidate : last;
            chosen.add(number);
            sample.add(number);
        }
        return sample;
    }

    /** Takes a sample of numbers whose count is not known before their end (J. S. Vitter's algorithm R). */
    static final class Reservoir {
        private final RowNumbers kept = new RowNumbers();
        private final int count;
        private final SplittableRandom random;
        private long seen;

        Reservoir(int count, SplittableRandom random) {
            this.count = count;
            this.random = random;
        }

        void offer(long number) {
            seen++;
            if (kept.size < count) {
                kept.add(number);
                return;
            }
            long place = random.nextLong(seen);
            if (place < count) {
                kept.numbers[(int) place] = number;
            }
        }

        RowNumbers kept() {
            return kept;
        }
    }
}
