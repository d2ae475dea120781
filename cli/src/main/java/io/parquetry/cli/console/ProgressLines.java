package io.parquetry.cli.console;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * Prints how far a count has come, every two seconds; work that takes less time prints nothing. The total may be
 * unknown.
 */
public final class ProgressLines {
    private static final long INTERVAL_NANOS = 2_000_000_000L;
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final PrintWriter out;
    private final String indent;
    private final String noun;
    private final long total;
    private final LongSupplier nanos;
    private long printedNanos;
    private long printed;

    /** @param nanos a clock such as {@link System#nanoTime} */
    public ProgressLines(PrintWriter out, String indent, String noun, long total, LongSupplier nanos) {
        this.out = out;
        this.indent = indent;
        this.noun = noun;
        this.total = total;
        this.nanos = nanos;
        this.printedNanos = nanos.getAsLong();
    }

    /** Counts towards an unknown total. */
    public ProgressLines(PrintWriter out, String indent, String noun, LongSupplier nanos) {
        this(out, indent, noun, UNKNOWN, nanos);
    }

    public void reached(long count) {
        long now = nanos.getAsLong();
        if (count > printed && count < total && now - printedNanos >= INTERVAL_NANOS) {
            String end = total == UNKNOWN ? "" : " of " + NumberText.grouped(total);
            out.println(indent + NumberText.grouped(count) + end + " " + noun);
            out.flush();
            printed = count;
            printedNanos = now;
        }
    }
}
