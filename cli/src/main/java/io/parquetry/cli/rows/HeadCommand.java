package io.parquetry.cli.rows;

import io.parquetry.cli.input.InputFiles;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code parquetry head}. */
@Command(
        name = "head",
        mixinStandardHelpOptions = true,
        description = {
            "Print the first rows of files as JSON, one row a line: cat with a limit.",
            "",
            "Rows are counted over all files, in the order of the files."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry head quakes.parquet",
            "  parquetry head -n 3 -c id,properties.mag 'topics/quakes/**/*.parquet'"
        })
public final class HeadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "10",
            description = "How many rows, ${DEFAULT-VALUE} if not given.")
    private long limit;

    @Mixin
    private RowOptions options;

    @Override
    public Integer call() throws IOException {
        long rows = options.requireRows(limit, Long.MAX_VALUE);
        RowSelection selection = options.selection();
        try (InputFiles files = options.files().open();
                RowOutput out = options.output()) {
            new FirstRows(files, selection, out, spec.commandLine().getErr(), FirstRows.Detail.NONE)
                    .print(options.files().listed(files), rows);
        }
        return 0;
    }
}
