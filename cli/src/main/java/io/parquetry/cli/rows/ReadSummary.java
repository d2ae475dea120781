package io.parquetry.cli.rows;

import io.parquetry.cli.console.NumberText;
import io.parquetry.format.file.ReadCounters;
import java.util.ArrayList;
import java.util.List;

/** What was read of a file and what was skipped, in one line. */
final class ReadSummary {
    private ReadSummary() {}

    static String of(ReadCounters counters) {
        List<String> parts = new ArrayList<>();
        parts.add(NumberText.counted(counters.records(), "row") + " of " + NumberText.grouped(counters.rows()));
        parts.add(NumberText.counted(counters.rowGroups(), "row group"));
        leftOut(parts, counters.rowGroupsByStatistics(), "by statistics");
        leftOut(parts, counters.rowGroupsByDictionary(), "by dictionary");
        leftOut(parts, counters.rowGroupsByBloomFilter(), "by bloom filter");
        leftOut(parts, counters.rowGroupsByColumnIndex(), "by column index");
        if (counters.pagesJudged() > 0) {
            parts.add(NumberText.grouped(counters.pagesByColumnIndex()) + " of "
                    + NumberText.counted(counters.pagesJudged(), "page") + " of the filter left out by column index");
        }
        if (counters.rowsTested() > 0) {
            parts.add(NumberText.counted(counters.rowsTested(), "row") + " tested");
        }
        parts.add(NumberText.counted(counters.pagesRead(), "page") + " decoded");
        parts.add(NumberText.counted(counters.bytesRead(), "byte") + " in "
                + NumberText.counted(counters.reads(), "read"));
        return String.join(", ", parts);
    }

    private static void leftOut(List<String> parts, int rowGroups, String why) {
        if (rowGroups > 0) {
            parts.add(NumberText.grouped(rowGroups) + " left out " + why);
        }
    }
}
