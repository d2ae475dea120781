package io.parquetry.benchmarks.measure;

import java.util.Arrays;

/** The median of some figures, and how far they lie apart. */
public record Spread(double least, double median, double most) {
    public static Spread of(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(sorted[0], median, sorted[sorted.length - 1]);
    }
}
