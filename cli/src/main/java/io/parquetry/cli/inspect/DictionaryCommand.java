package io.parquetry.cli.inspect;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.TextTable;
import io.parquetry.cli.console.TextTable.Column;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonRow;
import io.parquetry.cli.json.LeafText;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code parquetry dictionary}. */
@Command(
        name = "dictionary",
        mixinStandardHelpOptions = true,
        description = {
            "Print the dictionaries of column chunks: the values, each with its position.",
            "",
            "Only dictionary pages are read. With --counts the data pages of the columns are read too, and the values"
                    + " that are used most come first; a value may also be in pages that do not use the dictionary,"
                    + " which do not count."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry dictionary -c properties.magType quakes.parquet",
            "  parquetry dictionary --counts --limit 5 -c properties.net topics/quakes/"
        })
public final class DictionaryCommand extends LeafCommand {
    @Option(names = "--counts", description = "Count how often each value is used.")
    private boolean counts;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "20",
            description = "Print N values of each dictionary, ${DEFAULT-VALUE} if not given; --json prints all.")
    private int limit;

    /** The dictionary of a chunk; {@code counts} by position, empty where they are not made. */
    private record Dictionary(int rowGroup, LeafColumn leaf, List<Object> values, long[] counts) {}

    @Override
    public Integer call() throws IOException {
        if (limit < 0) {
            throw new ParameterException(
                    spec().commandLine(), "--limit is " + limit + "; it is the number of values to print, 0 or more");
        }
        return super.call();
    }

    @Override
    void print(FileLocation file, ParquetReader reader, List<LeafColumn> leaves, JsonLines lines) throws IOException {
        for (LeafColumn leaf : leaves) {
            for (Dictionary dictionary : dictionaries(reader, leaf)) {
                print(file, dictionary, lines);
            }
        }
    }

    @Override
    void print(ParquetReader reader, List<LeafColumn> leaves, PrintWriter out) throws IOException {
        String gap = "";
        for (LeafColumn leaf : leaves) {
            for (Dictionary dictionary : dictionaries(reader, leaf)) {
                out.print(gap);
                print(dictionary, out);
                gap = System.lineSeparator();
            }
        }
        if (gap.isEmpty()) {
            out.println("no dictionary in " + NumberText.counted(leaves.size(), "column") + " of "
                    + NumberText.counted(reader.metadata().rowGroups().size(), "row group"));
        }
    }

    private List<Dictionary> dictionaries(ParquetReader reader, LeafColumn leaf) throws IOException {
        List<Dictionary> found = new ArrayList<>();
        for (int group = 0; group < reader.metadata().rowGroups().size(); group++) {
            Optional<List<Object>> values = reader.dictionary(group, leaf);
            if (values.isPresent()) {
                found.add(new Dictionary(
                        group,
                        leaf,
                        values.get(),
                        new long[counts ? values.get().size() : 0]));
            }
        }
        if (counts && !found.isEmpty()) {
            count(reader, leaf, found);
        }
        return found;
    }

    private static void count(ParquetReader reader, LeafColumn leaf, List<Dictionary> found) throws IOException {
        long[][] byRowGroup = new long[reader.metadata().rowGroups().size()][0];
        found.forEach(dictionary -> byRowGroup[dictionary.rowGroup()] = dictionary.counts());
        ColumnCursor entries = reader.column(leaf);
        while (entries.next()) {
            int position = entries.dictionaryPosition();
            long[] ofRowGroup = byRowGroup[entries.rowGroup()];
            // A page may use a dictionary in the midst of its chunk, which is not printed.
            if (position >= 0 && position < ofRowGroup.length) {
                ofRowGroup[position]++;
            }
        }
    }

    /** Positions in the order in which they are printed. */
    private static List<Integer> order(Dictionary dictionary) {
        List<Integer> positions = new ArrayList<>(
                IntStream.range(0, dictionary.values().size()).boxed().toList());
        if (dictionary.counts().length > 0) {
            positions.sort(Comparator.comparingLong(position -> -dictionary.counts()[position]));
        }
        return positions;
    }

    private void print(Dictionary dictionary, PrintWriter out) {
        LeafColumn leaf = dictionary.leaf();
        int size = dictionary.values().size();
        out.println("row group " + dictionary.rowGroup() + ", " + leaf.dottedPath() + "  ("
                + ColumnText.type(leaf.type()) + ", " + NumberText.counted(size, "value") + ")");
        TextTable table = counts
                ? new TextTable(Column.right("position"), Column.right("count"), Column.left("value"))
                : new TextTable(Column.right("position"), Column.left("value"));
        for (int position : order(dictionary).subList(0, Math.min(limit, size))) {
            String at = NumberText.grouped(position);
            String value = ColumnText.value(leaf.type(), dictionary.values().get(position));
            if (counts) {
                table.row(at, NumberText.grouped(dictionary.counts()[position]), value);
            } else {
                table.row(at, value);
            }
        }
        table.print(out, "  ");
        if (size > limit) {
            out.println("  and " + NumberText.counted(size - limit, "more value"));
        }
    }

    private void print(FileLocation file, Dictionary dictionary, JsonLines lines) throws IOException {
        LeafMaker maker = LeafText.maker(dictionary.leaf().type());
        for (int position : order(dictionary)) {
            lines.write(new JsonRow()
                    .put("file", file.toString())
                    .put("rowGroup", dictionary.rowGroup())
                    .put("column", dictionary.leaf().dottedPath())
                    .put("position", position)
                    .put("value", LeafText.of(maker, dictionary.values().get(position)))
                    .put("count", counts ? dictionary.counts()[position] : null));
        }
    }
}
