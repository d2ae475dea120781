package io.parquetry.cli.inspect;

import io.parquetry.cli.Figures;
import io.parquetry.format.file.ReadCounters;
import java.util.ArrayList;
import java.util.List;

/** What a reading touched and what it left out, in one line. */
final class ReadSummary {
    private ReadSummary() {}

    static String of(ReadCounters counters) {
        List<String> parts = new ArrayList<>();
        parts.add(Figures.counted(counters.records(), "row") + " of " + Figures.grouped(counters.rows()));
        parts.add(Figures.counted(counters.rowGroups(), "row group"));
        leftOut(parts, counters.rowGroupsByStatistics(), "by statistics");
        leftOut(parts, counters.rowGroupsByDictionary(), "by dictionary");
        leftOut(parts, counters.rowGroupsByBloomFilter(), "by bloom filter");
        leftOut(parts, counters.rowGroupsByColumnIndex(), "by column index");
        if (counters.pagesJudged() > 0) {
            parts.add(Figures.grouped(counters.pagesByColumnIndex()) + " of "
                    + Figures.counted(counters.pagesJudged(), "page") + " of the filter left out by column index");
        }
        if (counters.rowsTested() > 0) {
            parts.add(Figures.counted(counters.rowsTested(), "row") + " tested");
        }
        parts.add(Figures.counted(counters.pagesRead(), "page") + " decoded");
        parts.add(Figures.counted(counters.bytesRead(), "byte") + " in " + Figures.counted(counters.reads(), "read"));
        return String.join(", ", parts);
    }

    private static void leftOut(List<String> parts, int rowGroups, String why) {
        if (rowGroups > 0) {
            parts.add(Figures.grouped(rowGroups) + " left out " + why);
        }
    }
}
