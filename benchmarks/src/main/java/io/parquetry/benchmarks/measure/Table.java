package io.parquetry.benchmarks.measure;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints rounds for people to read. */
public final class Table {
    private Table() {}

    /** One line for each contender; all but the first with its ratio to the first. */
    public static void print(String title, Rounds rounds, PrintWriter out) {
        out.println();
        out.println(title);
        print(
                out,
                "%-42s %12s %13s %9s   %s",
                "",
                "records/s",
                "file bytes",
                "B/record",
                "time, as ratio to the first");
        print(out, "%-42s %12s %13s %9s   %s", "", "", "", "allocated", "median  least   most    cpu");
        for (int i = 0; i < rounds.contenders().size(); i++) {
            Spread time = rounds.spread(i, Outcome::nanos);
            Outcome first = rounds.outcomes(i).get(0);
            double allocated = rounds.spread(i, Outcome::allocatedBytes).median() / first.rows();
            String ratio = "";
            if (i > 0) {
                Spread wall = rounds.ratio(i, 0, Outcome::nanos);
                Spread cpu = rounds.ratio(i, 0, Outcome::cpuNanos);
                ratio = String.format(
                        Locale.ROOT,
                        "%5.2fx %5.2fx %5.2fx %5.2fx",
                        wall.median(),
                        wall.least(),
                        wall.most(),
                        cpu.median());
            }
            print(
                    out,
                    "%-42s %,12.0f %,13d %,9.1f   %s",
                    rounds.contenders().get(i).name(),
                    first.rows() * 1e9 / time.median(),
                    first.bytes(),
                    allocated,
                    ratio);
        }
        out.flush();
    }

    private static void print(PrintWriter out, String format, Object... parts) {
        out.println(String.format(Locale.ROOT, format, parts).stripTrailing());
    }
}
