package io.parquetry.benchmarks.measure;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints the results of rounds as a table. */
public final class ResultTable {
    private static final String LINE = "%-42s %12s %10s %10s %14s   %s";

    private ResultTable() {}

    /** Prints a line for each contender, with its ratio to the first. */
    public static void print(String title, Rounds rounds, PrintWriter out) {
        out.println();
        out.println(title);
        line(out, "", "records/s", "cpu", "allocated", "file bytes", "time, as ratio to the first");
        line(out, "", "", "ns/record", "B/record", "", "median  least   most    cpu");
        for (int i = 0; i < rounds.contenders().size(); i++) {
            RunCost first = rounds.costs(i).get(0);
            line(
                    out,
                    rounds.contenders().get(i).name(),
                    number(
                            "%,.0f",
                            first.rows()
                                    * 1e9
                                    / rounds.spread(i, RunCost::nanos).median()),
                    number("%,.0f", rounds.spread(i, RunCost::cpuNanos).median() / first.rows()),
                    number("%,.1f", rounds.spread(i, RunCost::allocatedBytes).median() / first.rows()),
                    number("%,d", first.bytes()),
                    i == 0 ? "" : ratio(rounds, i));
        }
        out.flush();
    }

    private static String ratio(Rounds rounds, int contender) {
        Spread wall = rounds.ratio(contender, 0, RunCost::nanos);
        Spread cpu = rounds.ratio(contender, 0, RunCost::cpuNanos);
        return String.format(
                Locale.ROOT, "%5.2fx %5.2fx %5.2fx %5.2fx", wall.median(), wall.least(), wall.most(), cpu.median());
    }

    private static String number(String format, Object value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static void line(PrintWriter out, Object... cells) {
        out.println(String.format(Locale.ROOT, LINE, cells).stripTrailing());
    }
}
