package io.parquetry.benchmarks.data;

/** Random numbers that depend only on the number of a row (SplitMix64, Steele et al., OOPSLA 2014). */
final class RowRandom {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    /** Begins the sequence of one row. */
    RowRandom row(int number) {
        state = mix(number * GAMMA + 0x1234_5678_9ABC_DEF0L);
        return this;
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    long next() {
        state += GAMMA;
        return mix(state);
    }

    /** A number from 0 to {@code bound - 1}. */
    int below(int bound) {
        return (int) Math.floorMod(next(), (long) bound);
    }

    /** True with a probability of {@code percent}. */
    boolean chance(int percent) {
        return below(100) < percent;
    }

    /** A number from 0 to below 1. */
    double fraction() {
        return (next() >>> 11) * 0x1.0p-53;
    }
}
