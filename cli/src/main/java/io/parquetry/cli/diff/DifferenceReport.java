package io.parquetry.cli.diff;

import io.parquetry.cli.console.CliConsole;
import io.parquetry.cli.console.NumberText;

/** Prints differences, and says when there are enough of them. */
final class DifferenceReport {
    private final CliConsole out;
    private final int limit;
    private final boolean quiet;
    private int found;

    /** @param quiet nothing is printed, and one difference is enough */
    DifferenceReport(CliConsole out, int limit, boolean quiet) {
        this.out = out;
        this.limit = quiet ? 1 : limit;
        this.quiet = quiet;
    }

    void add(String difference) {
        found++;
        if (!quiet) {
            out.println(difference);
            if (isEnough()) {
                out.println("stopped after " + NumberText.counted(found, "difference") + "; --limit prints more");
            }
        }
    }

    boolean isEmpty() {
        return found == 0;
    }

    boolean isEnough() {
        return found >= limit;
    }

    /** How many differences may be added. */
    int left() {
        return limit - found;
    }
}
