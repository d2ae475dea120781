package io.parquetry.cli;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/** Says how far a count has come, not more often than people want to read, and nothing where all is done sooner. */
public final class CountLines {
    private static final long INTERVAL_NANOS = 2_000_000_000L;

    private final PrintWriter out;
    private final String indent;
    private final String noun;
    private final long total;
    private final LongSupplier nanos;
    private long saidNanos;
    private long said;

    /** @param nanos a clock such as {@link System#nanoTime} */
    public CountLines(PrintWriter out, String indent, String noun, long total, LongSupplier nanos) {
        this.out = out;
        this.indent = indent;
        this.noun = noun;
        this.total = total;
        this.nanos = nanos;
        this.saidNanos = nanos.getAsLong();
    }

    public void reached(long count) {
        long now = nanos.getAsLong();
        if (count > said && count < total && now - saidNanos >= INTERVAL_NANOS) {
            out.println(indent + Figures.grouped(count) + " of " + Figures.grouped(total) + " " + noun);
            out.flush();
            said = count;
            saidNanos = now;
        }
    }
}
