package io.parquetry.cli.inspect;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.TextTable;
import io.parquetry.cli.console.TextTable.Column;
import io.parquetry.cli.csv.CsvCells;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileArguments;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonOption;
import io.parquetry.cli.json.JsonRow;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.file.BloomFilter;
import io.parquetry.format.file.GregorianDates;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code parquetry bloom}. */
@Command(
        name = "bloom",
        mixinStandardHelpOptions = true,
        description = {
            "Print which column chunks have a bloom filter, and its size; with --value, whether the chunk may hold a"
                    + " value.",
            "",
            "no is certain; maybe is wrong for a small part of the values that are not there. A value has the form of"
                    + " from-csv: 7, 2024-02-29, text. Only footers and filters are read."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  parquetry bloom orders.parquet", "  parquetry bloom -c id --value 4711 --value 4712 topics/orders/"
        })
public final class BloomCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ColumnsOption columns;

    @Option(
            names = "--value",
            paramLabel = "VALUE",
            description = "A value to look for in the column; may be given more than once.")
    private List<String> values = List.of();

    @Mixin
    private JsonOption json;

    @Mixin
    private FileArguments arguments;

    @Override
    public Integer call() throws IOException {
        if (!values.isEmpty() && !columns.isOne()) {
            throw new ParameterException(
                    spec.commandLine(), "--value needs the column that it is looked for in, one --column");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (JsonLines lines = new JsonLines(out)) {
            arguments.forEach((listed, reader, index, count) -> {
                List<LeafColumn> leaves = columns.of(listed.file(), reader.schema());
                List<Object> wanted = new ArrayList<>();
                for (String value : values) {
                    wanted.add(physical(listed.file(), leaves.get(0), value));
                }
                if (json.isGiven()) {
                    print(listed.file(), reader, leaves, wanted, lines);
                } else {
                    FileHeading.print(out, listed.file(), index, count);
                    print(reader, leaves, wanted, out);
                }
            });
        }
        return 0;
    }

    private static Object physical(FileLocation file, LeafColumn leaf, String text) throws IOException {
        try {
            return CsvCells.physicalValue(leaf.type(), text);
        } catch (InvalidRecordException e) {
            throw new CommandException(file + ": --value: column " + leaf.dottedPath() + ": " + e.getMessage(), e);
        }
    }

    private static boolean mightContain(ParquetReader reader, LeafColumn leaf, BloomFilter filter, Object value) {
        return GregorianDates.stored(reader.metadata(), leaf.type(), value).stream()
                .anyMatch(filter::mightContain);
    }

    private void print(ParquetReader reader, List<LeafColumn> leaves, List<Object> wanted, PrintWriter out)
            throws IOException {
        List<Column> titles = new ArrayList<>(
                List.of(Column.right("row group"), Column.left("column"), Column.left("type"), Column.right("bytes")));
        values.forEach(value -> titles.add(Column.left(value)));
        TextTable table = new TextTable(titles.toArray(Column[]::new));
        int filters = 0;
        for (int group = 0; group < reader.metadata().rowGroups().size(); group++) {
            for (LeafColumn leaf : leaves) {
                Optional<BloomFilter> filter = reader.bloomFilter(group, leaf);
                if (filter.isPresent()) {
                    List<String> cells = new ArrayList<>(List.of(
                            Integer.toString(group),
                            leaf.dottedPath(),
                            ColumnText.type(leaf.type()),
                            NumberText.grouped(filter.get().bytes())));
                    wanted.forEach(
                            value -> cells.add(mightContain(reader, leaf, filter.get(), value) ? "maybe" : "no"));
                    table.row(cells.toArray(String[]::new));
                    filters++;
                }
            }
        }
        if (filters == 0) {
            out.println("no bloom filter in " + NumberText.counted(leaves.size(), "column") + " of "
                    + NumberText.counted(reader.metadata().rowGroups().size(), "row group"));
        } else {
            table.print(out, "");
        }
    }

    private void print(
            FileLocation file, ParquetReader reader, List<LeafColumn> leaves, List<Object> wanted, JsonLines lines)
            throws IOException {
        for (int group = 0; group < reader.metadata().rowGroups().size(); group++) {
            for (LeafColumn leaf : leaves) {
                Optional<BloomFilter> filter = reader.bloomFilter(group, leaf);
                for (int i = 0; filter.isPresent() && i < Math.max(1, wanted.size()); i++) {
                    lines.write(new JsonRow()
                            .put("file", file.toString())
                            .put("rowGroup", group)
                            .put("column", leaf.dottedPath())
                            .put("bytes", filter.get().bytes())
                            .put("value", wanted.isEmpty() ? null : values.get(i))
                            .put(
                                    "maybe",
                                    wanted.isEmpty() ? null : mightContain(reader, leaf, filter.get(), wanted.get(i))));
                }
            }
        }
    }
}
