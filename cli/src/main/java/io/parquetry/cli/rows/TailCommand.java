package io.parquetry.cli.rows;

import io.parquetry.cli.input.InputFiles;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parquetry tail}. */
@Command(
        name = "tail",
        mixinStandardHelpOptions = true,
        description = {
            "Print the last rows of files as JSON, one row a line.",
            "",
            "Rows are counted over all files, in the order of the files. Only the row groups that hold the rows are"
                    + " read, and only their pages where the file has an offset index. With --where the last rows that"
                    + " match are printed; the columns of the filter are read from the last file to the first, until"
                    + " there are enough."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  parquetry tail quakes.parquet", "  parquetry tail -n 3 --where 'properties.mag > 6' topics/quakes/"
        })
public final class TailCommand implements Callable<Integer> {
    private static final int FOUND_ROWS_MAX = 1_000_000;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "10",
            description = "How many rows, ${DEFAULT-VALUE} if not given; with --where up to 1000000.")
    private long limit;

    @Mixin
    private RowOptions options;

    @Override
    public Integer call() throws IOException {
        RowSelection selection = options.selection();
        long rows = options.requireRows(limit, selection.where().isPresent() ? FOUND_ROWS_MAX : Long.MAX_VALUE);
        try (InputFiles files = options.files().open();
                RowOutput out = options.output()) {
            RowTable table = RowTable.of(files, options.files().listed(files), options.err());
            if (selection.where().isPresent()) {
                long[] last = table.lastMatches(selection, (int) rows).sorted();
                table.print(last, selection.withoutFilter(), out);
            } else {
                table.printFrom(table.rows() - Math.min(rows, table.rows()), selection, out);
            }
        }
        return 0;
    }
}
