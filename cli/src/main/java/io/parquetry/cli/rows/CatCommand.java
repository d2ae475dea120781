package io.parquetry.cli.rows;

import io.parquetry.cli.input.InputFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code parquetry cat}. */
@Command(
        name = "cat",
        mixinStandardHelpOptions = true,
        description = {
            "Print the rows of files as JSON, one row a line.",
            "",
            "Every field of the schema is printed, null where it has no value. Decimals are strings with all their"
                    + " digits,"
                    + " dates and times are ISO 8601, binary values are base64, NaN and infinities are strings. A map"
                    + " whose keys are text is an object, any other map a list of {\"key\", \"value\"}.",
            "",
            "A _metadata file is read as the table of the files that it names.",
            "",
            "Columns that --columns does not name are not read. A group names all columns below it, fields are in"
                    + " the order of the"
                    + " schema, and a map keeps its keys.",
            "",
            "--where compares columns with =, !=, <, <=, >, >=, IN (...), IS NULL and IS NOT NULL, joined by AND,"
                    + " OR, NOT and"
                    + " parentheses. Texts, dates, times and UUIDs are in single quotes, bytes are X'0AFF'. Row groups"
                    + " and pages that cannot match are not read; --verbose prints how many."
                    + " docs/reference/source.md#filters has the whole grammar."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry cat --limit 3 quakes.parquet",
            "  parquetry cat --columns id,properties.mag quakes.parquet",
            "  parquetry cat --columns 'id,\"a name.with dots\"' odd.parquet",
            "  parquetry cat --where \"ts >= '2026-01-01T00:00:00Z' AND country IN ('DE','FR')\" orders.parquet",
            "  parquetry cat --where 'properties.mag > 6 OR properties.place IS NULL' -c id -v quakes.parquet",
            "  parquetry cat topics/quakes/*.parquet | jq .properties.mag"
        })
public final class CatCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = "Stop after N rows, counted over all files.")
    private Long limit;

    @Option(
            names = {"-v", "--verbose"},
            description = "Print on stderr, for each file, what was read and what was skipped.")
    private boolean verbose;

    @Mixin
    private RowOptions options;

    @Override
    public Integer call() throws IOException {
        long rows = limit == null ? Long.MAX_VALUE : options.requireRows(limit, Long.MAX_VALUE);
        RowSelection selection = options.selection();
        PrintWriter err = spec.commandLine().getErr();
        try (InputFiles files = options.files().open();
                RowOutput out = options.output()) {
            FirstRows first = new FirstRows(
                    files, selection, out, err, verbose ? FirstRows.Detail.COUNTERS : FirstRows.Detail.NONE);
            first.print(options.files().listed(files), rows);
        }
        return 0;
    }
}
