package io.parquetry.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How often each step had each fault. */
final class Coverage {
    private static final int FAULTS = Fault.values().length;

    private final long[] counts = new long[Step.values().length * FAULTS];

    void count(Step step, Fault fault) {
        counts[step.ordinal() * FAULTS + fault.ordinal()]++;
    }

    long of(Step step, Fault fault) {
        return counts[step.ordinal() * FAULTS + fault.ordinal()];
    }

    void add(Coverage other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
    }

    long steps() {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }

    /** The pairs that can occur on storages of some kind, and have not. */
    List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (Step step : Step.values()) {
            for (Fault fault : Fault.values()) {
                boolean isPossible =
                        Arrays.stream(StorageKind.values()).anyMatch(kind -> fault.isPossibleAt(step, kind));
                if (isPossible && of(step, fault) == 0) {
                    missing.add(step + " " + fault);
                }
            }
        }
        return missing;
    }

    /** A line for each step, a column for each fault. */
    @Override
    public String toString() {
        StringBuilder table = new StringBuilder(String.format(Locale.ROOT, "%-15s", "step"));
        for (Fault fault : Fault.values()) {
            table.append(String.format(Locale.ROOT, "%14s", fault));
        }
        for (Step step : Step.values()) {
            table.append(String.format(Locale.ROOT, "%n%-15s", step));
            for (Fault fault : Fault.values()) {
                table.append(String.format(Locale.ROOT, "%14d", of(step, fault)));
            }
        }
        return table.toString();
    }
}
