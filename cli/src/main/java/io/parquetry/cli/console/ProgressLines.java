package io.parquetry.cli.console;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * Prints how far a count has come, every two seconds; work that takes less time prints nothing. On a terminal it is one
 * line that is drawn again and again, and erased by the next text. The total may be unknown.
 */
public final class ProgressLines {
    private static final long INTERVAL_NANOS = 2_000_000_000L;
    private static final long REDRAW_NANOS = 200_000_000L;
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final PrintWriter out;
    private final String indent;
    private final String noun;
    private final long total;
    private final LongSupplier nanos;
    private long printedNanos;
    private long printed;
    private boolean drawn;

    public ProgressLines(PrintWriter out, String indent, String noun, long total) {
        this(out, indent, noun, total, System::nanoTime);
    }

    /** Counts towards an unknown total. */
    public ProgressLines(PrintWriter out, String indent, String noun) {
        this(out, indent, noun, UNKNOWN);
    }

    ProgressLines(PrintWriter out, String indent, String noun, long total, LongSupplier nanos) {
        this.out = out;
        this.indent = indent;
        this.noun = noun;
        this.total = total;
        this.nanos = nanos;
        this.printedNanos = nanos.getAsLong();
    }

    public void reached(long count) {
        if (count <= printed || count >= total) {
            return;
        }
        long now = nanos.getAsLong();
        if (now - printedNanos < (drawn ? REDRAW_NANOS : INTERVAL_NANOS)) {
            return;
        }
        String end = total == UNKNOWN ? "" : " of " + NumberText.grouped(total);
        String line = indent + NumberText.grouped(count) + end + " " + noun;
        if (out instanceof CliConsole console && console.terminal().isPresent()) {
            console.drawStatus(total == UNKNOWN ? line : line + ", " + (int) (100.0 * count / total) + " %");
            drawn = true;
        } else {
            out.println(line);
            out.flush();
        }
        printed = count;
        printedNanos = now;
    }
}
