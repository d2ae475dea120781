package io.parquetry.it;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The samples of a run in order, and whether they are flat: the last quarter has hardly more than the second. */
final class SoakSeries {
    private final List<SoakSample> samples = new ArrayList<>();

    /**
     * How much the median of a column may grow from the second quarter of a run to the last.
     *
     * @param share of the earlier median
     * @param count added to it, for columns of small numbers
     */
    record Bound(double share, double count) {
        double most(double earlier) {
            return earlier * (1 + share) + count;
        }
    }

    void add(SoakSample sample) {
        samples.add(sample);
    }

    /** The columns that grew by more than their bounds; empty for a flat run. */
    List<String> growth(Map<SoakSample.Column, Bound> bounds) {
        List<String> grown = new ArrayList<>();
        bounds.forEach((column, bound) -> {
            double earlier = quarter(column, 2);
            double later = quarter(column, 4);
            // Also for NaN, the median of nothing.
            if (!(later <= bound.most(earlier))) {
                grown.add(String.format(
                        Locale.ROOT,
                        "%s grew from %.1f to %.1f, at most %.1f is flat: %s",
                        column.title,
                        earlier,
                        later,
                        bound.most(earlier),
                        samples.stream()
                                .mapToDouble(column.value)
                                .mapToObj(value -> number(value))
                                .toList()));
            }
        });
        return grown;
    }

    /** The median of a column in a quarter of the samples, from 1 to 4, without the samples that lack it. */
    private double quarter(SoakSample.Column column, int quarter) {
        int size = samples.size();
        double[] values = samples.subList((quarter - 1) * size / 4, quarter * size / 4).stream()
                .mapToDouble(column.value)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        return values.length == 0 ? Double.NaN : values[values.length / 2];
    }

    /** The largest value of a column; NaN where it has none. */
    double most(SoakSample.Column column) {
        return samples.stream()
                .mapToDouble(column.value)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    /** Medians of the four quarters and maximum of each column, as a table in Markdown. */
    String summary() {
        StringBuilder table =
                new StringBuilder("| | 1st quarter | 2nd | 3rd | 4th | most |\n|---|---|---|---|---|---|\n");
        for (SoakSample.Column column : SoakSample.Column.values()) {
            if (column != SoakSample.Column.MINUTE) {
                table.append("| ").append(column.title);
                for (int quarter = 1; quarter <= 4; quarter++) {
                    table.append(" | ").append(number(quarter(column, quarter)));
                }
                table.append(" | ").append(number(most(column))).append(" |\n");
            }
        }
        return table.toString();
    }

    /** All samples as comma-separated values under a line of titles. */
    String csv() {
        String titles = Stream.of(SoakSample.Column.values())
                .map(column -> column.title)
                .collect(Collectors.joining(","));
        return samples.stream().map(SoakSeries::line).collect(Collectors.joining("\n", titles + "\n", "\n"));
    }

    static String line(SoakSample sample) {
        return Stream.of(SoakSample.Column.values())
                .map(column -> number(column.value.applyAsDouble(sample)))
                .collect(Collectors.joining(","));
    }

    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        return value == Math.rint(value) ? String.valueOf((long) value) : String.format(Locale.ROOT, "%.2f", value);
    }
}
