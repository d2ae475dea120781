package io.parquetry.cli.console;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * Says how far a count has come, not more often than people want to read, and nothing where all is done sooner. The end may
 * not be known.
 */
public final class ProgressLines {
    private static final long INTERVAL_NANOS = 2_000_000_000L;
    private static final long ENDLESS = Long.MAX_VALUE;

    private final PrintWriter out;
    private final String indent;
    private final String noun;
    private final long total;
    private final LongSupplier nanos;
    private long saidNanos;
    private long said;

    /** @param nanos a clock such as {@link System#nanoTime} */
    public ProgressLines(PrintWriter out, String indent, String noun, long total, LongSupplier nanos) {
        this.out = out;
        this.indent = indent;
        this.noun = noun;
        this.total = total;
        this.nanos = nanos;
        this.saidNanos = nanos.getAsLong();
    }

    /** Counts towards an end that nobody knows. */
    public ProgressLines(PrintWriter out, String indent, String noun, LongSupplier nanos) {
        this(out, indent, noun, ENDLESS, nanos);
    }

    public void reached(long count) {
        long now = nanos.getAsLong();
        if (count > said && count < total && now - saidNanos >= INTERVAL_NANOS) {
            String end = total == ENDLESS ? "" : " of " + NumberText.grouped(total);
            out.println(indent + NumberText.grouped(count) + end + " " + noun);
            out.flush();
            said = count;
            saidNanos = now;
        }
    }
}
