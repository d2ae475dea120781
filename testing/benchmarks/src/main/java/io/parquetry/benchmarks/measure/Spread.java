package io.parquetry.benchmarks.measure;

import java.util.Arrays;

/** Minimum, median and maximum of some values. */
public record Spread(double least, double median, double most) {
    public static Spread of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(sorted[0], median, sorted[sorted.length - 1]);
    }
}
