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
import io.parquetry.format.metadata.RowGroupMetadata;
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
            forEach(reader, leaf, dictionary -> print(file, dictionary, lines));
        }
    }

    @Override
    void print(ParquetReader reader, List<LeafColumn> leaves, PrintWriter out) throws IOException {
        int[] found = {0};
        for (LeafColumn leaf : leaves) {
            forEach(reader, leaf, dictionary -> {
                out.print(found[0]++ == 0 ? "" : System.lineSeparator());
                print(dictionary, out);
            });
        }
        if (found[0] == 0) {
            out.println("no dictionary in " + NumberText.counted(leaves.size(), "column") + " of "
                    + NumberText.counted(reader.metadata().rowGroups().size(), "row group"));
        }
    }

    private interface Visit {
        void dictionary(Dictionary dictionary) throws IOException;
    }

    /** One dictionary is in memory at a time: together they may be as large as the file. */
    private void forEach(ParquetReader reader, LeafColumn leaf, Visit visit) throws IOException {
        ColumnCursor entries = reader.column(leaf);
        for (int group = 0; group < reader.metadata().rowGroups().size(); group++) {
            Optional<List<Object>> values = reader.dictionary(group, leaf);
            if (values.isPresent()) {
                long[] used = counts
                        ? count(reader, entries, group, leaf, values.get().size())
                        : new long[0];
                visit.dictionary(new Dictionary(group, leaf, values.get(), used));
            }
        }
    }

    private static long[] count(ParquetReader reader, ColumnCursor entries, int group, LeafColumn leaf, int size)
            throws IOException {
        RowGroupMetadata metadata = reader.metadata().rowGroups().get(group);
        long left = metadata.columns().get(leaf.ordinal()).entries();
        if (left > 0) {
            entries.seek(group, 0);
        }
        long[] used = new long[size];
        while (left-- > 0 && entries.next()) {
            int position = entries.dictionaryPosition();
            // A page may use a dictionary in the midst of its chunk, which is not printed.
            if (position >= 0 && position < size) {
                used[position]++;
            }
        }
        return used;
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
