package io.parquetry.cli.rows;

import io.parquetry.cli.input.FileArguments;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.IndexRemarks;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonOption;
import io.parquetry.cli.json.JsonRow;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.model.PlainRecords;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code parquetry count}. */
@Command(
        name = "count",
        mixinStandardHelpOptions = true,
        description = {
            "Print how many rows files have; of several files, a line for each and the sum.",
            "",
            "Without --where only footers are read. In a directory, all files *.parquet count, also in"
                    + " subdirectories, but nothing whose name begins with _ or a dot. Numbers have digits only, for"
                    + " other programs."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry count quakes.parquet",
            "  parquetry count topics/quakes/ s3://archive/topics/quakes/",
            "  parquetry count --where 'properties.mag > 6' topics/quakes/"
        })
public final class CountCommand implements Callable<Integer> {
    private static final String TOTAL = "total";

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-w", "--where"},
            paramLabel = "FILTER",
            description = "Count only the rows that match, like \"price < 9.99\";"
                    + " docs/reference/source.md#filters has the grammar.")
    private String where;

    @Mixin
    private JsonOption json;

    @Mixin
    private FileArguments arguments;

    @Override
    public Integer call() throws IOException {
        RowSelection selection = RowSelection.of(spec, null, where);
        PrintWriter out = spec.commandLine().getOut();
        try (InputFiles files = arguments.open()) {
            List<ListedFile> found = arguments.listed(files);
            if (json.isGiven()) {
                printObjects(files, found, selection, out);
                return 0;
            }
            if (found.size() == 1) {
                out.println(rows(files, found.get(0).file(), selection));
                return 0;
            }
            long total = 0;
            for (ListedFile listed : found) {
                long rows = rows(files, listed.file(), selection);
                total = Math.addExact(total, rows);
                print(out, rows, listed.file().toString());
            }
            print(out, total, TOTAL);
        }
        return 0;
    }

    private void printObjects(InputFiles files, List<ListedFile> found, RowSelection selection, PrintWriter out)
            throws IOException {
        try (JsonLines lines = new JsonLines(out)) {
            for (ListedFile listed : found) {
                lines.write(new JsonRow()
                        .put("file", listed.file().toString())
                        .put("rows", rows(files, listed.file(), selection)));
            }
        }
    }

    private static void print(PrintWriter out, long rows, String what) {
        out.println(rows + "\t" + what);
    }

    private long rows(InputFiles files, FileLocation file, RowSelection selection) throws IOException {
        try (ParquetReader reader = files.open(file)) {
            if (selection.where().isEmpty() || reader.metadata().rows() == 0) {
                return reader.metadata().rows();
            }
            RecordCursor<?> rows =
                    selection.withSmallestColumn(file, reader).cursor(file, reader, PlainRecords.builder(), 0);
            long count = 0;
            while (rows.next()) {
                count++;
            }
            new IndexRemarks(spec.commandLine().getErr()).print(rows);
            return count;
        }
    }
}
