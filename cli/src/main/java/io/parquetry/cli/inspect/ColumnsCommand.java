package io.parquetry.cli.inspect;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.TextTable;
import io.parquetry.cli.console.TextTable.Column;
import io.parquetry.cli.input.FileArguments;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.cli.input.PathColumns;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonOption;
import io.parquetry.cli.json.JsonRow;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.metadata.FileMetadata;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code parquetry columns}. */
@Command(
        name = "columns",
        mixinStandardHelpOptions = true,
        description = {
            "Print what the columns of files take: entries, nulls, bytes and their share, encodings, codecs. Columns of"
                    + " the same path and type are added up over all files; only footers are read.",
            "",
            "Entries are values and nulls together. Ratio is the size before compression, encoded, divided by bytes."
                    + " The line at the end has the bytes that are in no column: headers, footers, indexes and bloom"
                    + " filters."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry columns quakes.parquet",
            "  parquetry columns --by-size topics/quakes/",
            "  parquetry columns --json topics/quakes/ | jq -s 'max_by(.bytes)'"
        })
public final class ColumnsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--by-size", description = "The largest column first, instead of the order of the schema.")
    private boolean bySize;

    @Mixin
    private JsonOption json;

    @Mixin
    private FileArguments arguments;

    @Override
    public Integer call() throws IOException {
        ColumnTotals totals = new ColumnTotals();
        int files = 0;
        long bytes = 0;
        long rows = 0;
        try (InputFiles inputs = arguments.open()) {
            for (ListedFile listed : arguments.listed(inputs)) {
                try (ParquetReader reader = inputs.open(listed.file())) {
                    totals.add(reader.metadata(), PathColumns.of(listed.file(), reader.schema()));
                    rows += reader.metadata().rows();
                    bytes += bytesElsewhere(reader.metadata());
                }
                files++;
                bytes += listed.bytes();
            }
        }
        List<ColumnTotals.Total> columns = new ArrayList<>(totals.all());
        if (bySize) {
            columns.sort(Comparator.comparingLong(ColumnTotals.Total::bytes).reversed());
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json.isGiven()) {
            try (JsonLines lines = new JsonLines(out)) {
                for (ColumnTotals.Total column : columns) {
                    lines.write(object(column));
                }
            }
        } else {
            out.println(NumberText.counted(files, "file") + ", " + NumberText.counted(rows, "row") + ", "
                    + NumberText.counted(columns.size(), "column") + ", " + NumberText.counted(bytes, "byte"));
            table(columns, bytes).print(out, "");
        }
        return 0;
    }

    /** The chunks of a file _metadata are in the files that it names. */
    private static long bytesElsewhere(FileMetadata footer) {
        return footer.rowGroups().stream()
                .flatMap(group -> group.columns().stream())
                .filter(chunk -> !chunk.filePath().orElse("").isEmpty())
                .mapToLong(chunk -> chunk.bytes().compressed())
                .sum();
    }

    private static TextTable table(List<ColumnTotals.Total> columns, long bytesOfFiles) {
        TextTable table = new TextTable(
                Column.left("column"),
                Column.left("type"),
                Column.right("entries"),
                Column.right("nulls"),
                Column.right("bytes"),
                Column.right("share"),
                Column.right("ratio"),
                Column.left("codec"),
                Column.left("encodings"));
        long rest = bytesOfFiles;
        for (ColumnTotals.Total column : columns) {
            rest -= column.bytes();
            table.row(
                    column.path(),
                    column.type(),
                    NumberText.grouped(column.entries()),
                    column.nulls().isPresent()
                            ? NumberText.grouped(column.nulls().getAsLong())
                            : "-",
                    NumberText.grouped(column.bytes()),
                    share(column.bytes(), bytesOfFiles),
                    column.bytes() == 0 ? "-" : NumberText.tenths((double) column.rawBytes() / column.bytes()),
                    String.join(",", column.codecs()),
                    String.join(",", column.encodings()));
        }
        table.row("(in no column)", "", "", "", NumberText.grouped(rest), share(rest, bytesOfFiles), "", "", "");
        return table;
    }

    private static String share(long bytes, long all) {
        return all == 0 ? "-" : NumberText.tenths(100.0 * bytes / all) + " %";
    }

    private static JsonRow object(ColumnTotals.Total column) {
        return new JsonRow()
                .put("column", column.path())
                .put("type", column.type())
                .put("files", column.files())
                .put("entries", column.entries())
                .put("nulls", column.nulls())
                .put("bytes", column.bytes())
                .put("rawBytes", column.rawBytes())
                .put("codecs", List.copyOf(column.codecs()))
                .put("encodings", List.copyOf(column.encodings()));
    }
}
