package io.parquetry.cli.rows;

import io.parquetry.cli.input.InputFiles;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parquetry sample}. */
@Command(
        name = "sample",
        mixinStandardHelpOptions = true,
        description = {
            "Print rows that are chosen at random as JSON, one row a line, in the order of the files.",
            "",
            "Each set of N rows is as likely as any other; no row is printed twice. Rows are chosen by their"
                    + " numbers, so only their pages are read where files have an offset index, else their row"
                    + " groups. With --where the rows that match are the choice, and the columns of the filter"
                    + " are read whole."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry sample -n 5 quakes.parquet",
            "  parquetry sample -n 1000 --seed 7 -c id,properties.mag topics/quakes/ > sample.ndjson"
        })
public final class SampleCommand implements Callable<Integer> {
    private static final int ROWS_MAX = 1_000_000;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "10",
            description = "How many rows, ${DEFAULT-VALUE} if not given, up to 1000000.")
    private long limit;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "The same seed chooses the same rows of the same files; each run chooses others without.")
    private Long seed;

    @Mixin
    private RowOptions options;

    @Override
    public Integer call() throws IOException {
        RowSelection selection = options.selection();
        int rows = (int) options.requireRows(limit, ROWS_MAX);
        SplittableRandom random = seed == null ? new SplittableRandom() : new SplittableRandom(seed);
        try (InputFiles files = options.files().open();
                RowOutput out = options.output()) {
            RowTable table = RowTable.of(files, options.files().listed(files), options.err());
            table.print(chosen(table, selection, rows, random).sorted(), selection.withoutFilter(), out);
        }
        return 0;
    }

    private static RowNumbers chosen(RowTable table, RowSelection selection, int rows, SplittableRandom random)
            throws IOException {
        if (selection.where().isEmpty()) {
            return RowNumbers.sample(table.rows(), rows, random);
        }
        RowNumbers.Reservoir matches = new RowNumbers.Reservoir(rows, random);
        table.matches(selection, matches::offer);
        return matches.kept();
    }
}
