package io.parquetry.cli.layout;

import io.parquetry.cli.console.NumberText;
import io.parquetry.format.file.ParquetReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * All that the page shows.
 *
 * @param program name and version of this program
 * @param columns empty for a file whose footer cannot be used
 * @param problems the defects of the file, in the order in which they were met, not more than the page shows
 * @param leftOut what the page does not show, in sentences
 */
record LayoutModel(
        String program,
        FileOutline outline,
        List<ColumnFacts> columns,
        PageDetails details,
        List<Advice> advice,
        List<Problem> problems,
        List<String> leftOut) {
    private static final int PROBLEMS_MAX = 200;

    LayoutModel {
        columns = List.copyOf(columns);
        advice = List.copyOf(advice);
        problems = List.copyOf(problems);
        leftOut = List.copyOf(leftOut);
    }

    /** @param progress is told how many pages have been read */
    static LayoutModel of(
            String program,
            FileOutline indexed,
            Optional<ParquetReader> reader,
            WindowedFile file,
            LayoutLimits limits,
            LongConsumer progress)
            throws IOException {
        PageDetails details = PageDetails.read(indexed, reader, file, limits, progress);
        FileOutline outline = indexed.with(details::header);
        List<ColumnFacts> columns = outline.footer().isPresent() ? ColumnFacts.of(outline) : List.of();
        List<Advice> advice = outline.footer().isPresent() ? Advisor.of(outline, columns, details, file) : List.of();
        List<Problem> problems = new ArrayList<>(outline.problems());
        problems.addAll(details.problems());
        List<String> leftOut = new ArrayList<>(outline.leftOut());
        long drawn = outline.chunks().stream()
                .mapToLong(chunk -> chunk.pages().size())
                .sum();
        long shown = outline.chunks().stream()
                .flatMap(chunk -> chunk.pages().stream())
                .filter(page -> details.byOffset().containsKey(page.offset()))
                .count();
        if (shown < drawn) {
            leftOut.add("The bytes of " + NumberText.grouped(shown) + " of " + NumberText.counted(drawn, "page")
                    + " are shown, the first ones of each column chunk: --pages N shows more.");
        }
        if (details.entriesLeftOut() > 0) {
            leftOut.add("The values of " + NumberText.counted(details.entriesLeftOut(), "page")
                    + " are not shown: pages of " + NumberText.grouped(limits.decodedBytesMax() >> 20) + " MiB"
                    + " are decoded at most.");
        }
        if (problems.size() > PROBLEMS_MAX) {
            leftOut.add(NumberText.counted(problems.size() - PROBLEMS_MAX, "further problem") + " of the file.");
            problems.subList(PROBLEMS_MAX, problems.size()).clear();
        }
        return new LayoutModel(program, outline, columns, details, advice, problems, leftOut);
    }
}
